/** One thing that was checked of a run, and what came of it. */
export interface Check {
  id:
    | "bundle"
    | "document"
    | "schema"
    | "digests"
    | "history"
    | "seal"
    | "statuses"
    | "extraction"
    | "verdicts"
    | "answer"
    | "record"
    | "attestation"
    | "signature";
  ok: boolean;
  /** One sentence: what was checked, or what is wrong and where. */
  detail: string;
  /** The steps, files or fields that it is about. */
  where?: string[];
}

export interface Report {
  /** Its ID; "?" when the document cannot be read. */
  run: string;
  chapter: string;
  /** The exercise, when the report is of a published answer. */
  exercise?: string;
  ok: boolean;
  checks: Check[];
}
