import type { Text, Value } from "../run.js";
import type { Proof } from "./citation.js";

const PLACEHOLDER = /\{\{\s*([^{}\s]+)\s*\}\}/g;

/** The names of all `{{…}}` in a text. */
export function placeholderNames(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => match[1]!);
}

/** The text with each name replaced by its observed value and unit. */
export function filledText(text: Text, proofs: Proof[]): Text {
  const fill = (words: string) =>
    words.replace(PLACEHOLDER, (whole, name: string) => {
      const proof = proofs.find((one) => one.name === name);
      return proof && "value" in proof ? inWords(proof.value, proof.unit) : whole;
    });
  return { en: fill(text.en), zh: fill(text.zh) };
}

function inWords(value: Value, unit: string | undefined): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return unit === undefined ? text : `${text} ${unit}`;
}
