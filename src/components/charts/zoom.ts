/** Moving about in time: buttons for everybody, dragging and Shift with the wheel for who has a mouse. */
import type { View } from "vega";
import { el } from "../element.js";
import type { TimelineChart } from "./data.js";
import { shown } from "./timeline-spec.js";
import type { chartWords } from "./words.js";

type Range = [from: number, to: number];

export interface Zoom {
  controls: HTMLElement;
  /** The view that the controls move from now on; it takes over what part is shown. */
  attach(view: View): void;
}

export function createZoom(chart: TimelineChart, area: HTMLElement, t: (typeof chartWords)["en"]): Zoom {
  let range: Range = chart.focus;
  let view: View | undefined;
  const show = (next: Range) => {
    range = within(next, chart.extent);
    void view?.signal(shown.from, range[0]).signal(shown.to, range[1]).runAsync();
  };
  const button = (label: string, act: () => void, text = label) =>
    el("button", { type: "button", "aria-label": label, title: label, onclick: act }, text);
  const size = () => range[1] - range[0];
  const controls = el(
    "div",
    { class: "chart-controls", role: "group", "aria-label": t.controls },
    button(t.earlier, () => show(moved(range, -size() / 4)), "←"),
    button(t.later, () => show(moved(range, size() / 4)), "→"),
    button(t.zoomIn, () => show(scaled(range, 0.5)), "+"),
    button(t.zoomOut, () => show(scaled(range, 2)), "−"),
    button(t.named, () => show(chart.focus)),
    button(t.all, () => show(chart.extent)),
    el("span", { class: "chart-hint" }, t.zoomHint),
  );
  const perPixel = () => size() / Math.max(1, view?.width() ?? area.clientWidth);
  let dragged: number | undefined;
  area.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button === 0) dragged = event.clientX;
  });
  area.addEventListener("pointermove", (event) => {
    if (dragged === undefined) return;
    show(moved(range, (dragged - event.clientX) * perPixel()));
    dragged = event.clientX;
  });
  for (const end of ["pointerup", "pointerleave", "pointercancel"])
    area.addEventListener(end, () => (dragged = undefined));
  area.addEventListener("wheel", (event) => {
    if (!event.shiftKey) return;
    event.preventDefault();
    show(scaled(range, (event.deltaY || event.deltaX) > 0 ? 1.25 : 0.8));
  });
  return {
    controls,
    attach(next) {
      view = next;
      show(range);
    },
  };
}

export function moved([from, to]: Range, by: number): Range {
  return [from + by, to + by];
}

/** Around its middle, but around t0 while that is shown: what happens after it is what one looks at. */
export function scaled([from, to]: Range, by: number): Range {
  const centre = (from + to) / 2;
  return [centre - (centre - from) * by, centre + (to - centre) * by];
}

/** Never beyond what was recorded, never less than a millisecond a hundred pixels or so. */
export function within([from, to]: Range, [low, high]: Range): Range {
  const size = Math.min(high - low, Math.max(0.01, to - from));
  const start = Math.min(Math.max((from + to - size) / 2, low), high - size);
  return [start, start + size];
}
