/** Text with `code` between backquotes, as labs and the site's own words write it. */
import type { Text } from "../model/run.js";
import { type Child, el } from "./element.js";
import { type Lang, say } from "./text.js";

export function prose(text: string): Child[] {
  const parts = text.split("`");
  // An odd number of backquotes is no pair: the text stands as it is.
  if (parts.length % 2 === 0) return [text];
  return parts.map((part, index) => (index % 2 === 1 ? el("code", null, part) : part));
}

export function tell(text: Text, lang: Lang): Child[] {
  return prose(say(text, lang));
}
