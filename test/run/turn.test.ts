import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startedOf } from "../../data-loaders/process-identity.js";
import { type JournalHead, journalFiles, openJournal } from "../../data-loaders/run/journal.js";
import { ownTurn } from "../../data-loaders/run/turn.js";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "labbook-turn-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** A run of this process, which is alive; `minute` orders them. */
const head = (minute: number, more: Partial<JournalHead> = {}): JournalHead => ({
  run: `20261130T00${String(minute).padStart(2, "0")}00000Z-k06-0000`,
  chapter: "k06",
  pid: process.pid,
  localBootId: readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(),
  ...startedOf(process.pid),
  startedAt: "2026-11-30T00:00:00.000Z",
  cluster: "lab",
  transport: "local",
  namespace: "labbook-k06",
  ...more,
});
const alone = { exclusive: true } as const;

/** How often it slept, how often it announced itself, and what it said; the clock ends what goes on for too long. */
async function waited(own: JournalHead, onSleep: (times: number) => void = () => {}) {
  const said: string[] = [];
  let [times, announced] = [0, 0];
  const stop = new AbortController();
  const sleep = async () => {
    expect(journalFiles(root).filter((file) => file.includes(own.run))).toEqual([]);
    onSleep(++times);
    if (times === 5) stop.abort();
  };
  const clock = { now: () => new Date(), monotonic: () => 0, sleep };
  const log = { info: (line: string) => said.push(line), warn: () => {} };
  const announce = () => {
    announced++;
    return { head: own, journal: openJournal(own, root) };
  };
  const { journal } = await ownTurn(announce, { clock, log, signal: stop.signal }, root);
  expect(journalFiles(root).filter((file) => file.includes(own.run))).toHaveLength(1);
  journal.close();
  return { times, announced, said };
}

test("a run that wants the cluster for itself waits for those before it, and is announced when it begins", async () => {
  const before = openJournal(head(1), root);
  const { times, announced, said } = await waited(head(2, alone), (n) => n === 2 && before.close());
  expect({ times, announced }).toEqual({ times: 2, announced: 2 });
  expect(said).toEqual([`waiting   for ${head(1).run} of process ${process.pid} to end`]);
});

test("who shares the cluster waits for a run that has it for itself; an interrupt ends the wait", async () => {
  openJournal(head(1, alone), root);
  expect((await waited(head(2))).times).toBe(5);
});

test.each<[string, JournalHead, JournalHead]>([
  ["both share the cluster", head(1), head(2)],
  ["it began later", head(3, alone), head(2)],
  ["it has another cluster", head(1, { ...alone, cluster: "other" }), head(2)],
  ["it is reached elsewhere", head(1, { ...alone, transport: "ssh://a@b" }), head(2)],
  [
    "neither has a cluster",
    head(1, { ...alone, cluster: undefined as never }),
    head(2, { cluster: undefined as never }),
  ],
  ["its process is gone", head(1, { ...alone, startTicks: "1" }), head(2)],
  ["it was left open on purpose", head(1, { ...alone, retained: true }), head(2)],
])("nobody waits for a run when %s", async (_, other, own) => {
  openJournal(other, root);
  expect(await waited(own)).toEqual({ times: 0, announced: 1, said: [] });
});
