import { readFileSync, readlinkSync } from "node:fs";

/** Which process it is: its PID alone may be another process's by now, or one of another machine or container. */
export interface ProcessIdentity {
  pid: number;
  /** Boot ID of the machine; empty without /proc. */
  localBootId: string;
  /** When it started, in clock ticks since boot; absent without /proc. */
  startTicks?: string;
  /** PID namespace in which the PID means it, as /proc names it; absent without /proc, and in notes of older versions. */
  pidNamespace?: string;
}

export function thisProcess(): ProcessIdentity {
  const pidNamespace = pidNamespaceHere();
  return {
    pid: process.pid,
    localBootId: bootIdHere() ?? "",
    ...startedOf(process.pid),
    ...(pidNamespace && { pidNamespace }),
  };
}

/** When a process started: field 22 of its stat, counted behind its name, which may hold anything. None without /proc. */
export function startedOf(pid: number): Pick<ProcessIdentity, "startTicks"> {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return { startTicks: stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]! };
  } catch {
    return {};
  }
}

/** `unknown`: it is of another PID namespace, or this system has no /proc to tell by. Its command line plays no part. */
export function stateOf(one: ProcessIdentity): "running" | "gone" | "unknown" {
  const bootId = bootIdHere();
  if (bootId === undefined || one.startTicks === undefined) return "unknown";
  if (bootId !== one.localBootId) return "gone";
  if (one.pidNamespace !== undefined && one.pidNamespace !== pidNamespaceHere()) return "unknown";
  return startedOf(one.pid).startTicks === one.startTicks ? "running" : "gone";
}

/** Linux names each boot. */
function bootIdHere(): string | undefined {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return undefined;
  }
}

function pidNamespaceHere(): string | undefined {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return undefined;
  }
}
