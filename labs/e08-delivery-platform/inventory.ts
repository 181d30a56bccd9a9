import type { Text } from "../../src/model/run.js";
import { kubectl, node, t } from "../vocabulary/index.js";
import type { Step } from "../vocabulary/lab.js";

/**
 * What a controller could have made: every object of the lab's Namespace that a built-in controller keeps, by UID and
 * generation, and the containers of that Namespace on both workers. The custom objects themselves are not among them.
 */
export function objectsAndContainers(when: string, title: Text): Step[] {
  const columns = "KIND:.kind,NAME:.metadata.name,UID:.metadata.uid,GENERATION:.metadata.generation";
  return [
    kubectl(`objects-${when}`, title, ["get", KINDS.join(","), "-o", `custom-columns=${columns}`]),
    ...["worker1", "worker2"].map((worker) =>
      node(
        `containers-${when}-${worker}`,
        t(`Containers of the Namespace on ${worker}`, `${worker} 上该命名空间的容器`),
        `{{node.${worker}}}`,
        ["crictl", "ps", "--quiet", "--no-trunc", "--label", "io.kubernetes.pod.namespace={{namespace}}"],
      ),
    ),
  ];
}

const KINDS = [
  ...["pods", "services", "endpointslices", "configmaps", "secrets", "serviceaccounts"],
  ...[
    "replicationcontrollers",
    "deployments",
    "replicasets",
    "statefulsets",
    "daemonsets",
    "jobs",
    "cronjobs",
  ],
  ...["persistentvolumeclaims", "horizontalpodautoscalers", "poddisruptionbudgets", "ingresses"],
];
