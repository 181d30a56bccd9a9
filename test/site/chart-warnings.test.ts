/** Every chart of every published run is drawn without a word from Vega, wide and on a phone. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type LoggerInterface, parse, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { describe, expect, it } from "vitest";
import { readCharts } from "../../data-loaders/site/charts/index.js";
import { distributionSpec } from "../../src/components/charts/distribution-spec.js";
import type { Look } from "../../src/components/charts/look.js";
import { timelineSpec } from "../../src/components/charts/timeline-spec.js";
import { chartWords } from "../../src/components/charts/words.js";
import type { RunDocument } from "../../src/model/run.js";

const root = "src/evidence";
const chapters = readdirSync(root).filter((name) => existsSync(join(root, name, "run.json")));
const names = ["ink", "soft", "rule", "paper", "point", "named", "band", "reference", "gap"];
const look = Object.fromEntries([
  ...names.map((name) => [name, `var(--${name})`]),
  ["font", "sans-serif"],
]) as unknown as Look;

async function drawn(spec: object, width: number): Promise<{ said: string[]; svg: string }> {
  const said: string[] = [];
  const logger = {} as LoggerInterface;
  const say = (...parts: unknown[]) => {
    said.push(parts.join(" "));
    return logger;
  };
  Object.assign(logger, {
    level: () => logger,
    info: () => logger,
    debug: () => logger,
    warn: say,
    error: say,
  });
  const compiled = compile({ ...spec, width } as TopLevelSpec, { logger });
  const view = new View(parse(compiled.spec), { logger, renderer: "none" });
  return { svg: await view.toSVG(), said };
}

describe.each(chapters)("%s", (chapter) => {
  it.each([1060, 328])("is silent at a width of %i", async (width) => {
    const run = JSON.parse(readFileSync(join(root, chapter, "run.json"), "utf8")) as RunDocument;
    const { timelines, distributions } = await readCharts(root, run);
    const specs = [
      ...timelines
        .filter(({ points }) => points.length > 0)
        .map((chart) => timelineSpec(chart, look, chartWords.zh, width)),
      ...distributions.map((chart) => distributionSpec(chart, look, chartWords.zh, width)),
    ];
    for (const spec of specs) {
      const { said, svg } = await drawn(spec, width);
      expect(said).toEqual([]);
      expect(svg).toContain("var(--ink)");
      expect(svg).not.toMatch(/NaN|undefined/);
    }
  });
});
