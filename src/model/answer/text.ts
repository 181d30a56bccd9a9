import type { Text, Value } from "../run.js";
import type { Proof } from "./citation.js";
import type { AnswerText } from "./types.js";

const PLACEHOLDER = /\{\{\s*([^{}\s]+)\s*\}\}/g;

/** The names of all `{{…}}` in a text. */
export function placeholderNames(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => match[1]!);
}

/** The text in both languages: the one that is there stands for the one that is not. */
export function inBoth({ en, zh }: AnswerText): Text {
  return { en: en ?? zh ?? "", zh: zh ?? en ?? "" };
}

/** The text with each name replaced by its observed value and unit. */
export function filledText(text: AnswerText, proofs: Proof[]): Text {
  const fill = (words: string, between: string) =>
    words.replace(PLACEHOLDER, (whole, name: string) => {
      // an output or a verdict may be called like a value
      const proof = proofs.find((one) => one.name === name && "value" in one);
      return proof && "value" in proof ? inWords(proof.value, proof.unit, between) : whole;
    });
  const { en, zh } = inBoth(text);
  return { en: fill(en, ", "), zh: fill(zh, "、") };
}

/** A list of plain values reads as an enumeration; anything else that is no text as JSON. */
function inWords(value: Value, unit: string | undefined, between: string): string {
  const isPlain = (one: Value) => typeof one !== "object" || one === null;
  const plain = Array.isArray(value) && value.length > 0 && value.every(isPlain);
  const text = plain ? value.map(asText).join(between) : asText(value);
  return unit === undefined ? text : `${text} ${unit}`;
}

function asText(value: Value): string {
  if (typeof value === "number" && !Number.isInteger(value)) return String(rounded(value));
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Three digits behind the point, or three that count below one: a text's reader needs no more, the proof has them all. */
function rounded(value: number): number {
  return Number(Math.abs(value) < 1 ? value.toPrecision(3) : value.toFixed(3));
}
