import { kubectl, node, t } from "../vocabulary/index.js";
import type { Step, Undo } from "../vocabulary/lab.js";

const WORKER = "{{node.worker1}}";

/** Argument: a sandbox ID. Prints its shim's PID and the PIDs of the shim's children, as JSON. */
export const SHIM_AND_CHILDREN = `
shims=$(ps -ww -eo pid,args | awk -v id="$1" '$2 ~ /containerd-shim-runc-v2$/ && index($0, "-id " id) { print $1 }')
for shim in $shims; do
  ps -o pid= --ppid "$shim" | jq -s -c --argjson shim "$shim" '{shim: $shim, children: .}'
done | jq -s '{shims: .}'`;

/**
 * Argument: a Pod UID. The runtime's own events of that Pod, one line each: type, container ID, container name. They
 * come as they happen, so they are not bound to kubelet's once-a-second look at the runtime. A new listener is first
 * told what nobody heard, of earlier Pods too: therefore the UID.
 */
export const EVENTS = `
echo listening
crictl events | jq --unbuffered -r --arg uid "$1" '
  select(.podSandboxStatus.metadata.uid == $uid)
  | .containerId as $id
  | [.containerEventType, $id, ((.containersStatuses // [])[] | select(.id == $id) | .metadata.name) // "-"]
  | join(" ")'`;

/** Stops a container of the Pod `stopped` behind kubelet's back. */
export function stopContainer(id: string, container: string, undo?: Undo): Step {
  const name = id.replace("stop-", "");
  return node(id, t(`Stop ${name}`, `停止 ${name}`), WORKER, ["crictl", "stop", container], {
    ...(undo && { undo }),
  });
}

/** Takes every stop back at once: the Pod, which is the lab's own, is deleted, and its sandbox has ended. */
export const deleteStopped: Undo = {
  title: t("Delete the Pod whose containers were stopped", "删除容器被停止过的 Pod"),
  steps: [
    kubectl(
      "stopped-undo",
      t("Delete the Pod", "删除 Pod"),
      ["delete", "pod", "stopped", "--namespace={{namespace}}", "--ignore-not-found", "--wait=true"],
      { timeoutSeconds: 60 },
    ),
  ],
  proof: [
    node("stopped-gone", t("No sandbox of it is READY any more", "它没有 READY 的沙箱了"), WORKER, [
      "sh",
      "-c",
      'test -z "$(crictl pods -q --state Ready --label "io.kubernetes.pod.uid=$1")"',
      "proof",
      "{{before/pod.uid}}",
    ]),
  ],
};
