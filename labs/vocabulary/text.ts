import type { Text } from "../../src/model/run.js";

/** A text in both languages. */
export function t(en: string, zh: string): Text {
  return { en, zh };
}
