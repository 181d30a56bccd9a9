/** Tables that programs print for people: a line of headings, and cells that begin where their heading does. */

export interface Cell {
  text: string;
  /** Offsets [start, end) in the text of the table. */
  span: [number, number];
}

/** A row by heading; a cell that is empty is left out. */
export type Row = Map<string, Cell>;

interface Line {
  text: string;
  start: number;
}

/**
 * The rows below the headings, so that another column, another order or another width changes nothing. Undefined when no
 * line has all the headings.
 * @param needed headings, as they are printed; the first line that has them all is the line of headings
 */
export function readTable(text: string, needed: string[]): Row[] | undefined {
  const lines = [...text.matchAll(/[^\r\n]*\S[^\r\n]*/g)].map(({ 0: line, index }) => ({
    text: line,
    start: index,
  }));
  const at = lines.findIndex((line) => needed.every((heading) => placeOf(heading, line.text) >= 0));
  if (at < 0) return undefined;
  const rows = lines.slice(at + 1);
  const columns = columnsOf(lines[at]!.text, rows, needed);
  // tabs have no width of their own: such cells come one after the other
  return rows.map((row) => rowOf(row, columns, lines[at]!.text.includes("\t")));
}

/** Where the heading stands as whole words; -1 when it does not. */
function placeOf(heading: string, line: string): number {
  const at = ` ${line.replaceAll("\t", " ")} `.indexOf(` ${heading} `);
  return at;
}

/** A column begins after two blanks, or after one that every row has too and that is not within a heading asked for. */
function columnsOf(header: string, rows: Line[], needed: string[]): { heading: string; start: number }[] {
  const within = needed.flatMap((heading) => {
    const at = placeOf(heading, header);
    return [...heading.matchAll(/ /g)].map(({ index }) => at + index + 1);
  });
  const starts = [...header.matchAll(/\S+/g)]
    .map(({ index }) => index)
    .filter(
      (start) =>
        start === 0 ||
        (!within.includes(start) &&
          (/\s\s|\t/.test(header.slice(start - 2, start)) || rows.every((row) => isGap(row.text, start)))),
    );
  return starts.map((start, index) => ({ heading: header.slice(start, starts[index + 1]).trim(), start }));
}

function isGap(line: string, start: number): boolean {
  return start > line.length || /\s/.test(line[start - 1]!);
}

/** Cells by place; where something long moved them, one after the other, if there are as many as columns. */
function rowOf(line: Line, columns: { heading: string; start: number }[], isTabbed: boolean): Row {
  const row: Row = new Map();
  const isAligned = !isTabbed && columns.every(({ start }) => start === 0 || isGap(line.text, start));
  const moved = [...line.text.matchAll(/\S+(?: \S+)*/g)];
  columns.forEach(({ heading, start }, index) => {
    const cut = isAligned ? line.text.slice(start, columns[index + 1]?.start) : moved[index]?.[0];
    if (cut === undefined || cut.trim() === "" || (!isAligned && moved.length !== columns.length)) return;
    const from = line.start + (isAligned ? start + cut.search(/\S/) : moved[index]!.index);
    row.set(heading, { text: cut.trim(), span: [from, from + cut.trim().length] });
  });
  return row;
}
