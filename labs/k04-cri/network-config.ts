import { apply, node, t, until, waitFor } from "../vocabulary/index.js";
import type { Step } from "../vocabulary/lab.js";

const DIR = "/etc/cni/net.d";
/** On the same file system, so that mv is a rename: across file systems it copies, and the runtime notices a write. */
const AWAY = "/etc/cni/labbook-{{run}}";

/**
 * Every file that is away comes back, and every file is written in place once more: the runtime ignores a file that
 * only appears in the folder, and reads the folder again when a file in it is written.
 */
const BACK = `
for f in "$2"/*; do [ -f "$f" ] && mv "$f" "$1/"; done
for f in "$1"/*.conf*; do cp "$f" "/run/labbook-cni-copy" && cat "/run/labbook-cni-copy" >"$f"; done
rm -rf "$2" /run/labbook-cni-copy`;

/** Moves the node's CNI configuration away. */
export function moveAway(on: string): Step {
  const move = 'mkdir -p "$2" && mv "$1"/*.conf* "$2/"';
  return node(
    "move-away",
    t("Move the CNI configuration away", "移走 CNI 配置"),
    on,
    ["sh", "-c", move, "move", DIR, AWAY],
    {
      undo: {
        title: t("Bring the CNI configuration back", "恢复 CNI 配置"),
        steps: [
          node("undo-move", t("Move it back and write it in place", "移回并原地写入"), on, [
            "sh",
            "-c",
            BACK,
            "back",
            DIR,
            AWAY,
          ]),
        ],
        proof: [
          until(
            "undo-network-ready",
            t("The runtime's network is ready", "运行时网络就绪"),
            node("look-undo-network-ready", t("Ask the runtime", "询问运行时"), on, ["crictl", "info"]),
            { has: "$.status.conditions[?@.type == 'NetworkReady' && @.status == true]" },
            { timeoutSeconds: 60 },
          ),
          waitFor("undo-node-ready", t("The Node is Ready", "节点 Ready"), `node/${on}`, "condition=Ready", {
            timeoutSeconds: 180,
          }),
          apply("undo-pod", t("A Pod on that node", "在该节点上建立 Pod"), "manifests/after-restore.yaml"),
          waitFor(
            "undo-address",
            t("… gets an address", "……得到地址"),
            "pod/after-restore",
            "jsonpath={.status.podIP}",
            {
              timeoutSeconds: 120,
            },
          ),
        ],
      },
    },
  );
}

/** Only moves the files back, as one would by hand. */
export function moveBack(on: string): Step {
  return node("move-back", t("Move it back with mv", "用 mv 移回"), on, [
    "sh",
    "-c",
    'mv "$2"/* "$1/"',
    "move",
    DIR,
    AWAY,
  ]);
}

/** Writes the files that are there in place, with the bytes that they have. */
export function writeInPlace(on: string): Step {
  return node("write-in-place", t("Write the same bytes in place", "原地写入相同内容"), on, [
    "sh",
    "-c",
    BACK,
    "write",
    DIR,
    AWAY,
  ]);
}
