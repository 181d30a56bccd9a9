import type { Source, Value } from "../run.js";

export type Layer =
  | "source"
  | "build"
  | "registry"
  | "api"
  | "cri"
  | "containerd"
  | "kernel"
  | "cgroup"
  | "network"
  | "service"
  | "storage"
  | "image"
  | "app";

/** Why a link has no proof. */
export type BreakCode =
  | "absent"
  | "not-running"
  | "field-missing"
  | "mismatch"
  | "generation-changed"
  | "not-reachable"
  | "loaded-not-pulled"
  /** Two layers speak about it in forms that do not say whether they mean the same. */
  | "not-comparable"
  | "step-failed";

/**
 * One element of an identity chain. Either `value` with at least one `source`, or `break`; never both.
 * The id says what it is: `pod.uid`, `sandbox.id`, `container.app.id`, `container.app.pid.node`,
 * `container.app.ns.net`, `container.app.cgroup.path`, `network.podIP`, `container.app.image.configDigest`, …
 */
export interface Link {
  id: string;
  layer: Layer;
  /** The container's name, for links of one container. */
  container?: string;
  value?: Value;
  unit?: string;
  sources: Source[];
  /** Links of another layer that told the same value, each proven by its own source. */
  agrees?: { with: string; source: Source }[];
  break?: { code: BreakCode; reason: string; remedy?: string };
}

/** The generation that all links of a chain belong to: read first and last. */
export interface Generation {
  podUid: string;
  sandboxId: string;
  /** container name → container ID, restart count and process start time (clock ticks since boot) on the node. */
  containers: Record<string, { id: string; restarts: number; startTicks?: string }>;
}

export interface Chain {
  /** The id of the chain step. */
  id: string;
  pod: { namespace: string; name: string; node: string };
  generation: Generation | null;
  /** How many times collection started before one generation held from first to last reading. */
  tries: number;
  /** Ids of the step records that it was read from. */
  steps: string[];
  links: Link[];
  /** What was asked beyond the Pod itself: where it came from, and what it answers. */
  delivery?: Delivery;
}

/**
 * What a step of a delivery tells: `source` the archive's checksum, `build` and `push` the images, `manifest` the
 * registry's answer, `service` and `endpoints` and `claim` and `volume` API objects, `files` the volume's files on the
 * node, `identity` and `state` the answers through the Service, `written` the answer to the writing of the state.
 */
export type DeliveryRole =
  | "source"
  | "build"
  | "push"
  | "manifest"
  | "service"
  | "endpoints"
  | "claim"
  | "volume"
  | "files"
  | "identity"
  | "state"
  | "written";

/** The way of one served response, from source to volume. A role that is absent was not asked for and has no links. */
export interface Delivery {
  /** The container that answers. */
  container: string;
  /** The directory in it that the volume is to be mounted at. */
  path: string;
  /** role → id of the step record that it is read from. */
  steps: Partial<Record<DeliveryRole, string>>;
}
