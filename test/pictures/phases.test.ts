// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { phasesSchema } from "../../src/pictures/phases/index.js";
import { resolvePhases } from "../../src/pictures/phases/resolve.js";
import { type Box, layoutWide, wideWidth } from "../../src/pictures/phases/wide.js";
import { recordedContext } from "../../src/pictures/recorded.js";
import { readSheet } from "../../src/pictures/sheet.js";
import { seconds } from "../../src/pictures/time.js";
import { draw, example, page, recorded } from "./examples.js";

const outage = example("phases");
const run = recorded("k07");
const point = (name: string) => {
  const { entries, events } = run.timelines.find(({ id }) => id === "outage")!;
  return entries[events[name]!]!.offsetMs;
};

describe("phases", () => {
  it("writes every boundary as the timeline has it", () => {
    const times = [...page(draw(outage)).querySelectorAll(".phases-wide .pic-flag .pic-time")];
    expect(times.map(({ textContent }) => textContent)).toEqual(
      [0, point("unknown"), point("marked")].map((ms) => seconds(ms)),
    );
  });

  it("draws widths in proportion to time", () => {
    const [, silent, tainted] = [
      ...page(draw(outage)).querySelectorAll<SVGRectElement>(".phases-wide > .pic-phase rect"),
    ];
    const width = (rect?: Element) => Number(rect!.getAttribute("width"));
    expect(width(silent) / width(tainted)).toBeCloseTo(
      point("unknown") / (point("marked") - point("unknown")),
      1,
    );
  });

  it.each(["en", "zh"] as const)("lays no text over another, and none outside (%s)", (lang) => {
    const { boxes } = layout(outage.source, lang);
    expect(boxes.length).toBeGreaterThan(12);
    expect(overlaps(boxes)).toEqual([]);
    for (const { x, width } of boxes) expect(x + width).toBeLessThanOrEqual(wideWidth + 1);
  });

  it("lays no text over another with long words, nor with phases of a hair's breadth", () => {
    const long = outage.source
      .replaceAll("begins: ", "begins: considerably longer words and ")
      .replace("label: silent", "label: silent and unnoticed by everybody in the cluster")
      .replace("until: unknown, tone: wait", "until: noschedule, tone: wait");
    expect(overlaps(layout(long, "en").boxes)).toEqual([]);
  });

  it("hatches what has no recorded boundary, with the reason below", () => {
    const drawn = page(
      draw({
        ...outage,
        source: outage.source.replace("until: marked, tone: alarm", "until: default-marked, tone: alarm"),
      }),
    );
    const missing = [...drawn.querySelectorAll(".phases-wide .pic-phase.is-missing")];
    expect(missing.length).toBeGreaterThanOrEqual(2);
    expect(missing[0]!.querySelector(".pic-hatch")).not.toBeNull();
    expect(drawn.querySelector(".picture-missing")!.textContent).toMatch(
      /^○ NOT_FOUND: default-marked: no entry of timeline outage matches · default-marked$/,
    );
  });

  it("draws every phase without a run, and no time", () => {
    const context = { ...recordedContext(undefined, "en") };
    const { spec, sheet } = readSheet(phasesSchema, request(outage.source), context);
    const phases = resolvePhases(spec!, sheet);
    expect(phases.spans.map(({ uncertain }) => uncertain)).toEqual([true, true, true, true]);
    const texts = layoutWide(phases, "linear").svg(
      { off: new Set(), marked: new Set(), broken: new Set() },
      undefined,
      "x",
    );
    expect(texts).not.toMatch(/\d s</);
  });

  it("stops at every recorded boundary, and shows in each state only what had begun", () => {
    const states = [...page(draw(outage)).querySelectorAll<HTMLElement>(".picture-states > li")];
    const names = ["unknown", "endpoint", "named-marked", "marked", "replaced", "replacement-ready"];
    expect(states.map(({ dataset }) => Number(dataset.ms))).toEqual([0, ...names.map(point)].map(Math.round));
    const replaced = (state: HTMLElement) => state.dataset.off?.split(" ").includes("phase-4") ?? false;
    expect(states.map(replaced)).toEqual([true, true, true, true, false, false, false]);
    expect(states[1]!.querySelector(".picture-when")!.textContent).toContain("outage/unknown");
    const heads = states.map(({ dataset }) => Number(dataset.x));
    expect(heads).toEqual([...heads].sort((a, b) => a - b));
  });

  it("leaves nothing to be followed twice in a still", () => {
    const stills = page(draw(outage)).querySelectorAll(".picture-still");
    expect(stills.length).toBe(6);
    for (const still of stills) expect(still.querySelector("[id], a, [data-part], [role]")).toBeNull();
  });
});

function request(source: string) {
  return { kind: "phases", name: "k07", source, where: { file: "PICTURES.md", line: 1 } };
}

function layout(source: string, lang: "en" | "zh") {
  const { spec, sheet, faults } = readSheet(phasesSchema, request(source), recordedContext(run, lang));
  const wide = layoutWide(resolvePhases(spec!, sheet), spec!.scale);
  wide.svg({ off: new Set(), marked: new Set(), broken: new Set() }, undefined, "x");
  expect(faults).toEqual([]);
  return wide;
}

function overlaps(boxes: Box[]): string[] {
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
      )
      .map((b) => `${a.text} / ${b.text}`),
  );
}
