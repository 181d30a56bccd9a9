import type { Differ } from "./change.js";
import { conditionChanges } from "./conditions.js";
import { valueChange } from "./values.js";

const FIELDS: [string, string[]][] = [
  ["replicas wanted", ["spec", "replicas"]],
  ["phase", ["status", "phase"]],
  ...[
    "replicas",
    "readyReplicas",
    "availableReplicas",
    "updatedReplicas",
    "desiredNumberScheduled",
    "numberReady",
    "numberAvailable",
    "disruptionsAllowed",
    "currentHealthy",
  ].map((name): [string, string[]] => [name, ["status", name]]),
];

/**
 * Deployment, ReplicaSet, StatefulSet, DaemonSet, PodDisruptionBudget, volumes and claims: the counts and the
 * phase of their status as `readyReplicas 1→2`, and their conditions.
 */
export const workloadChanges: Differ = (before, after) => [
  ...FIELDS.flatMap(([name, path]) => valueChange(name, path, before, after)),
  ...conditionChanges(before, after),
];
