/** The steps of a case: what was run, where, how it ended, and what it printed. */
import type { Source, StepRecord } from "../model/run.js";
import { badge } from "./badge.js";
import { command } from "./copy-button.js";
import { el } from "./element.js";
import { commandLine, formatDuration, formatTime } from "./format.js";
import { layerTable } from "./layer-table.js";
import type { Page } from "./page.js";
import { tell } from "./prose.js";
import { type RawOutput, rawOutput } from "./raw-output.js";

const openers = new WeakMap<Element, (source: Source) => void>();

export function stepList(steps: StepRecord[], page: Page): HTMLElement {
  return el(
    "ol",
    { class: "steps" },
    steps.map((step) =>
      el("li", null, stepEntry(step, page), step.kind === "diagnose" && layerTable(step, page)),
    ),
  );
}

/** Opens the step that a source names and marks the place in its output. False when the page has no such step. */
export function showStep(source: Source, root: ParentNode): boolean {
  const entry = root.querySelector(`[id="step-${CSS.escape(source.step)}"]`);
  if (!entry) return false;
  for (let outer = entry.closest("details"); outer; outer = outer.parentElement?.closest("details") ?? null)
    outer.open = true;
  openers.get(entry)?.(source);
  entry.scrollIntoView({ block: "start" });
  return true;
}

function stepEntry(step: StepRecord, page: Page): HTMLElement {
  const { words, lang } = page;
  const streams: Record<string, RawOutput> = {};
  for (const stream of ["stdin", "stdout", "stderr"] as const) {
    if (step[stream]) streams[stream] = rawOutput(stream, step.id, step[stream], page);
  }
  const entry = el(
    "details",
    { class: "step", id: `step-${step.id}`, ontoggle: () => entry.open && openAll() },
    el(
      "summary",
      null,
      el("span", { class: "step-title" }, tell(step.title, lang)),
      badge(step.status, words),
      el("span", { class: "step-facts" }, facts(step, page)),
    ),
    el(
      "div",
      { class: "step-body" },
      el(
        "p",
        { class: "step-where" },
        `${step.id} · ${words.target} ${step.target}`,
        step.startedAt && ` · ${formatTime(step.startedAt)}`,
      ),
      step.argv.length > 0 && command(commandLine(step.argv), words),
      step.reason && el("p", { class: "reason" }, step.reason),
      Object.keys(streams).length > 0
        ? Object.values(streams).map(({ element }) => element)
        : el("p", { class: "empty" }, words.noOutput),
    ),
  );
  let opened = false;
  function openAll(except?: string) {
    if (opened) return;
    opened = true;
    for (const [name, stream] of Object.entries(streams)) if (name !== except) void stream.open();
  }
  openers.set(entry, (source) => {
    openAll(source.stream);
    entry.open = true;
    void streams[source.stream]?.open(source.span);
  });
  return entry;
}

function facts(step: StepRecord, { words }: Page): string {
  return [
    step.exitCode !== undefined && `${words.exit} ${step.exitCode}`,
    step.signal && `${words.signal} ${step.signal}`,
    step.durationMs !== undefined && formatDuration(step.durationMs),
    step.tries !== undefined && step.tries > 1 && `${step.tries} ${words.tries}`,
  ]
    .filter(Boolean)
    .join(" · ");
}
