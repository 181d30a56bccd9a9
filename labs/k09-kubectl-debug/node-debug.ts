import { kubectl, t } from "../vocabulary/index.js";
import type { Step } from "../vocabulary/lab.js";

/** A term of a field selector for every Pod that there is: together they select exactly those that come later. */
export function podsBefore(id: string): Step {
  return kubectl(id, t("The Pods that there are before", "此前已有的 Pod"), [
    ...["get", "pods", "-o", "jsonpath={range .items[*]},metadata.name!={.metadata.name}{end}"],
  ]);
}

/**
 * kubectl debug node/… with one profile. The Pod that it makes has a name that nobody chose and outlives the command:
 * it is found, and removed again, by comparison with the list from before, `before` being the observation that holds it.
 */
export function nodeDebug(id: string, on: string, profile: string, before: string): Step {
  return kubectl(
    id,
    t(`Debug the node with the profile ${profile}`, `用配置 ${profile} 调试节点`),
    [
      ...["debug", `node/${on}`, "--image={{image.probe}}", "--image-pull-policy=IfNotPresent"],
      ...["--container=debugger", `--profile=${profile}`, "--", "sh", "-c", "exec sleep 3600"],
    ],
    {
      timeoutSeconds: 60,
      undo: {
        title: t("Remove every Pod that was not there before", "删除此前没有的每一个 Pod"),
        steps: [
          kubectl(
            `${id}-remove`,
            t("Remove them, and wait until they are gone", "删除并等待其消失"),
            ["delete", "pods", newSince(before), "--ignore-not-found", "--grace-period=1", "--timeout=90s"],
            { timeoutSeconds: 100 },
          ),
        ],
        proof: [
          kubectl(
            `${id}-gone`,
            t("No Pod is there that was not there before", "没有多出来的 Pod"),
            ["get", "pods", newSince(before), "-o", "jsonpath=[{.items[*].metadata.name}]"],
            { complete: { matches: "^\\[\\]$" }, timeoutSeconds: 60 },
          ),
        ],
      },
    },
  );
}

/** The option that selects the Pods of the lab's Namespace that are not in the list from before. */
export function newSince(before: string): string {
  return `--field-selector=metadata.namespace={{namespace}}{{${before}}}`;
}
