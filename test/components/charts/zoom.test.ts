// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import type { TimelineChart } from "../../../src/components/charts/data.js";
import { distributionView } from "../../../src/components/charts/distribution-view.js";
import { chartWords } from "../../../src/components/charts/words.js";
import { createZoom, moved, scaled, within } from "../../../src/components/charts/zoom.js";

const chart = { extent: [-10, 90], focus: [0, 50] } as TimelineChart;

function attached() {
  const area = document.createElement("div");
  const zoom = createZoom(chart, area, chartWords.en);
  const range: Record<string, number> = {};
  const view = {
    signal: (name: string, value: number) => {
      range[name] = value;
      return view;
    },
    runAsync: vi.fn(async () => view),
    width: () => 500,
  };
  zoom.attach(view as never);
  const now = () => [range.shown_from, range.shown_to];
  const press = (name: string) => zoom.controls.querySelector<HTMLElement>(`[aria-label="${name}"]`)!.click();
  return { area, now, press };
}

describe("zoom", () => {
  it("begins with the named points; buttons zoom, move and show everything", () => {
    const { now, press } = attached();
    expect(now()).toEqual([0, 50]);
    press("Zoom in");
    expect(now()).toEqual([12.5, 37.5]);
    press("Later");
    expect(now()).toEqual([18.75, 43.75]);
    press("Everything");
    expect(now()).toEqual([-10, 90]);
    press("Zoom out");
    expect(now()).toEqual([-10, 90]);
    press("Named points");
    expect(now()).toEqual([0, 50]);
  });

  it("leaves the wheel to the page unless Shift is held", () => {
    const { area, now } = attached();
    const wheel = (shiftKey: boolean) => {
      const event = new WheelEvent("wheel", { deltaY: 1, shiftKey, cancelable: true });
      area.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect([wheel(false), now()]).toEqual([false, [0, 50]]);
    expect(wheel(true)).toBe(true);
    expect(now()).not.toEqual([0, 50]);
  });

  it("never leaves what was recorded", () => {
    expect(within(moved([0, 50], 1000), [-10, 90])).toEqual([40, 90]);
    expect(within(scaled([0, 50], 100), [-10, 90])).toEqual([-10, 90]);
    const [from, to] = within([5, 5], [-10, 90]);
    expect(to - from).toBeCloseTo(0.01);
  });
});

it("a distribution's table and list hold what its chart shows", () => {
  const view = distributionView(
    {
      id: "ping",
      unit: "ms",
      groups: [{ name: "ping", samples: [3, 1, 2], n: 3, min: 1, p25: 1.5, median: 2, p75: 2.5, max: 3 }],
      bands: [],
      references: [],
    },
    "zh",
  );
  const cells = [...view.querySelectorAll("tbody td")].map(({ textContent }) => textContent);
  expect(cells).toEqual(["3", "1", "1.5", "2", "2.5", "3"]);
  expect(view.querySelector(".samples")!.textContent).toBe("ping: 3 · 1 · 2 ms");
  expect(view.querySelector("thead")!.textContent).toContain("中位数 (ms)");
});
