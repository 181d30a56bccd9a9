import { el } from "./element.js";
import type { Words } from "./text.js";

/** Copies `text`; where the browser refuses, selects it for copying by hand is left to the reader. */
export function copyButton(text: string, words: Words): HTMLElement {
  const button = el("button", { type: "button", class: "copy", onclick: () => void copy() }, words.copy);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = words.copied;
    } catch {
      selectByHand(text);
    }
    setTimeout(() => (button.textContent = words.copy), 1600);
  }
  return button;
}

/** The clipboard is closed to pages that are not served securely; a prompt shows the text selected instead. */
function selectByHand(text: string): void {
  window.prompt("", text);
}

/** A command to paste, with its button. */
export function command(line: string, words: Words): HTMLElement {
  return el("div", { class: "command" }, el("pre", null, el("code", null, line)), copyButton(line, words));
}
