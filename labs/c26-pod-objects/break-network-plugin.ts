import { apply, node, t, until, waitFor } from "../vocabulary/index.js";
import type { Step } from "../vocabulary/lab.js";

const FILE = "/etc/cni/net.d/00-labbook.conflist";

/** A configuration that sorts first and names a plugin that no node has: every ADD fails, and DEL with it. */
const CONFIG = JSON.stringify({
  cniVersion: "0.3.1",
  name: "labbook-fails",
  plugins: [{ type: "labbook-absent" }],
});

/**
 * Makes the network plugin's ADD fail on a node. containerd loads the file because it is written in place, and forgets
 * it because it is removed: a file that is only moved into the folder is not noticed. So a file being gone proves
 * nothing; the undo is proven by NetworkReady and by a Pod that gets an address.
 */
export function breakNetworkPlugin(on: string): Step {
  return node(
    "break-network-plugin",
    t("Put a CNI configuration first whose plugin does not exist", "放入一个排在最前、插件不存在的 CNI 配置"),
    on,
    ["sh", "-c", `cat >${FILE} && sleep 2 && crictl info`],
    {
      stdin: CONFIG,
      complete: { json: true },
      undo: {
        title: t("Remove that configuration", "移除该配置"),
        steps: [node("remove-config", t("Remove the file", "删除文件"), on, ["rm", "-f", FILE])],
        proof: [
          until(
            "network-ready",
            t("The runtime's network is ready", "运行时网络就绪"),
            node("look-network-ready", t("Ask the runtime", "询问运行时"), on, ["crictl", "info"]),
            { has: "$.status.conditions[?@.type == 'NetworkReady' && @.status == true]" },
            { timeoutSeconds: 60 },
          ),
          apply("proof-pod", t("A Pod on that node", "在该节点上建立 Pod"), "manifests/after-restore.yaml"),
          waitFor(
            "proof-address",
            t("… gets an address", "……得到地址"),
            "pod/after-restore",
            "jsonpath={.status.podIP}",
            {
              timeoutSeconds: 60,
            },
          ),
        ],
      },
    },
  );
}
