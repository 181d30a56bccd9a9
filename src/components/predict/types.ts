/** What a reader predicts, as the browser keeps it. Plain data: the same shape is stored, exported and imported. */
import type { Claim } from "../../model/predictions/types.js";

export const READER = "labbook/reader-predictions/v1";

/**
 * What the reader could have known when sealing. NOTHING_RUN: the page held no run. NOT_SEEN: it did, and hid it.
 * SEEN: the author's prediction or the observed value had been shown; never counted as predicted first.
 */
export type Access = "NOTHING_RUN" | "NOT_SEEN" | "SEEN";

/** One sealed prediction. `hash` is the SHA-256 over the canonical JSON of all its other fields. */
export interface Sealed {
  chapter: string;
  prediction: string;
  claim: Claim;
  /** The reader's reason, in their own words. */
  because?: string;
  /** UTC with milliseconds, by the clock of the reader's machine. */
  sealedAt: string;
  access: Access;
  /** When it was first shown; with SEEN only. */
  seenAt?: string;
  /** The run that the page held; null when it held none. */
  run: string | null;
  /** Digest of the author's predictions that the page held. */
  predictionsDigest: string;
  hash: string;
}

/** By what the author's prediction and the observed value came to be shown. */
export type How = "asked" | "everything" | "link" | "print" | "same values";

export interface Seen {
  prediction: string;
  at: string;
  how: How;
}

/** What was typed and not sealed yet, as typed. */
export interface Fields {
  op: string;
  /** How the right-hand side is meant. */
  kind?: OperandKind;
  value?: string;
  low?: string;
  high?: string;
  tolerance?: string;
  pattern?: string;
  /** For `before`: index of the subject that comes first. */
  first?: string;
  namespace?: string;
  because?: string;
}

export type OperandKind = "text" | "number" | "boolean" | "list" | "json" | "observed";

/** Everything that one browser holds of one chapter. Both languages of the chapter share it. */
export interface Notebook {
  sealed: Map<string, Sealed>;
  seen: Map<string, Seen>;
  drafts: Map<string, Fields>;
}

/** The stored form of a notebook. */
export interface StoredNotebook {
  schema: typeof READER;
  chapter: string;
  sealed: Sealed[];
  seen: Seen[];
  drafts: { prediction: string; fields: Fields }[];
}

export type Mode = "predict" | "everything";
