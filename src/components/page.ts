/** What the components of one chapter's page share. */
import type { RunDocument, Source } from "../model/run.js";
import type { Lang, Words } from "./text.js";

export interface Page {
  lang: Lang;
  words: Words;
  run: RunDocument;
  /** The stored bytes of one output. */
  raw(sha256: string): Promise<Uint8Array>;
  rawUrl(sha256: string): string;
  /** Opens the step that a value came from and marks the place in its output. */
  show(source: Source): void;
}
