import { randomBytes } from "node:crypto";

/** Time-sortable: the UTC start in compact form, the chapter, and four random hex digits. */
export function newRunId(chapter: string, startedAt: Date): string {
  const compact = startedAt.toISOString().replace(/[-:.]/g, "");
  return `${compact}-${chapter}-${randomBytes(2).toString("hex")}`;
}

export function isRunId(name: string): boolean {
  return /^\d{8}T\d{9}Z-[a-z]\d{2}-[0-9a-f]{4}$/.test(name);
}
