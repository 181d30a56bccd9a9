/** Output as a terminal would colour it, made of text nodes: nothing in it is read as HTML, nothing moves a cursor. */
import { el } from "../element.js";
import { cellsOf } from "./cells.js";
import type { Window } from "./fold.js";
import { lex, visible } from "./lex.js";
import { createStyles, type Style } from "./style.js";

/**
 * The part of `text` in `window`. Colours set before it hold within it. The marked span is one `mark` element; where it
 * begins or ends within a control sequence it takes in the whole sequence.
 */
export function renderOutput(text: string, window: Window, mark?: Window): Node[] {
  const parts: [before: Node[], marked: Node[], after: Node[]] = [[], [], []];
  const styles = createStyles();
  let style: Style | undefined;
  for (const { kind, from, to } of lex(text)) {
    if (from >= window.to) break;
    if (kind === "sgr") style = styles.apply(text.slice(from, to));
    else if (kind === "control" && to > window.from)
      parts[partOf(from, to, mark)].push(picture(text.slice(from, to)));
    else if (to > window.from)
      for (const [a, b] of cutAt(Math.max(from, window.from), Math.min(to, window.to), mark))
        parts[partOf(a, b, mark)].push(...styled(text.slice(a, b), style));
  }
  const [before, marked, after] = parts;
  return [...before, ...(marked.length > 0 ? [el("mark", { tabindex: "-1" }, marked)] : []), ...after];
}

function partOf(from: number, to: number, mark: Window | undefined): 0 | 1 | 2 {
  if (!mark || to <= mark.from) return 0;
  return from >= mark.to ? 2 : 1;
}

/** A stretch of text in up to three pieces: before, within and after the mark. */
function cutAt(from: number, to: number, mark: Window | undefined): [number, number][] {
  const inside = (at: number) => at > from && at < to;
  const points = [from, ...(mark ? [mark.from, mark.to].filter(inside) : []), to];
  return points.slice(1).map((end, index) => [points[index]!, end]);
}

/** The characters are there, but not rendered: what is seen is a picture of them. */
function picture(control: string): Node {
  return el(
    "span",
    { class: "control", "data-shown": visible(control) },
    el("span", { hidden: true }, control),
  );
}

function styled(text: string, style: Style | undefined): Node[] {
  const nodes = cellsOf(text).map(({ text, wide }) =>
    wide ? el("span", { class: "wide" }, text) : document.createTextNode(text),
  );
  if (!style) return nodes;
  const span = el("span", { class: style.classes.join(" ") || undefined }, nodes);
  if (style.color) span.style.color = style.color;
  if (style.background) span.style.backgroundColor = style.background;
  return [span];
}
