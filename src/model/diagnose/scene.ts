import { instantNs } from "../time.js";
import { nodeUid } from "./node-uid.js";
import type { Reading, Readings } from "./types.js";

/** The parts of the API's and the CRI's objects that the walk reads. */
export interface ContainerStatus {
  name: string;
  ready?: boolean;
  restartCount?: number;
  imageID?: string;
  containerID?: string;
  state?: State;
  lastState?: State;
}
export interface State {
  waiting?: { reason?: string; message?: string };
  running?: { startedAt?: string };
  terminated?: { exitCode?: number; signal?: number; reason?: string; message?: string };
}
export interface Port {
  containerPort?: number;
  protocol?: string;
  name?: string;
}
export interface Probe {
  httpGet?: { port: number | string; host?: string };
  tcpSocket?: { port: number | string; host?: string };
  grpc?: { port: number };
}
export interface ContainerSpec {
  name: string;
  image?: string;
  ports?: Port[];
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  startupProbe?: Probe;
  restartPolicy?: string;
}
export interface Condition {
  type: string;
  status: string;
  reason?: string;
  message?: string;
}
export interface Pod {
  metadata: {
    uid: string;
    name: string;
    namespace: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    ownerReferences?: { kind?: string; apiVersion?: string }[];
  };
  spec: {
    nodeName?: string;
    hostNetwork?: boolean;
    volumes?: unknown[];
    initContainers?: ContainerSpec[];
    containers: ContainerSpec[];
  };
  status: {
    phase?: string;
    reason?: string;
    message?: string;
    podIP?: string;
    podIPs?: { ip: string }[];
    conditions?: Condition[];
    containerStatuses?: ContainerStatus[];
    initContainerStatuses?: ContainerStatus[];
  };
}
export interface KubeEvent {
  reason?: string;
  message?: string;
  type?: string;
  lastTimestamp?: string | null;
  eventTime?: string | null;
  involvedObject?: { uid?: string; fieldPath?: string };
}
export interface Sandbox {
  id: string;
  state: string;
  metadata?: { uid?: string; attempt?: number };
}
export interface CriContainer {
  id: string;
  podSandboxId: string;
  state: string;
  createdAt?: string;
  image?: { image?: string };
  imageRef?: string;
  labels?: Record<string, string>;
  metadata?: { name?: string; attempt?: number };
}
export interface Service {
  metadata: { name: string };
  spec: { selector?: Record<string, string>; ipFamilies?: string[] };
}
export interface EndpointSlice {
  metadata: { name: string; labels?: Record<string, string> };
  addressType?: string;
  endpoints?: { conditions?: { ready?: boolean }; targetRef?: { uid?: string } }[] | null;
  ports?: { port?: number }[] | null;
}

/** A value that was read out of a reading's JSON, with the place where it stands. */
export interface Scene {
  reading(name: string): Reading | undefined;
  pod?: Pod;
  /** Newest first. */
  events: { event: KubeEvent; index: number }[];
  node?: { status?: { conditions?: Condition[] } };
  sandboxes?: Sandbox[];
  containers?: CriContainer[];
  services?: Service[];
  slices?: EndpointSlice[];
}

/** Parses what can be parsed. A reading that failed, or is no JSON, leaves its part undefined: unknown, not empty. */
export function sceneOf(readings: Readings): Scene {
  const reading = (name: string) => readings.readings.find((one) => one.name === name);
  const json = <T>(name: string): T | undefined => {
    const one = reading(name);
    if (one?.exitCode !== 0) return undefined;
    try {
      return JSON.parse(one.stdout) as T;
    } catch {
      return undefined; // cut off or not JSON: its layers find no proof in it, and say so
    }
  };
  const pod = json<Pod>("pod");
  // the API server's parts speak of the object, kubelet of the Pod as it knows it
  const uids = new Set(pod && [pod.metadata.uid, nodeUid(pod)]);
  const events = (json<{ items?: KubeEvent[] }>("events")?.items ?? [])
    .map((event, index) => ({ event, index }))
    .filter(({ event }) => uids.has(event.involvedObject?.uid ?? ""));
  events.sort((a, b) => Number(timeOf(b.event) - timeOf(a.event)));
  return {
    reading,
    ...(pod && { pod }),
    events,
    node: json("node"),
    sandboxes: json<{ items?: Sandbox[] }>("sandboxes")?.items,
    containers: json<{ containers?: CriContainer[] }>("containers")?.containers,
    services: json<{ items?: Service[] }>("services")?.items,
    slices: json<{ items?: EndpointSlice[] }>("endpointslices")?.items,
  };
}

/** Whole seconds in older events and microseconds in newer ones: compared as instants, not as texts. */
function timeOf(event: KubeEvent): bigint {
  return instantNs(event.lastTimestamp) ?? instantNs(event.eventTime) ?? 0n;
}

/** The sandbox that stands for the Pod now: READY, of the UID that the node knows, with the highest attempt. */
export function readySandbox(scene: Scene): { sandbox: Sandbox; index: number } | undefined {
  const uid = scene.pod && nodeUid(scene.pod);
  return scene.sandboxes
    ?.map((sandbox, index) => ({ sandbox, index }))
    .filter(({ sandbox }) => sandbox.state === "SANDBOX_READY" && sandbox.metadata?.uid === uid)
    .sort((a, b) => (b.sandbox.metadata?.attempt ?? 0) - (a.sandbox.metadata?.attempt ?? 0))[0];
}

/** The newest container of that name in a sandbox of this Pod; one that says it is another Pod's is none. */
export function criContainer(
  scene: Scene,
  name: string,
): { container: CriContainer; index: number } | undefined {
  return scene.containers
    ?.map((container, index) => ({ container, index }))
    .filter(({ container }) => nameOf(container) === name && isOfPod(container, scene.pod))
    .sort((a, b) => (b.container.metadata?.attempt ?? 0) - (a.container.metadata?.attempt ?? 0))[0];
}

function isOfPod({ labels }: CriContainer, pod: Pod | undefined): boolean {
  const uid = labels?.["io.kubernetes.pod.uid"];
  return uid === undefined || (pod !== undefined && uid === nodeUid(pod));
}

function nameOf(container: CriContainer): string | undefined {
  return container.metadata?.name ?? container.labels?.["io.kubernetes.container.name"];
}
