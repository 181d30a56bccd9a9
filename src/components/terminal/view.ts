/** A window on one output: the part that is shown, and buttons for what stands before and after it. */
import { el } from "../element.js";
import { formatCount } from "../format.js";
import type { Lang } from "../text.js";
import { firstWindow, growDown, growUp, linesIn, type Window } from "./fold.js";
import { renderOutput } from "./render.js";
import { terminalWords } from "./words.js";

/** Larger outputs are unfolded part by part; the whole can be copied or downloaded. */
const mostAtOnce = { lines: 20_000, characters: 2_000_000 };

export function terminalView(text: string, label: string, lang: Lang, mark?: Window): HTMLElement {
  const t = terminalWords[lang];
  const pre = el("pre", { class: "bytes", tabindex: "0", role: "group", "aria-label": label });
  const above = el("p", { class: "fold-above" });
  const below = el("p", { class: "fold-below" });
  let window = firstWindow(text, mark);
  const draw = () => {
    pre.replaceChildren(...renderOutput(text, window, mark));
    above.replaceChildren(
      ...(window.from > 0 ? [t.above(part(0, window.from)), button(t.more, growUp)] : []),
    );
    below.replaceChildren(
      ...(window.to < text.length
        ? [t.below(part(window.to, text.length)), button(t.more, growDown), ...allButton()]
        : []),
    );
  };
  function part(from: number, to: number) {
    const lines = linesIn(text, from, to);
    return { count: formatCount(lines > 1 ? lines : to - from), lines: lines > 1 };
  }
  function button(name: string, grow: (text: string, window: Window) => Window): HTMLElement {
    return el("button", { type: "button", class: "unfold", onclick: () => show(grow(text, window)) }, name);
  }
  function allButton(): HTMLElement[] {
    const few = text.length <= mostAtOnce.characters && linesIn(text, 0, text.length) <= mostAtOnce.lines;
    return few
      ? [button(t.all(formatCount(linesIn(text, 0, text.length))), () => ({ from: 0, to: text.length }))]
      : [];
  }
  function show(next: Window) {
    // what the reader looks at keeps its place when lines are added above it
    const fromEnd = pre.scrollHeight - pre.scrollTop;
    const grewUp = next.from < window.from;
    window = next;
    draw();
    if (grewUp) pre.scrollTop = pre.scrollHeight - fromEnd;
    pre.focus({ preventScroll: true });
  }
  draw();
  return el("div", { class: "terminal" }, above, pre, below);
}
