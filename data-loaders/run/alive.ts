import { readFileSync } from "node:fs";
import type { JournalHead } from "./journal.js";

/** When a process started: field 22 of its stat, counted behind its name, which may hold anything. None without /proc. */
export function startedOf(pid: number): Pick<JournalHead, "startTicks"> {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return { startTicks: stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]! };
  } catch {
    return {};
  }
}

/** Whether the process that writes the journal still runs: the same boot, PID and start. Its command line plays no part. */
export function isAlive(head: JournalHead): boolean {
  if (head.retained || head.startTicks === undefined) return false;
  try {
    const bootId = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return bootId === head.localBootId && startedOf(head.pid).startTicks === head.startTicks;
  } catch {
    return false;
  }
}
