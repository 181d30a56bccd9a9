import type { Text } from "../../src/model/run.js";
import { api, apply, chain, kubectl, node, t, until, vm, waitFor } from "../vocabulary/index.js";
import type { DeliveryWords, Step } from "../vocabulary/lab.js";
import { STATE } from "./state.js";

/** The node that asks: it runs none of the Pods, so that every answer has crossed Service and network. */
export const ASKER = "{{node.control-plane}}";

/** Where the image came from; the same for every Pod of this lab. */
export const ORIGIN = {
  container: "app",
  path: "/state",
  from: ASKER,
  source: "source-sum",
  build: "build",
  push: "push",
  manifest: "http://{{registry.host}}/v2/labbook/probe/manifests/{{push.digest}}",
} satisfies DeliveryWords;

/** The whole chain of a Pod whose Service and claim have its name; `written` is the step that wrote its state. */
export function wholeChain(id: string, title: Text, name: string, written: string): Step {
  return chain(id, title, name, {
    timeoutSeconds: 120,
    delivery: { ...ORIGIN, service: name, claim: name, written, state: true },
  });
}

/** Applies a Pod with its Service and waits until it is Ready. */
export function deploy(id: string, title: Text, name: string): Step[] {
  return [
    apply(id, title, `manifests/${name}.yaml`),
    waitFor(`${id}-ready`, t("Until it is Ready", "等待 Ready"), `pod/${name}`, "condition=Ready", {
      timeoutSeconds: 180,
    }),
  ];
}

/** Deletes the Pod, applies the same manifest again, and waits. The claim stays. */
export function recreate(id: string, name: string): Step[] {
  return [
    kubectl(`${id}-delete`, t("Delete the Pod", "删除 Pod"), ["delete", "pod", name, "--wait=true"], {
      timeoutSeconds: 90,
    }),
    ...deploy(id, t("The same manifest again", "再次应用同一清单"), name),
    reachable(id, name),
  ];
}

/** PUT /state through the Service; body and answer with its headers are kept. */
export function writeState(id: string, title: Text, service: string, text = STATE): Step[] {
  const url = `http://{{url:${service}.ip}}/state`;
  return [
    api(
      `${service}-service`,
      t("The Service", "Service 对象"),
      `/api/v1/namespaces/{{namespace}}/services/${service}`,
    ),
    reachable(id, service),
    put(id, title, url, text),
  ];
}

/** A Pod that is Ready is not yet behind its Service on every node: until the asking node has rewritten its rules. */
function reachable(id: string, service: string): Step {
  const title = t("Until the Service leads to it", "等到 Service 通向它");
  const argv = ["curl", "--silent", "--show-error", "--include", "--max-time", "3"];
  const ask = node(`${id}-reachable-try`, title, ASKER, [...argv, `http://{{url:${service}.ip}}/readyz`], {
    expectExit: "any",
  });
  return until(`${id}-reachable`, title, ask, "^HTTP/\\S+ 200");
}

export function put(id: string, title: Text, url: string, text: string): Step {
  const headers = [`X-Request-Id: {{run}}.${id}`, "Content-Type: text/plain", "Expect:"];
  return node(
    id,
    title,
    ASKER,
    [
      ...["curl", "--silent", "--show-error", "--include", "--max-time", "10", "--request", "PUT"],
      ...headers.flatMap((header) => ["--header", header]),
      ...["--data-binary", "@-", url],
    ],
    { stdin: text },
  );
}

/** The mounts that the kernel shows for the app's process, on its node. */
export function mountsOf(id: string, chainId: string, name: string): Step {
  return node(id, t(`The mounts of ${name}'s process`, `${name} 进程的挂载`), "{{node.worker1}}", [
    "cat",
    `/proc/{{${chainId}/container.app.pid.node}}/mountinfo`,
  ]);
}

/** Events of a Pod, as JSON. */
export function events(id: string, name: string): Step {
  return kubectl(
    id,
    t(`Events of Pod ${name}`, `Pod ${name} 的事件`),
    ["get", "events", "--field-selector", `involvedObject.name=${name}`, "-o", "json"],
    { complete: { json: true } },
  );
}

/**
 * Stops the registry: its container stays, so that it can be started again with the same content. The undo is proven by
 * an answer to a node.
 */
export function stopRegistry(id: string): Step {
  const on = "{{node.worker1}}";
  const answers = [
    "curl",
    "--silent",
    "--show-error",
    "--fail",
    "--max-time",
    "5",
    "http://{{registry.host}}/v2/",
  ];
  return vm(id, t("Stop the registry", "停止镜像仓库"), ["docker", "stop", "{{registry.container}}"], {
    timeoutSeconds: 60,
    undo: {
      title: t("Start the registry again", "再次启动镜像仓库"),
      steps: [startRegistry(`${id}-start`)],
      proof: [
        node(`${id}-answers`, t("It answers a node", "它对节点作出回答"), on, answers, {
          timeoutSeconds: 60,
        }),
      ],
    },
  });
}

export function startRegistry(id: string): Step {
  return vm(id, t("Start the registry", "启动镜像仓库"), ["docker", "start", "{{registry.container}}"], {
    timeoutSeconds: 60,
  });
}

/** Removes Pods and claims while the provisioner can still remove the volumes' directories; proven by no volume left. */
export function removeClaims(id: string): Step {
  const left = '{range .items[?(@.spec.claimRef.namespace=="{{namespace}}")]}{.metadata.name}{"\\n"}{end}';
  return kubectl(id, t("The volumes before", "之前的卷"), ["get", "pv", "-o", `jsonpath=${left}`], {
    undo: {
      title: t("Remove the claims and their volumes", "删除声明及其卷"),
      steps: [
        kubectl(
          `${id}-pods`,
          t("Remove the Pods that use them", "删除使用它们的 Pod"),
          ["delete", "pods", "--all", "--namespace", "{{namespace}}", "--ignore-not-found", "--timeout=60s"],
          { timeoutSeconds: 70 },
        ),
        kubectl(
          `${id}-claims`,
          t("Remove the claims", "删除声明"),
          ["delete", "pvc", "--all", "--namespace", "{{namespace}}", "--ignore-not-found", "--timeout=60s"],
          { timeoutSeconds: 70 },
        ),
      ],
      proof: [
        kubectl(
          `${id}-gone`,
          t("No volume of this Namespace is left", "该命名空间没有剩下任何卷"),
          ["get", "pv", "-o", `jsonpath=${left}`],
          // exit 0 and not one byte: a server that does not answer proves nothing
          { complete: { matches: "(?<![\\s\\S])(?![\\s\\S])" }, timeoutSeconds: 120 },
        ),
      ],
    },
  });
}
