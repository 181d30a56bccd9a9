import { apply, node, t, waitFor } from "../vocabulary/index.js";
import type { Step } from "../vocabulary/lab.js";

/** Stops the kubelet of a node. Undone by starting it; proven by the unit, the Node and a Pod that gets an address. */
export function stopKubelet(on: string): Step {
  return node("stop-kubelet", t("Stop the kubelet", "停止 kubelet"), on, ["systemctl", "stop", "kubelet"], {
    timeoutSeconds: 60,
    undo: {
      title: t("Start the kubelet", "启动 kubelet"),
      steps: [
        node("undo-kubelet", t("Start it", "启动"), on, ["systemctl", "start", "kubelet"], {
          timeoutSeconds: 60,
        }),
      ],
      proof: [
        node("kubelet-active", t("The unit is active", "服务处于 active"), on, [
          "systemctl",
          "is-active",
          "kubelet",
        ]),
        waitFor("kubelet-node-ready", t("The Node is Ready", "节点 Ready"), `node/${on}`, "condition=Ready", {
          timeoutSeconds: 180,
        }),
        apply(
          "kubelet-proof-pod",
          t("A Pod on that node", "在该节点上建立 Pod"),
          "manifests/after-kubelet.yaml",
        ),
        waitFor(
          "kubelet-proof-address",
          t("… gets an address", "……得到地址"),
          "pod/after-kubelet",
          "jsonpath={.status.podIP}",
          { timeoutSeconds: 120 },
        ),
      ],
    },
  });
}
