import { kubectl, node, t } from "../vocabulary/index.js";
import type { Step, Undo } from "../vocabulary/lab.js";

/** The worker whose manifest folder is written to. */
export const ON = "{{node.worker2}}";

/** The folder comes from the kubelet's own configuration. */
const FOLDER = "{{worker.path}}";

/** A static Pod in the lab's Namespace. `version` is a label, so that a change of the file can be seen. */
export function staticPod(name: string, version: string, container: object = {}): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "{{namespace}}", labels: { version } },
    spec: {
      containers: [
        {
          name: "app",
          image: "{{image.probe}}",
          imagePullPolicy: "IfNotPresent",
          args: ["--listen", "*:8080", "--state-dir", "/tmp"],
          ...container,
        },
      ],
    },
  });
}

/** Writes under a name that begins with a dot, which the kubelet ignores, and renames: it never reads half a file. */
const WRITE = 'cat >"$1/.$2.part" && mv "$1/.$2.part" "$1/$2.yaml"';

/** Puts a manifest into the node's folder; taken back by removing it. */
export function putFile(id: string, title: { en: string; zh: string }, name: string, manifest: string): Step {
  return node(id, title, ON, ["sh", "-c", WRITE, "put", FOLDER, name], {
    stdin: manifest,
    undo: removed(id, name),
  });
}

function removed(id: string, name: string): Undo {
  return {
    title: t(`Remove the file of ${name}`, `删除 ${name} 的文件`),
    steps: [
      node(`undo-${id}`, t("Remove the file", "删除文件"), ON, [
        ...["rm", "-f", `${FOLDER}/${name}.yaml`, `${FOLDER}/.${name}.part`],
      ]),
    ],
    proof: [
      node(
        `${id}-no-sandbox`,
        t("The runtime runs no sandbox of it", "运行时中没有它的沙箱"),
        ON,
        ["sh", "-c", 'test -z "$(crictl pods --state ready --name "$1" -q)"', "look", `^${name}-`],
        { timeoutSeconds: 120 },
      ),
      kubectl(
        `${id}-no-mirror`,
        t("The API has no mirror of it", "API 中没有它的镜像 Pod"),
        ["get", "pod", `${name}-${ON}`],
        { expectExit: [1], timeoutSeconds: 120 },
      ),
    ],
  };
}
