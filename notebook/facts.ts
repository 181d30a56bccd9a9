/** `{{book:predictions}}`: what can be counted of the whole book, from the newest run of each chapter. */
import type { RunDocument } from "../src/model/run.js";
import { partOf } from "./book.js";
import { faultMark, plain, tag } from "./html.js";
import { fault, type Page } from "./types.js";

const counts: Record<string, (runs: RunDocument[]) => number> = {
  observed: (runs) => runs.length,
  predictions: (runs) => sum(runs, ({ predictions }) => predictions.length),
  confirmed: (runs) =>
    sum(runs, ({ verdicts }) => verdicts.filter(({ verdict }) => verdict === "CONFIRMED").length),
  refuted: (runs) =>
    sum(runs, ({ verdicts }) => verdicts.filter(({ verdict }) => verdict === "REFUTED").length),
  commands: (runs) =>
    sum(runs, ({ steps }) => steps.filter(({ argv, startedAt }) => argv && startedAt).length),
};

/** `chapters`, or one of the counts. */
export function renderFact(name: string, page: Page, line: number): string {
  const { of } = page.book!;
  if (name === "chapters") return number(String(of.ids.length), name);
  const count = counts[name];
  if (!count)
    return faultMark(
      fault(
        page,
        line,
        `{{book:${name}}}: there is no such count; there are chapters, ${Object.keys(counts).join(", ")}`,
      ),
    );
  const runs = of.ids
    .map((id) => partOf(page, id)?.chapter.run)
    .filter((run) => run !== undefined && run.status !== "NOT_RUN");
  return number(count(runs as RunDocument[]).toLocaleString("en-US"), name);
}

function number(text: string, name: string): string {
  return tag("span", { class: "v v-number", "data-counts": name }, plain(text));
}

function sum(runs: RunDocument[], of: (run: RunDocument) => number): number {
  return runs.reduce((total, run) => total + of(run), 0);
}
