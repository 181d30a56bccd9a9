import { type KubeObject, text } from "../fields.js";
import type { Change, Differ } from "./change.js";
import { conditionChanges } from "./conditions.js";
import { containerChanges } from "./containers.js";
import { valueChange } from "./values.js";

/**
 * A Pod: `node assigned N`, `podIP assigned A` (or `podIP A→B`), `phase Pending→Running`, `reason none→Evicted`,
 * conditions, and what its containers did (containers.ts). Deletion is the same for every kind (deletion.ts).
 */
export const podChanges: Differ = (before, after) => [
  ...assigned("node", ["spec", "nodeName"], before, after),
  ...valueChange("phase", ["status", "phase"], before, after),
  ...valueChange("reason", ["status", "reason"], before, after),
  ...assigned("podIP", ["status", "podIP"], before, after),
  ...containerChanges(before, after),
  ...conditionChanges(before, after),
];

function assigned(name: string, path: string[], before: KubeObject | undefined, after: KubeObject): Change[] {
  const now = text(after, ...path);
  if (text(before, ...path) === undefined && now !== undefined)
    return [{ change: `${name} assigned ${now}` }];
  return valueChange(name, path, before, after);
}
