/** The shapes of what pages load first; data-loaders/site/page-data.ts writes them from labs and evidence at each build. */
import type { Lab } from "../../labs/vocabulary/lab.js";
import type { Ref, VerdictKind } from "../model/predictions/types.js";
import type { Environment, RunStatus, Text } from "../model/run.js";
import type { AnswerSummary } from "./answers/summary.js";
import type { RunDigest } from "./run-digest.js";

/** OBSERVED: a run is there and the lab is as it was then. STALE: the lab changed since. NOT_RUN: nothing was observed. */
export type PageState = "OBSERVED" | "STALE" | "NOT_RUN";

/** Both series with everything that is known about their chapters. */
export interface Sheets {
  series: { id: string; title: Text; chapters: ChapterSheet[] }[];
}

/** `data/made/book.json`: enough for a map of the series. */
export interface Book {
  series: { id: string; title: Text; chapters: ChapterCard[] }[];
}

export interface ChapterCard extends Omit<ChapterSheet, "lab"> {
  /** The chapter has no lab yet. */
  planned: boolean;
}

/** `data/made/chapters/<id>.<language>.json`: what one chapter's page shows before anything is opened. */
export interface ChapterData {
  sheet: ChapterSheet;
  run?: RunDigest;
  files: Download[];
  /** Published answers to its exercises. */
  answers?: AnswerSummary[];
  /** How what the predictions speak of is observed, in words. */
  howRead?: Record<Ref, HowRead>;
  previous?: Neighbour;
  next?: Neighbour;
  /** What the chapter's notebook in this language cites: names of values and ids of steps. Absent while it is not written. */
  notebook?: NotebookCites;
}

export interface NotebookCites {
  values: string[];
  steps: string[];
}

export interface HowRead {
  how: Text;
  unit?: string;
}

export interface Neighbour {
  id: string;
  title: Text;
}

export interface ChapterSheet {
  id: string;
  title: Text;
  series: Text;
  state: PageState;
  /** Parts of the lab that differ from those that the run was made with. */
  changed: string[];
  /** The predictions were edited after the run that the page shows. */
  amended: boolean;
  /** Absent while the chapter has no lab: it is planned. */
  lab?: LabSheet;
  /** Absent while no run was recorded. */
  run?: RunSummary;
  /** A later attempt than `run` that recorded nothing better. */
  later?: HistoryLine;
}

/** A lab without what only the engine needs. */
export interface LabSheet
  extends Pick<
    Lab,
    | "id"
    | "question"
    | "environment"
    | "needs"
    | "exclusive"
    | "predictions"
    | "limits"
    | "table"
    | "exercises"
  > {
  /** Capabilities that single cases or steps need beyond the lab's; without them only those are NOT_RUN. */
  furtherNeeds: string[];
  /** What is asked about each prediction, without the answer; where a lab asks in its own words. */
  questions?: Record<string, Text>;
  /** The lab's folder, relative to the project's root. */
  folder: string;
  cases: { id: string; kind: "normal" | "negative" | "exercise"; title: Text; steps: StepSheet[] }[];
}

export interface StepSheet {
  id: string;
  kind: string;
  title: Text;
}

export interface RunSummary {
  id: string;
  status: RunStatus;
  statusReason?: string;
  startedAt: string;
  environment: Environment;
  verdicts: Partial<Record<VerdictKind, number>>;
  leftovers: number;
}

export interface HistoryLine {
  id: string;
  status: RunStatus;
  startedAt: string;
  reason?: string;
}

export interface Download {
  name: string;
  title: Text;
  /** The chapter that it belongs to; every page of labs offers it when absent. */
  chapter?: string;
  sha256: string;
  bytes: number;
}
