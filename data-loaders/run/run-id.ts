import { randomBytes } from "node:crypto";

/** Time-sortable: the UTC start in compact form, the chapter, and four random hex digits. */
export function newRunId(chapter: string, startedAt: Date): string {
  const compact = startedAt.toISOString().replace(/[-:.]/g, "");
  return `${compact}-${chapter}-${randomBytes(2).toString("hex")}`;
}
