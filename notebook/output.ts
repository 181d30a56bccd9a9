/** Recorded bytes as lines to read, and which of them are shown. Pure. */
import { JSONPathEnvironment } from "json-p3";
import { lex, visible } from "../src/components/terminal/lex.js";
import type { Value } from "../src/model/run.js";

/** Text as a terminal would leave it: colours dropped, other control characters as signs. */
export function readable(bytes: Uint8Array): string {
  const text = new TextDecoder("utf-8").decode(bytes).replaceAll("\r\n", "\n");
  let result = "";
  for (const { kind, from, to } of lex(text)) {
    if (kind === "text") result += text.slice(from, to);
    else if (kind === "control") result += visible(text.slice(from, to));
  }
  return result.replace(/\n$/, "");
}

/** JSON in one line is not for reading: the same document, one field a line. Other text as it is. */
export function spread(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // it only looks like JSON
  }
}

/** `3`: the first three. `2-5`, `-3` (the last three), or a list of these. Undefined when it is none of them. */
export function linesOf(spec: string | number, count: number): number[] | undefined {
  const chosen = new Set<number>();
  for (const part of String(spec)
    .split(",")
    .map((one) => one.trim())) {
    const [, first, dash, last] = /^(\d*)(-?)(\d*)$/.exec(part) ?? [];
    if (part === "" || first === undefined || (first === "" && last === "")) return undefined;
    const single = typeof spec === "number" || String(spec).trim() === part;
    const [from, to] = dash
      ? first === ""
        ? [count - Number(last) + 1, count]
        : [Number(first), last === "" ? count : Number(last)]
      : single
        ? [1, Number(first)]
        : [Number(first), Number(first)];
    for (let line = Math.max(1, from); line <= Math.min(count, to); line++) chosen.add(line - 1);
  }
  return [...chosen].sort((a, b) => a - b);
}

/** The named columns of a table with a header line, as `kubectl get`, `crictl ps` and `ip` print it. */
export function columnsOf(text: string, names: string[]): { text: string } | { fault: string } {
  const lines = text.split("\n");
  const header = lines[0] ?? "";
  const starts = [...header.matchAll(/\S+(?: \S+)*/g)].map((match) => ({ name: match[0], at: match.index }));
  const missing = names.filter((name) => !starts.some((one) => one.name === name));
  if (missing.length > 0)
    return {
      fault: `columns: the output has no ${missing.join(", ")}; it has ${starts.map(({ name }) => name).join(", ")}`,
    };
  const chosen = names.map((name) => {
    const index = starts.findIndex((one) => one.name === name);
    return { from: starts[index]!.at, to: starts[index + 1]?.at };
  });
  return { text: table(lines.map((line) => chosen.map(({ from, to }) => line.slice(from, to).trim()))) };
}

/** A table out of JSON: for each item that `rows` finds, what each column's path finds in it. */
export function jsonColumns(
  text: string,
  rows: string,
  columns: Record<string, string>,
): { text: string } | { fault: string } {
  const found = query(text, rows);
  if ("fault" in found) return found;
  const cells: string[][] = [Object.keys(columns)];
  for (const item of found.values) {
    const row: string[] = [];
    for (const path of Object.values(columns)) {
      const inside = query(item, path);
      if ("fault" in inside) return inside;
      row.push(
        inside.values.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join(",") ||
          "<none>",
      );
    }
    cells.push(row);
  }
  return { text: table(cells) };
}

/** What a JSONPath finds, one field a line. */
export function jsonPart(text: string, path: string): { text: string } | { fault: string } {
  const found = query(text, path);
  if ("fault" in found) return found;
  if (found.values.length === 0) return { fault: `json: nothing is at ${path}` };
  return { text: found.values.map((one) => JSON.stringify(one, null, 2)).join("\n") };
}

const paths = new JSONPathEnvironment();

function query(document: unknown, path: string): { values: Value[] } | { fault: string } {
  let data = document;
  if (typeof document === "string") {
    const start = document.search(/[[{]/);
    try {
      data = JSON.parse(document.slice(start)); // an HTTP response has its headers before
    } catch {
      return { fault: "the output is no JSON" };
    }
  }
  try {
    return { values: paths.query(path, data as never).values() as Value[] };
  } catch (error) {
    return { fault: `${path}: ${(error as Error).message}` };
  }
}

function table(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("   ")
        .trimEnd(),
    )
    .join("\n");
}
