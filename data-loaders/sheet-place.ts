import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The file and line of a lab sheet that a fault speaks of, as `labs/<folder>/lab.ts:12`: where what the fault quotes or
 * names is first written. Without such a place, the file alone.
 * @param fault `<path>: <what is wrong>`, with the faulty value in quotation marks or as a word of its own
 */
export function placeOf(fault: string, folder: string, root = "."): string {
  const at = join("labs", folder);
  const files = readdirSync(join(root, at))
    .filter((name) => name.endsWith(".ts"))
    .sort((a, b) => Number(b === "lab.ts") - Number(a === "lab.ts"));
  for (const token of tokensOf(fault)) {
    for (const file of files) {
      const lines = readFileSync(join(root, at, file), "utf8").split("\n");
      const line = lines.findIndex((text) => text.includes(token));
      if (line >= 0) return `${at}/${file}:${line + 1}`;
    }
  }
  return `${at}/lab.ts`;
}

/** What the fault quotes, then its last word and the words of its path, as they would be written in quotation marks. */
function tokensOf(fault: string): string[] {
  const quoted = [...fault.matchAll(/"(?:[^"\\]|\\.)+"/g)].map(([text]) => text).reverse();
  const [path = "", ...rest] = fault.split(": ");
  const words = rest
    .join(": ")
    .split(/[\s,]+/)
    .filter((word) => /^[\w./{}-]{2,}$/.test(word));
  const names = path.split(/[.[\]]/).filter((word) => /^[a-z][\w-]*$/.test(word));
  return [
    ...quoted,
    ...[...words].reverse().map((word) => `"${word}"`),
    ...[...names].reverse().map((name) => `${name}:`),
  ];
}
