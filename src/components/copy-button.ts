import { el } from "./element.js";
import type { Words } from "./text.js";

/** Copies `text`, character for character. Where the browser refuses, it is selected for copying by hand. */
export function copyButton(text: string, words: Words, label = words.copy): HTMLElement {
  const button = el("button", { type: "button", class: "copy", onclick: () => void copy() }, label);
  async function copy() {
    const done = await write(text);
    button.textContent = done ? words.copied : label;
    setTimeout(() => (button.textContent = label), 1600);
  }
  return button;
}

/** The clipboard is closed to pages that are not served securely; there the older way is tried. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const area = el("textarea", { "aria-hidden": "true", class: "copy-source" });
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) window.prompt("", text);
  return done;
}

/** A command to paste, with its button. */
export function command(line: string, words: Words): HTMLElement {
  return el(
    "div",
    { class: "command" },
    el("pre", { tabindex: 0 }, el("code", null, line)),
    copyButton(line, words),
  );
}
