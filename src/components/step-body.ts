/** What an opened step shows: where and when it ran, its command, and what it printed. Loaded when a step is opened. */
import type { Source, StepRecord } from "../model/run.js";
import { command } from "./copy-button.js";
import { el } from "./element.js";
import { commandLine, formatTime } from "./format.js";
import type { Page } from "./page.js";
import { type RawOutput, rawOutput } from "./raw-output.js";

export interface StepBody {
  element: HTMLElement;
  /** Loads what the step printed; a source's place in it is marked. */
  open(source?: Source): void;
}

export function stepBody(step: StepRecord, page: Page): StepBody {
  const { words } = page;
  const streams: Record<string, RawOutput> = {};
  for (const stream of ["stdin", "stdout", "stderr"] as const) {
    if (step[stream]) streams[stream] = rawOutput(stream, step.id, step[stream], page);
  }
  const element = el(
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
      ? Object.values(streams).map((stream) => stream.element)
      : el("p", { class: "empty" }, words.noOutput),
  );
  let opened = false;
  return {
    element,
    open(source) {
      for (const [name, stream] of Object.entries(streams))
        if (!opened && name !== source?.stream) void stream.open();
      opened = true;
      if (source) void streams[source.stream]?.open(source.span);
    },
  };
}
