/** Text of a fence's option that a reader sees: `code`, `{{values}}`, and the same rule for numbers as running prose. */
import { withCode } from "./html.js";
import { checkText } from "./prose.js";
import type { Page } from "./types.js";
import { renderValue } from "./value.js";

export function inlineText(text: string, page: Page, line: number): string {
  const parts = text.split(/\{\{([^{}]+)\}\}/);
  checkText(parts.filter((_, index) => index % 2 === 0).join(" "), page, line);
  return parts
    .map((part, index) => (index % 2 === 1 ? renderValue(part, page, line) : withCode(part)))
    .join("");
}
