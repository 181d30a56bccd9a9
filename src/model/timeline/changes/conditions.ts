import { byKey, type KubeObject, objects, text } from "../fields.js";
import type { Change } from "./change.js";
import { serverTime } from "./server-time.js";

/**
 * `condition Ready True→Unknown (NodeStatusUnknown)`, with lastTransitionTime as the server's time; when only the
 * reason differs, `condition Ready reason A→B`. A condition that was absent reads `none`.
 */
export function conditionChanges(before: KubeObject | undefined, after: KubeObject): Change[] {
  const old = conditions(before);
  return [...conditions(after)].flatMap(([type, now]) => {
    const was = old.get(type);
    const [from, to] = [text(was, "status") ?? "none", text(now, "status") ?? "none"];
    const reason = text(now, "reason");
    if (from !== to)
      return {
        change: `condition ${type} ${from}→${to}${reason ? ` (${reason})` : ""}`,
        ...serverTime(text(now, "lastTransitionTime"), `status.conditions[${type}].lastTransitionTime`),
      };
    const oldReason = text(was, "reason");
    return oldReason === reason
      ? []
      : { change: `condition ${type} reason ${oldReason ?? "none"}→${reason ?? "none"}` };
  });
}

function conditions(object: KubeObject | undefined): Map<string, KubeObject> {
  return byKey(objects(object, "status", "conditions"), (condition) => text(condition, "type") ?? "");
}
