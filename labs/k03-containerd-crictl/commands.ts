import { kubectl, node, t } from "../vocabulary/index.js";
import type { Step } from "../vocabulary/lab.js";

const WORKER = "{{node.worker1}}";

/** Argument: a sandbox ID. Prints its shim's PID and the PIDs of the shim's children, as JSON. */
export const SHIM_AND_CHILDREN = `
shims=$(ps -ww -eo pid,args | awk -v id="$1" '$2 ~ /containerd-shim-runc-v2$/ && index($0, "-id " id) { print $1 }')
for shim in $shims; do
  ps -o pid= --ppid "$shim" | jq -s -c --argjson shim "$shim" '{shim: $shim, children: .}'
done | jq -s '{shims: .}'`;

/**
 * The runtime's own events, one line each: type, container ID, container name. They come as they happen, so they are
 * not bound to kubelet's once-a-second look at the runtime.
 */
export const EVENTS = `
echo listening
crictl events | jq --unbuffered -r '
  .containerId as $id
  | [.containerEventType, $id, ((.containersStatuses // [])[] | select(.id == $id) | .metadata.name) // "-"]
  | join(" ")'`;

/**
 * Stops a container of the Pod \`stopped\` behind kubelet's back. Taken back by deleting the Pod, which is the lab's
 * own; proven by its sandbox being gone from the node.
 */
export function stopContainer(id: string, container: string): Step {
  return node(
    id,
    t(`crictl stop ${id.replace("stop-", "")}`, `crictl stop ${id.replace("stop-", "")}`),
    WORKER,
    ["crictl", "stop", container],
    {
      undo: {
        title: t("Delete the Pod whose containers were stopped", "删除容器被停止过的 Pod"),
        steps: [
          kubectl(
            `${id}-undo`,
            t("Delete the Pod", "删除 Pod"),
            ["delete", "pod", "stopped", "--namespace={{namespace}}", "--ignore-not-found", "--wait=true"],
            { timeoutSeconds: 60 },
          ),
        ],
        proof: [
          node(`${id}-gone`, t("No sandbox of it is left", "没有它的沙箱留下"), WORKER, [
            "sh",
            "-c",
            'test -z "$(crictl pods -q --label "io.kubernetes.pod.uid=$1")"',
            "proof",
            "{{before/pod.uid}}",
          ]),
        ],
      },
    },
  );
}
