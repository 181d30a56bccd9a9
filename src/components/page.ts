/** What the components of one chapter's page share. */
import type { RunDocument, Source } from "../model/run.js";
import type { ChapterCharts } from "./charts/data.js";
import type { RunDigest } from "./run-digest.js";
import type { Lang, Words } from "./text.js";

export interface Page {
  lang: Lang;
  words: Words;
  run: RunDigest;
  /** The whole run document, fetched at the first call. */
  whole(): Promise<RunDocument>;
  /** What its charts are drawn from, fetched at the first call. */
  charts(): Promise<ChapterCharts>;
  /** The stored bytes of one output. */
  raw(sha256: string): Promise<Uint8Array>;
  rawUrl(sha256: string): string;
  /** Where the chapter's notebook tells of a value or a step; undefined when it does not. */
  toldAt?(kind: "values" | "steps", name: string): string | undefined;
  /** Opens the step that a value came from and marks the place in its output. */
  show(source: Source): void;
}

/** A page whose whole run document is there: what chains and timelines are drawn from. */
export interface WholePage extends Page {
  run: RunDocument;
}
