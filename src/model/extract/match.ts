import type { Value } from "../run.js";
import { byteSpan, textOf } from "./bytes.js";
import type { Extract, Extracted } from "./types.js";

/** A regular expression over the text: group 1, or the whole match when there is no group. */
export function extractMatch(how: Extract & { kind: "match" }, bytes: Uint8Array): Extracted {
  const text = textOf(bytes);
  const flags = new Set((how.flags ?? "m") + "gd");
  const matches = [...text.matchAll(new RegExp(how.pattern, [...flags].join("")))];
  if (how.all) {
    const wrong = matches.find((m) => !isSound(typed(m[1] ?? m[0], how.as)));
    if (wrong) return notANumber(wrong[1] ?? wrong[0]);
    return { value: matches.map((m) => typed(m[1] ?? m[0], how.as)), source: { pointer: how.pattern } };
  }
  const first = matches[0];
  if (!first) return { missing: `no match of /${how.pattern}/` };
  const group = first[1] === undefined ? 0 : 1;
  const [from, to] = first.indices![group]!;
  const value = typed(first[group]!, how.as);
  if (!isSound(value)) return notANumber(first[group]!);
  const span = byteSpan(bytes, text, from, to);
  return { value, source: { pointer: how.pattern, ...(span && { span }) } };
}

function typed(text: string, as: "number" | "string" | undefined): Value {
  if (as !== "number") return text;
  return text.trim() === "" ? Number.NaN : Number(text);
}

/** JSON knows neither NaN nor Infinity: both would be stored as null. */
function isSound(value: Value): boolean {
  return typeof value !== "number" || Number.isFinite(value);
}

function notANumber(text: string): Extracted {
  return { missing: `${JSON.stringify(text)} is not a number`, unread: true };
}
