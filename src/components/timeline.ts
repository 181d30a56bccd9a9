/** A timeline as table, and as a chart that is loaded when it scrolls into view. */
import type { Gap, Timeline, TimelineEntry } from "../model/timeline/types.js";
import { el } from "./element.js";
import { formatOffset } from "./format.js";
import { sourceLink } from "./observed-value.js";
import type { Page, WholePage } from "./page.js";
import { type Colours, predictedBands, timelineSpec } from "./timeline-spec.js";
import { whenSeen } from "./when-seen.js";

export function timelineView(timeline: Timeline, page: WholePage): HTMLElement {
  const { words } = page;
  const chart = el("div", { class: "chart", role: "img", "aria-label": words.chart });
  whenSeen(chart, () => drawChart(chart, timeline, page));
  return el(
    "figure",
    { class: "timeline" },
    el(
      "figcaption",
      null,
      el("strong", null, `${words.timeline} ${timeline.id}`),
      ` ${words.t0} `,
      el(
        "a",
        {
          href: `#step-${timeline.t0.step}`,
          onclick: () => page.show({ step: timeline.t0.step, stream: "record" }),
        },
        timeline.t0.step,
      ),
      ` (${timeline.t0.at}) · ${words.clock}: ${timeline.clock} · ${words.resolution}: ±${timeline.resolutionMs} ms`,
    ),
    chart,
    legend(timeline, page),
    timelineTable(timeline, page),
  );
}

export function timelineTable(timeline: Timeline, page: Page): HTMLElement {
  const { words } = page;
  const named = new Map(Object.entries(timeline.events).map(([name, index]) => [index, name]));
  const rows = [
    ...timeline.entries.map((entry, index) => ({
      at: entry.offsetMs,
      row: entryRow(entry, named.get(index), page),
    })),
    ...timeline.gaps.map((gap) => ({ at: gap.fromMs, row: gapRow(gap, page) })),
  ].sort((a, b) => a.at - b.at);
  return el(
    "table",
    { class: "timeline-table stacked" },
    el(
      "thead",
      null,
      el(
        "tr",
        null,
        [words.offset, words.received, words.object, words.change].map((label) =>
          el("th", { scope: "col" }, label),
        ),
      ),
    ),
    el(
      "tbody",
      null,
      rows.map(({ row }) => row),
    ),
  );
}

function entryRow(entry: TimelineEntry, name: string | undefined, page: Page): HTMLElement {
  const { words } = page;
  return el(
    "tr",
    null,
    el(
      "td",
      { "data-label": words.offset, class: "number" },
      sourceLink(formatOffset(entry.offsetMs), entry.source, page),
    ),
    el("td", { "data-label": words.received, class: "number" }, entry.receivedAt.slice(11, 23)),
    el("td", { "data-label": words.object }, entry.object),
    el(
      "td",
      { "data-label": words.change },
      entry.change,
      name && el("span", { class: "event-name" }, `◆ ${name}`),
      entry.serverTime &&
        el(
          "span",
          { class: "note" },
          `${words.serverTime}: ${entry.serverTime.text} (${entry.serverTime.field})`,
        ),
    ),
  );
}

function gapRow(gap: Gap, { words }: Page): HTMLElement {
  return el(
    "tr",
    { class: "gap" },
    el(
      "td",
      { colspan: 4 },
      `${formatOffset(gap.fromMs)} – ${formatOffset(gap.toMs)} ${gap.object}: ${words.gap} (${gap.reason})`,
    ),
  );
}

function legend(timeline: Timeline, { words, run }: WholePage): HTMLElement {
  const bands = predictedBands(run, timeline).map(
    ({ fromMs, toMs, prediction }) => `${prediction} ${formatOffset(fromMs)} – ${formatOffset(toMs)}`,
  );
  return el(
    "p",
    { class: "legend" },
    bands.length > 0 && el("span", { class: "legend-band" }, `${words.predictedBand}: ${bands.join("; ")}`),
    timeline.gaps.length > 0 && el("span", { class: "legend-gap" }, words.gap),
  );
}

async function drawChart(chart: HTMLElement, timeline: Timeline, page: WholePage): Promise<void> {
  const { default: embed } = await import("vega-embed");
  const spec = timelineSpec(timeline, predictedBands(page.run, timeline), coloursOf(chart));
  await embed(chart, spec as never, { actions: false, renderer: "svg", tooltip: { theme: "custom" } });
  // The chart has one name, and the table below it holds the data: its hundreds of marks are not to be read out.
  chart.querySelector("svg")?.setAttribute("aria-hidden", "true");
}

function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: read("--ink"),
    faint: read("--rule"),
    point: read("--accent"),
    named: read("--refuted"),
    band: read("--confirmed"),
    gap: read("--ink-soft"),
    font: read("--sans"),
  };
}
