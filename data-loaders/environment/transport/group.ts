import { setTimeout as delay } from "node:timers/promises";
import { graceMs } from "./pinned.js";

const live = new Set<number>();

/** Notes a process group that must not outlive this process; undo with `forget`. */
export function watchOver(pid: number): void {
  if (live.size === 0) process.once("exit", killAll);
  live.add(pid);
}

export function forget(pid: number): void {
  live.delete(pid);
  if (live.size === 0) process.removeListener("exit", killAll);
}

/** SIGTERM to the whole group, and SIGKILL to what is left of it after the grace. Returns when it is gone. */
export async function terminateGroup(pid: number): Promise<void> {
  if (!signalGroup(pid, "SIGTERM")) return;
  const deadline = Date.now() + graceMs;
  while (Date.now() < deadline) {
    await delay(25);
    if (!signalGroup(pid, 0)) return;
  }
  signalGroup(pid, "SIGKILL");
}

/** False when the group has no member that can be signalled any more. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    // ESRCH: gone. EPERM: what is left belongs to another user, and no signal of ours reaches it.
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ESRCH" || code === "EPERM") return false;
    throw error;
  }
}

function killAll(): void {
  for (const pid of live) signalGroup(pid, "SIGKILL");
}
