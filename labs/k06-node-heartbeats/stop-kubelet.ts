import { kubectl, node, t, waitFor } from "../vocabulary/index.js";
import type { Step } from "../vocabulary/lab.js";

/**
 * Stops a node's kubelet; its containers go on. The unit being active proves little after a start, so the undo is
 * proven by kubelet's own health endpoint, by the Node being Ready, and by the taints of a silent or starting node being gone.
 */
export function stopKubelet(id: string, on: string): Step {
  return node(id, t("Stop kubelet", "停止 kubelet"), on, ["systemctl", "stop", "kubelet"], {
    timeoutSeconds: 60,
    undo: {
      title: t("Start kubelet", "启动 kubelet"),
      steps: [startKubelet(`${id}.start`, on)],
      proof: [
        node(
          `${id}.healthy`,
          t("kubelet says that it is healthy", "kubelet 报告自身健康"),
          on,
          ["curl", "--silent", "--show-error", "--fail", "http://127.0.0.1:10248/healthz"],
          { timeoutSeconds: 60, complete: { matches: "^ok$" } },
        ),
        waitFor(`${id}.node-ready`, t("The Node is Ready", "Node 为 Ready"), `node/${on}`, "condition=Ready"),
        noNodeTaint(`${id}.untainted`, on),
      ],
    },
  });
}

/** Starting a unit that runs changes nothing, so this may be repeated. */
export function startKubelet(id: string, on: string): Step {
  return node(id, t("Start kubelet", "启动 kubelet"), on, ["systemctl", "start", "kubelet"], {
    timeoutSeconds: 60,
  });
}

function noNodeTaint(id: string, on: string): Step {
  return kubectl(
    id,
    t("The Node has neither taint: unreachable, not-ready", "Node 上没有 unreachable 与 not-ready 污点"),
    ["get", "node", on, "-o", "jsonpath={.spec.taints}"],
    { timeoutSeconds: 60, complete: { matches: "^(?!.*node\\.kubernetes\\.io/(unreachable|not-ready))" } },
  );
}
