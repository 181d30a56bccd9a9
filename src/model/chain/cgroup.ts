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
  /** The path below the container's own cgroup: what its first process made there for itself. */
  below?: string;
}

/** Version 1 when a numbered hierarchy has the memory controller, whose path then counts; otherwise the `0::` line. */
export function cgroupPath(text: Text): CgroupPath | undefined {
  const v1 = text.match(/^[1-9]\d*:(?:[^:\n]*,)?memory(?:,[^:\n]*)?:(.*)$/m);
  const path = v1 ?? text.match(/^0::(.*)$/m);
  if (!path) return undefined;
  return { path, version: v1 ? "v1" : "v2", driver: driverOf(path.value), ...cgroupIds(path.value) };
}

/** By the Pod's own element and what is below it: a node's cgroup, above, is made by whoever runs the node. */
function driverOf(path: string): CgroupPath["driver"] {
  const names = path.split("/");
  const pod = names.findLastIndex((name) => POD.test(name));
  const own = pod < 0 ? names : names.slice(pod);
  return own.some((name) => /\.(?:slice|scope)$/.test(name)) ? "systemd" : "cgroupfs";
}

/**
 * Pod UID and container ID in a cgroup path, in the forms of the systemd driver (`_`, `.slice`, `.scope`) and of cgroupfs. The
 * container's element follows the Pod's. Of several Pods the innermost counts: a node may itself run in a Pod.
 */
export function cgroupIds(path: string): Pick<CgroupPath, "podUid" | "containerId" | "below"> {
  const names = path.split("/");
  const pod = names.findLastIndex((name) => POD.test(name));
  const podUid = POD.exec(names[pod] ?? "")?.[1]?.replaceAll("_", "-");
  const own = pod < 0 ? names.length - 1 : pod + 1;
  const containerId = CONTAINER.exec(names[own] ?? "")?.[1];
  const below = names.slice(own + 1).join("/");
  return {
    ...(podUid ? { podUid } : {}),
    ...(containerId ? { containerId } : {}),
    ...(containerId && below ? { below } : {}),
  };
}

const POD = /(?:^|-)pod([0-9a-zA-Z_-]+?)(?:\.slice)?$/;
const CONTAINER = /^(?:[a-z][a-z-]*-)?([0-9a-f]+)(?:\.scope)?$/;
