import { byKey, type KubeObject, objects, text } from "../fields.js";
import type { Change, Differ } from "./change.js";
import { conditionChanges } from "./conditions.js";
import { serverTime } from "./server-time.js";
import { valueChange } from "./values.js";

/**
 * A Node: conditions, each taint by itself (`taint KEY:EFFECT added`, timeAdded as the server's time),
 * `unschedulable none→true`, `address InternalIP A→B`, and `heartbeat` when a lastHeartbeatTime moved.
 */
export const nodeChanges: Differ = (before, after) => [
  ...conditionChanges(before, after),
  ...taintChanges(before, after),
  ...valueChange("unschedulable", ["spec", "unschedulable"], before, after),
  ...addressChanges(before, after),
  ...heartbeat(before, after),
];

function taintChanges(before: KubeObject | undefined, after: KubeObject): Change[] {
  const [old, now] = [taints(before), taints(after)];
  const added = [...now].filter(([name]) => !old.has(name));
  const removed = [...old.keys()].filter((name) => !now.has(name));
  return [
    ...added.map(([name, taint]) => ({
      change: `taint ${name} added`,
      ...serverTime(text(taint, "timeAdded"), `spec.taints[${name}].timeAdded`),
    })),
    ...removed.map((name) => ({ change: `taint ${name} removed` })),
  ];
}

function taints(node: KubeObject | undefined): Map<string, KubeObject> {
  return byKey(objects(node, "spec", "taints"), (taint) => {
    const value = text(taint, "value");
    return `${text(taint, "key")}${value ? `=${value}` : ""}:${text(taint, "effect")}`;
  });
}

function addressChanges(before: KubeObject | undefined, after: KubeObject): Change[] {
  const [old, now] = [addresses(before), addresses(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((type) => {
    const [from, to] = [old.get(type) ?? "none", now.get(type) ?? "none"];
    return from === to ? [] : [{ change: `address ${type} ${from}→${to}` }];
  });
}

/** Dual-stack nodes have a type twice. */
function addresses(node: KubeObject | undefined): Map<string, string> {
  const found = new Map<string, string>();
  for (const item of objects(node, "status", "addresses")) {
    const [type, address] = [text(item, "type") ?? "", text(item, "address") ?? ""];
    found.set(type, found.has(type) ? `${found.get(type)},${address}` : address);
  }
  return found;
}

function heartbeat(before: KubeObject | undefined, after: KubeObject): Change[] {
  if (!before) return [];
  const [was, now] = [readyHeartbeat(before), readyHeartbeat(after)];
  if (was === now) return [];
  return [{ change: "heartbeat", ...serverTime(now, "status.conditions[Ready].lastHeartbeatTime") }];
}

function readyHeartbeat(node: KubeObject): string | undefined {
  const ready = objects(node, "status", "conditions").find((item) => text(item, "type") === "Ready");
  return text(ready, "lastHeartbeatTime");
}
