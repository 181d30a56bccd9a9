import { type KubeObject, text } from "../fields.js";
import type { Change, Differ } from "./change.js";
import { deletionChanges } from "./deletion.js";
import { endpointSliceChanges } from "./endpointslice.js";
import { eventChanges } from "./event.js";
import { leaseChanges } from "./lease.js";
import { nodeChanges } from "./node.js";
import { podChanges } from "./pod.js";
import { serverTime } from "./server-time.js";
import { workloadChanges } from "./workload.js";

export type { Change } from "./change.js";

/** A new kind gets a file beside this one and a line here. */
const DIFFERS: Record<string, Differ> = {
  Node: nodeChanges,
  Lease: leaseChanges,
  Pod: podChanges,
  Event: eventChanges,
  EndpointSlice: endpointSliceChanges,
  Deployment: workloadChanges,
  ReplicaSet: workloadChanges,
  StatefulSet: workloadChanges,
  DaemonSet: workloadChanges,
  PodDisruptionBudget: workloadChanges,
  PersistentVolume: workloadChanges,
  PersistentVolumeClaim: workloadChanges,
};

/** What differs between two states of one object (same UID). */
export function changesOf(before: KubeObject | undefined, after: KubeObject): Change[] {
  const differ = DIFFERS[text(after, "kind") ?? ""];
  return [...(differ?.(before, after) ?? []), ...deletionChanges(before, after)];
}

/** `created` or `recreated`, with creationTimestamp as the server's time. */
export function appearance(word: "created" | "recreated", object: KubeObject): Change {
  const created = text(object, "metadata", "creationTimestamp");
  return { change: word, ...serverTime(created, "metadata.creationTimestamp") };
}

/** `Kind/name`; an Event is named after what it speaks of, `Event/Pod/web`, as its own name is a random one. */
export function objectName(object: KubeObject): string {
  const kind = text(object, "kind") ?? "Object";
  const about =
    kind === "Event" ? (objectRef(object, "involvedObject") ?? objectRef(object, "regarding")) : null;
  return about ? `Event/${about}` : `${kind}/${text(object, "metadata", "name")}`;
}

function objectRef(event: KubeObject, field: string): string | undefined {
  const name = text(event, field, "name");
  return name === undefined ? undefined : `${text(event, field, "kind")}/${name}`;
}
