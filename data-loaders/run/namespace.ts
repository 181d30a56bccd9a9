import { kubectl, t } from "../../labs/vocabulary/index.js";
import type { Step } from "../../labs/vocabulary/lab.js";

/** The first step of a lab on the cluster: its own Kubernetes Namespace, removed again by its undo. */
export function namespaceStep(namespace: string, runId: string): Step {
  // by the run's own label: a Namespace of that name that another run left open is not this run's to remove
  const own = ["--selector", `labbook.dev/run=${runId.toLowerCase()}`];
  const manifest = JSON.stringify({
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: namespace, labels: { "labbook.dev/run": runId.toLowerCase() } },
  });
  return kubectl(
    "namespace",
    t(`Make the Namespace ${namespace}`, `建立命名空间 ${namespace}`),
    ["create", "-f", "-"],
    {
      stdin: manifest,
      undo: {
        title: t(`Remove the Namespace ${namespace}`, `删除命名空间 ${namespace}`),
        steps: [
          kubectl(
            "remove-namespace",
            t("Remove the Namespace and all in it", "删除命名空间及其内容"),
            ["delete", "namespace", ...own, "--ignore-not-found", "--timeout=90s"],
            { timeoutSeconds: 100 },
          ),
        ],
        proof: [
          kubectl(
            "namespace-gone",
            t("The Namespace is gone", "命名空间已不存在"),
            ["get", "namespace", ...own, "--output", "name"],
            // exit 0 and not one byte: a server that does not answer proves nothing
            { complete: { matches: "(?<![\\s\\S])(?![\\s\\S])" }, timeoutSeconds: 60 },
          ),
        ],
      },
    },
  );
}
