/** The shortest way from one list of lines to another (E. Myers, "An O(ND) difference algorithm", 1986). Pure. */

export type Edit =
  /** The line stands in both. */
  { kind: "same"; a: number; b: number } | { kind: "removed"; a: number } | { kind: "added"; b: number };

/** Beyond so many differing lines the shortest way is not looked for: all in between counts as replaced. */
const mostEdits = 1500;

export function diffLines(a: string[], b: string[]): Edit[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const middle = shortest(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  return [
    ...stretch(head, 0, 0),
    ...middle.map((edit) => shifted(edit, head)),
    ...stretch(tail, a.length - tail, b.length - tail),
  ];
}

function stretch(length: number, a: number, b: number): Edit[] {
  return Array.from({ length }, (_, index) => ({ kind: "same", a: a + index, b: b + index }));
}

function shifted(edit: Edit, by: number): Edit {
  if (edit.kind === "same") return { kind: "same", a: edit.a + by, b: edit.b + by };
  return edit.kind === "removed" ? { kind: "removed", a: edit.a + by } : { kind: "added", b: edit.b + by };
}

/** For each number of edits the furthest line of `a` on every diagonal, then the way back. */
function shortest(a: string[], b: string[]): Edit[] {
  const most = Math.min(a.length + b.length, mostEdits);
  const rounds: Int32Array[] = [];
  let furthest = new Int32Array(2 * most + 3);
  for (let edits = 0; edits <= most; edits++) {
    // diagonals −edits−1 … edits+1 are all that the way back can ask for
    rounds.push(furthest.slice(most - edits, most + edits + 3));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = start(furthest, most + 1, diagonal, edits);
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      furthest[most + 1 + diagonal] = x;
      if (x >= a.length && x - diagonal >= b.length) return wayBack(rounds, a.length, b.length);
    }
    furthest = furthest.slice();
  }
  return [
    ...a.map((_, index): Edit => ({ kind: "removed", a: index })),
    ...b.map((_, index): Edit => ({ kind: "added", b: index })),
  ];
}

/** Down from the diagonal above, or right from the one below, whichever is further. */
function start(furthest: Int32Array, centre: number, diagonal: number, edits: number): number {
  const [below, above] = [furthest[centre + diagonal - 1]!, furthest[centre + diagonal + 1]!];
  return comesDown(diagonal, edits, below, above) ? above : below + 1;
}

function comesDown(diagonal: number, edits: number, below: number, above: number): boolean {
  return diagonal === -edits || (diagonal !== edits && below < above);
}

function wayBack(rounds: Int32Array[], lengthA: number, lengthB: number): Edit[] {
  const edits: Edit[] = [];
  let [x, y] = [lengthA, lengthB];
  for (let count = rounds.length - 1; count >= 0; count--) {
    const [row, centre, diagonal] = [rounds[count]!, count + 1, x - y];
    const [below, above] = [row[centre + diagonal - 1]!, row[centre + diagonal + 1]!];
    const down = comesDown(diagonal, count, below, above);
    const from = count === 0 ? 0 : down ? above : below + 1;
    while (x > from) edits.push({ kind: "same", a: --x, b: --y });
    if (count === 0) break;
    edits.push(down ? { kind: "added", b: --y } : { kind: "removed", a: --x });
  }
  return edits.reverse();
}
