import { diagnose, kubectl, t, until } from "../vocabulary/index.js";
import type { Step } from "../vocabulary/lab.js";

/** What may differ between two Pods of this chapter; everything else is the same. */
interface Difference {
  /** Image reference; default the control image by digest. */
  image?: string;
  /** Fields of the container. */
  container?: Record<string, unknown>;
  /** Fields of the Pod's spec. */
  spec?: Record<string, unknown>;
  /** Selector of the Service that is made for the Pod; default the Pod's own label. */
  selector?: Record<string, string>;
}

/** The control Pod with one difference, and a Service of its own. */
function objects(name: string, { image, container, spec, selector }: Difference): string {
  const labels = { app: name };
  const app = {
    name: "app",
    image: image ?? "{{push-control.ref}}",
    imagePullPolicy: "IfNotPresent",
    args: ["--listen", "*:8080", "--state-dir", "/state"],
    ports: [{ containerPort: 8080 }],
    readinessProbe: { httpGet: { path: "/readyz", port: 8080 }, periodSeconds: 1 },
    ...container,
  };
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, labels },
    spec: { nodeName: "{{node.worker1}}", terminationGracePeriodSeconds: 1, containers: [app], ...spec },
  };
  const service = {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name },
    spec: { selector: selector ?? labels, ports: [{ port: 80, targetPort: 8080 }] },
  };
  return JSON.stringify({ apiVersion: "v1", kind: "List", items: [pod, service] }, null, 2);
}

/** What is waited for: a word that the Pod's status shows once the fault has shown itself. */
const SHOWN = {
  pull: "ErrImagePull|ImagePullBackOff",
  refused: "RunContainerError|CreateContainer\\w*Error|StartError|CrashLoopBackOff",
  // the second back-off lasts long enough for every layer to be read while nothing changes
  ended: {
    has: "$.status.containerStatuses[?@.restartCount >= 2 && @.state.waiting.reason == 'CrashLoopBackOff']",
  },
  ready: "Ready=True",
  running: "Unhealthy|Readiness probe failed",
};

/** Makes the Pod, waits until its fault shows, and reads every layer of it. The diagnosis is named like the Pod. */
export function faultyPod(
  name: string,
  title: Step["title"],
  shown: keyof typeof SHOWN,
  difference: Difference,
): Step[] {
  const status =
    "jsonpath={range .status.conditions[*]}{.type}={.status} {end}{.status.containerStatuses[*].state}{.status.containerStatuses[*].lastState}";
  const wanted: string | { has: string } = SHOWN[shown];
  const look =
    shown === "running"
      ? ["get", "events", "--field-selector", `involvedObject.name=${name}`]
      : ["get", "pod", name, "--output", typeof wanted === "string" ? status : "json"];
  return [
    kubectl(`make-${name}`, title, ["apply", "-f", "-"], { stdin: objects(name, difference) }),
    until(
      `shows-${name}`,
      t("Wait until it shows", "等待现象出现"),
      kubectl(`look-${name}`, t("Look at its state", "查看其状态"), look),
      wanted,
      { timeoutSeconds: 120 },
    ),
    diagnose(name, t("Read every layer of the Pod", "读取该 Pod 的每一层"), name),
  ];
}

/**
 * A program for a machine of another kind: the first 64 bytes of an ELF file for s390x, which is big-endian. The kernel
 * of any other machine refuses it before it reads further.
 */
export function foreignProgram(): string {
  const header = new Uint8Array(64);
  header.set([0x7f, 0x45, 0x4c, 0x46, 2, 2, 1]); // ELF, 64 bit, big-endian, version 1
  header.set([0, 2, 0, 22, 0, 0, 0, 1], 16); // an executable, EM_S390, version 1
  header.set([0, 64, 0, 56, 0, 0], 52); // sizes of this header and of a program header
  return btoa(String.fromCharCode(...header));
}
