// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { draw, example, faultsOf, page, recorded } from "./examples.js";

const outage = example("phases");
const written = (source: string, kind = "phases", chapter = "k07") =>
  faultsOf(() => draw({ kind, chapter, source, line: 10 }));

describe("faults of a picture", () => {
  it("names every wrong name and key with its line, all at once", () => {
    const faults = written(
      [
        "title: t",
        "timeline: outage",
        "phases:",
        "  - {label: a, until: nowhere, color: red}",
        "  - label: b",
        "    tone: angry",
      ].join("\n"),
    );
    expect(faults.map(({ line }) => line)).toEqual([13, 15]);
    expect(faults.map(({ message }) => message).join("\n")).toContain(
      "phases.0.color: there is no such key here",
    );
    expect(faults.map(({ message }) => message).join("\n")).toContain("phases.1.tone");
  });

  it("names a value that nothing observes and a moment that nothing is called", () => {
    const source = [
      "title: t",
      "timeline: outage",
      "phases:",
      "  - {label: a, until: nowhere}",
      '  - {label: "{{no.such}}"}',
    ].join("\n");
    expect(written(source)).toEqual([
      { line: 13, message: "phases.0.until: no step, timeline point or observation is called nowhere" },
      { line: 14, message: "phases.1.label: nothing observes no.such" },
    ]);
  });

  it("names text that is not YAML", () => {
    const [fault] = written("title: t\nphases: [");
    expect(fault!.message).toMatch(/^not YAML: /);
  });

  it("names a part that a state speaks of and the picture does not have", () => {
    const source = `${outage.source}states:\n  - {at: unknown, text: x, mark: [phase-9]}\n`;
    const faults = written(source.replace("at: unknown", "at: outage/unknown"));
    expect(faults).toHaveLength(1);
    expect(faults[0]!.message).toMatch(/^states\.0\.mark: the picture has no part phase-9; it has phase-1, /);
  });

  it("names states that run backwards", () => {
    const source = `${outage.source}states:\n  - {at: outage/marked, text: x}\n  - {at: outage/unknown, text: y}\n`;
    expect(written(source).map(({ message }) => message)).toEqual([
      "states.1.at: outage/unknown was before the state above it",
    ]);
  });

  it("names a kind that there is not, with those that there are", () => {
    expect(written("title: t", "pie")[0]!.message).toBe(
      "there is no kind of picture pie; there are phases, boxes, packet, flow, digests, custody, walk",
    );
  });

  it("draws every kind without a run: no value, and no fault", () => {
    for (const kind of ["phases", "boxes", "packet", "flow", "digests", "custody", "walk"]) {
      const { source } = example(kind);
      const drawn = page(
        draw({ ...example(kind), source: source.replace(/references:[\s\S]*?(?=caption)/, "") }, undefined),
      );
      expect(drawn.querySelector(".picture-stage")).not.toBeNull();
    }
    expect(recorded("k07").chapter).toBe("k07");
  });
});
