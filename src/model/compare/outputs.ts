import { diffLines } from "./lines.js";
import type { Names } from "./pseudonyms.js";

/** One line under pseudonyms, with its number (from 1) in each output that has it. */
export interface OutputLine {
  kind: "same" | "removed" | "added";
  text: string;
  a?: number;
  b?: number;
}

/**
 * Two outputs of one step, line by line. Lines are matched by what is left when everything that is new in every run is
 * blurred; then names are given by place, and a line is the same when it is under these names. JSON is compared in one
 * layout, whichever it was printed in.
 */
export function compareOutputs(a: string, b: string, names: Names): OutputLine[] {
  const [linesA, linesB] = [linesOf(a), linesOf(b)];
  const edits = diffLines(
    linesA.map((line) => names.blurText("a", line)),
    linesB.map((line) => names.blurText("b", line)),
  );
  for (const edit of edits) if (edit.kind === "same") names.pairText(linesA[edit.a]!, linesB[edit.b]!);
  return edits.flatMap((edit): OutputLine[] => {
    const was = edit.kind === "added" ? undefined : names.hideText("a", linesA[edit.a]!);
    const is = edit.kind === "removed" ? undefined : names.hideText("b", linesB[edit.b]!);
    if (edit.kind === "same" && was === is)
      return [{ kind: "same", text: was!, a: edit.a + 1, b: edit.b + 1 }];
    return [
      ...(edit.kind !== "added" ? [{ kind: "removed" as const, text: was!, a: edit.a + 1 }] : []),
      ...(edit.kind !== "removed" ? [{ kind: "added" as const, text: is!, b: edit.b + 1 }] : []),
    ];
  });
}

function linesOf(text: string): string[] {
  const lines = (laidOut(text) ?? text).split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function laidOut(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  // numbers that JavaScript would round would be printed alike
  if (/\d{16}|\d[eE][+-]?\d{3}|\d\.\d{15}/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '""'))) return undefined;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined; // several documents, or cut off: compared as it was printed
  }
}
