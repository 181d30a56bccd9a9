import { byteSpan, textOf } from "./bytes.js";
import { partOf, partsOf } from "./part.js";
import { readTable } from "./table.js";
import type { Extract, Extracted } from "./types.js";

/** A cell by its column's heading and by what else its row says. */
export function extractTable(how: Extract & { kind: "table" }, bytes: Uint8Array): Extracted {
  const { column, where = {} } = how;
  const text = textOf(bytes);
  const headings = [column, ...Object.keys(where)];
  const table = readTable(text, headings);
  if (!table) return { missing: `no line has the headings ${headings.join(", ")}`, unread: true };
  const rows = table.filter((row) =>
    Object.entries(where).every(([heading, cell]) => row.get(heading)?.text === cell),
  );
  const pointer = `table:${column}${Object.keys(where).length > 0 ? ` where ${JSON.stringify(where)}` : ""}`;
  if (how.all) {
    const found = partsOf(
      rows.flatMap((row) => row.get(column)?.text ?? []),
      how,
    );
    return "missing" in found ? found : { ...found, source: { pointer } };
  }
  if (rows.length !== 1)
    return {
      missing: `expected one row at ${pointer}, got ${rows.length}`,
      ...(rows.length > 1 && { unread: true }),
    };
  const cell = rows[0]!.get(column);
  if (!cell) return { missing: `the cell at ${pointer} is empty` };
  const found = partOf(cell.text, how);
  if ("missing" in found) return found;
  const span = byteSpan(bytes, text, ...cell.span);
  return { ...found, source: { pointer, ...(span && { span }) } };
}
