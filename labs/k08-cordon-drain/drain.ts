import type { Text } from "../../src/model/run.js";
import { apply, kubectl, t, waitFor } from "../vocabulary/index.js";
import type { Step, Undo } from "../vocabulary/lab.js";
import type { Options } from "../vocabulary/steps.js";

/** Marks a node unschedulable. The undo is proven by a Pod that the scheduler puts there. */
export function cordon(id: string, title: Text, on: string): Step {
  const undo = uncordonAgain(id, on);
  return kubectl(id, title, ["cordon", on], {
    undo: {
      ...undo,
      proof: [
        ...undo.proof,
        apply(`${id}.pod`, t("A Pod for that node", "给该节点的 Pod"), "manifests/after-uncordon.yaml"),
        waitFor(
          `${id}.pod-ready`,
          t("… is scheduled and Ready", "……被调度并就绪"),
          "pod/after-uncordon",
          "condition=Ready",
          {
            timeoutSeconds: 60,
          },
        ),
      ],
    },
  });
}

/**
 * Drains a node of those Pods that a label selector names: the cluster's own Pods are left in peace. kubectl cordons
 * first, and what it cordoned stays so when the drain is refused or runs out of time.
 */
export function drain(
  id: string,
  title: Text,
  on: string,
  selector: string,
  flags: string[],
  options: Options = {},
): Step {
  return kubectl(id, title, ["drain", on, `--pod-selector=${selector}`, ...flags], {
    timeoutSeconds: 90,
    ...options,
    undo: uncordonAgain(id, on),
  });
}

/** Only for a node that was schedulable before: the chapter's first steps see to that. */
function uncordonAgain(id: string, on: string): Undo {
  return {
    title: t("Uncordon the node", "对节点执行 uncordon"),
    steps: [kubectl(`${id}.uncordon`, t("Make the node schedulable", "使节点可调度"), ["uncordon", on])],
    proof: [
      kubectl(
        `${id}.schedulable`,
        t("The Node is schedulable and has lost the taint", "Node 可调度，且污点已消失"),
        ["get", "node", on, "-o", "jsonpath=unschedulable={.spec.unschedulable} taints={.spec.taints}"],
        {
          timeoutSeconds: 30,
          complete: { matches: "^unschedulable= (?!.*node\\.kubernetes\\.io/unschedulable)" },
        },
      ),
    ],
  };
}
