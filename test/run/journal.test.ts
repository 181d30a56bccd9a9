import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { journalFiles, openJournal } from "../../data-loaders/run/journal.js";

test("a journal may hold a manifest's secret until its undo is done: nobody else can read it", () => {
  const root = mkdtempSync(join(tmpdir(), "labbook-journal-"));
  const umask = process.umask(0);
  try {
    const head = {
      run: "20261130T000000000Z-c97-0000",
      chapter: "c97",
      pid: process.pid,
      localBootId: "",
      startedAt: "2026-11-30T00:00:00.000Z",
      transport: "local",
      namespace: "labbook-c97",
    };
    const journal = openJournal(head, root);
    const [file] = journalFiles(root);
    expect(statSync(file!).mode & 0o777).toBe(0o600);
    journal.close();
    expect(journalFiles(root)).toEqual([]);
  } finally {
    process.umask(umask);
    rmSync(root, { recursive: true });
  }
});
