/** What a chapter's charts are drawn from. */
import type { ChapterCharts } from "../../../src/components/charts/data.js";
import type { RunDocument } from "../../../src/model/run.js";
import { readRaw } from "../../evidence/read.js";
import { distributionCharts } from "./distribution-chart.js";
import { timelineChart } from "./timeline-chart.js";

/** @param root the folder of all chapters' evidence */
export async function readCharts(root: string, run: RunDocument): Promise<ChapterCharts> {
  const texts = await outputsWithSamples(root, run);
  return {
    timelines: run.timelines.map((timeline) => timelineChart(timeline, run)),
    distributions: distributionCharts(run, (step, stream) => texts.get(`${step} ${stream}`)),
  };
}

async function outputsWithSamples(root: string, run: RunDocument): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const recipe of Object.values(run.recipes)) {
    if (recipe.from !== "step" || recipe.extract.kind !== "samples") continue;
    const stream = recipe.stream ?? "stdout";
    const output = run.steps.find(({ id }) => id === recipe.step)?.[stream];
    const bytes = output && (await readRaw(root, run.chapter, output.sha256));
    if (bytes) texts.set(`${recipe.step} ${stream}`, new TextDecoder().decode(bytes));
  }
  return texts;
}
