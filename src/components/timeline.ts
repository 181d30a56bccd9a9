/** A timeline as table, and as a chart that is loaded when it scrolls into view. */
import type { Gap, Timeline, TimelineEntry } from "../model/timeline/types.js";
import type { TimelineChart } from "./charts/data.js";
import { drawWhenSeen } from "./charts/draw.js";
import { legend, type Sign } from "./charts/legend.js";
import { timelineSpec } from "./charts/timeline-spec.js";
import { chartWords } from "./charts/words.js";
import { createZoom } from "./charts/zoom.js";
import { el, tableHead } from "./element.js";
import { formatOffset, formatServerTime } from "./format.js";
import { sourceLink } from "./observed-value.js";
import type { Page, WholePage } from "./page.js";

export function timelineView(
  timeline: Timeline,
  chart: TimelineChart | undefined,
  page: WholePage,
): HTMLElement {
  const { words } = page;
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
    chart && chart.points.length > 0 && chartOf(chart, page),
    foldedTable(timeline, page),
  );
}

function chartOf(chart: TimelineChart, { lang, words }: Page): HTMLElement {
  const t = chartWords[lang];
  const area = el("div", { class: "chart", role: "img", "aria-label": words.chart });
  const zoom = createZoom(chart, area, t);
  drawWhenSeen(
    area,
    (look, width) => timelineSpec(chart, look, t, width),
    ({ view }) => zoom.attach(view),
  );
  const signs: [Sign, boolean][] = [
    ["point", true],
    ["named", chart.points.some(({ event }) => event !== "")],
    ["band", chart.bands.length > 0],
    ["reference", chart.references.length > 0],
    ["gap", chart.gaps.length > 0],
  ];
  return el(
    "div",
    { class: "timeline-chart" },
    zoom.controls,
    area,
    legend(
      signs.filter(([, there]) => there).map(([sign]) => sign),
      lang,
    ),
    bandList(chart),
  );
}

/** Where each prediction put its point, in words. */
function bandList({ bands, references }: TimelineChart): HTMLElement | false {
  const items = bands.map(({ from, to, prediction }) => {
    const reference = references.find((one) => one.prediction === prediction);
    const range = `${formatOffset(from * 1000)} – ${formatOffset(to * 1000)}`;
    return el("li", null, el("code", null, prediction), ` ${range}`, reference && ` (◂ ${reference.label})`);
  });
  return items.length > 0 && el("ul", { class: "band-list" }, items);
}

/** A long table is folded: the named points stand in it first. */
function foldedTable(timeline: Timeline, page: Page): HTMLElement {
  const rows = timeline.entries.length + timeline.gaps.length;
  if (rows <= 12) return timelineTable(timeline, page);
  const t = chartWords[page.lang];
  const names = new Set(Object.values(timeline.events));
  const named = {
    ...timeline,
    entries: [] as TimelineEntry[],
    gaps: [],
    events: {} as Record<string, number>,
  };
  for (const index of [...names].sort((a, b) => a - b)) {
    const name = Object.keys(timeline.events).find((one) => timeline.events[one] === index)!;
    named.events[name] = named.entries.push(timeline.entries[index]!) - 1;
  }
  return el(
    "div",
    null,
    named.entries.length > 0 && timelineTable(named, page),
    el(
      "details",
      { class: "further" },
      el("summary", null, `${t.everyChange} (${rows})`),
      timelineTable(timeline, page),
    ),
  );
}

export function timelineTable(timeline: Timeline, page: Page): HTMLElement {
  const { words } = page;
  const named = new Map(Object.entries(timeline.events).map(([name, index]) => [index, name]));
  const rows = [
    ...timeline.entries.map((entry, index) => ({
      at: entry.offsetMs,
      row: entryRow(entry, named.get(index), timeline.t0.at, page),
    })),
    ...timeline.gaps.map((gap) => ({ at: gap.fromMs, row: gapRow(gap, page) })),
  ].sort((a, b) => a.at - b.at);
  return el(
    "table",
    { class: "timeline-table stacked" },
    tableHead([words.offset, words.received, words.object, words.change]),
    el(
      "tbody",
      null,
      rows.map(({ row }) => row),
    ),
  );
}

function entryRow(entry: TimelineEntry, name: string | undefined, t0: string, page: Page): HTMLElement {
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
        el("span", { class: "note" }, `${words.serverTime}: ${formatServerTime(entry.serverTime, t0)}`),
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
