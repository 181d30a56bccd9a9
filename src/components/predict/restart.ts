/** The way to begin a chapter again: a button that says what it removes, and asks once before it does. */
import { el } from "../element.js";

export interface RestartWords {
  /** On the button that asks. */
  startOver: string;
  /** What is removed; `{sealed}` and `{seen}` stand for the counts. */
  startOverAsks: string;
  startOverYes: string;
  startOverNo: string;
}

export interface Restart {
  element: HTMLElement;
  /** Shows the button while there is something to remove. */
  update(count: { sealed: number; seen: number }): void;
}

export function restartControl(words: RestartWords, restart: () => void): Restart {
  let count = { sealed: 0, seen: 0 };
  const element = el("div", { class: "start-over" });
  offer();
  return {
    element,
    update(now) {
      if (now.sealed === count.sealed && now.seen === count.seen) return;
      count = now;
      offer();
    },
  };

  function offer(focus = false): void {
    element.hidden = count.sealed + count.seen === 0;
    const button = el("button", { type: "button", class: "start-over-ask", onclick: ask }, words.startOver);
    element.replaceChildren(button);
    if (focus) button.focus();
  }

  function ask(): void {
    const text = words.startOverAsks
      .replace("{sealed}", String(count.sealed))
      .replace("{seen}", String(count.seen));
    const no = el(
      "button",
      { type: "button", class: "start-over-no", onclick: () => offer(true) },
      words.startOverNo,
    );
    element.replaceChildren(
      el("p", { role: "status" }, text),
      el("p", null, [
        el("button", { type: "button", class: "start-over-yes", onclick: restart }, words.startOverYes),
        " ",
        no,
      ]),
    );
    no.focus();
  }
}
