/** A process's cgroup as /proc/PID/cgroup tells it; never built from a template. */
import type { Fact } from "./facts.js";
import type { Text } from "./readings.js";

export interface CgroupPath {
  path: Fact<string>;
  version: "v1" | "v2";
  driver: "systemd" | "cgroupfs";
  /** With dashes, however the path writes it; undefined when no `pod…` element is there. */
  podUid?: string;
  containerId?: string;
}

/** Version 1 when a numbered hierarchy has the memory controller, whose path then counts; otherwise the `0::` line. */
export function cgroupPath(text: Text): CgroupPath | undefined {
  const v1 = text.match(/^[1-9]\d*:(?:[^:\n]*,)?memory(?:,[^:\n]*)?:(.*)$/m);
  const path = v1 ?? text.match(/^0::(.*)$/m);
  if (!path) return undefined;
  const driver = /\.(?:slice|scope)(?:\/|$)/.test(path.value) ? "systemd" : "cgroupfs";
  return { path, version: v1 ? "v1" : "v2", driver, ...cgroupIds(path.value) };
}

/** Pod UID and container ID in a cgroup path, in the forms of the systemd driver (`_`, `.slice`, `.scope`) and of cgroupfs. */
export function cgroupIds(path: string): { podUid?: string; containerId?: string } {
  const podUid = /(?:^|[/-])pod([0-9a-zA-Z_-]+?)(?:\.slice)?(?:\/|$)/.exec(path)?.[1]?.replaceAll("_", "-");
  const containerId = /\/(?:[a-z][a-z-]*-)?([0-9a-f]+)(?:\.scope)?$/.exec(path)?.[1];
  return { ...(podUid ? { podUid } : {}), ...(containerId ? { containerId } : {}) };
}
