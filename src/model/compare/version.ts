import { minorsOf } from "../predictions/minors.js";
import type { AddressFamily, Environment } from "../run.js";

/** What a run was made on, in as far as runs of several versions are told apart. */
export interface Version {
  /** The kubelets' versions; absent without a cluster. */
  kubernetes?: string;
  containerd?: string;
  /** The address families of the Pods, the first one first; absent where they are IPv4 alone. */
  families?: string;
  kernel: string;
}

export function versionOf({ vm, nodes, families }: Environment): Version {
  if (!nodes || nodes.length === 0) return { kernel: vm.kernel };
  return {
    kubernetes: distinct(nodes.map(({ kubelet }) => kubelet)),
    containerd: distinct(nodes.map(({ containerd }) => containerd)),
    ...(isOther(families) && { families: families.join(", ") }),
    kernel: vm.kernel,
  };
}

/** With a cluster its version and address families count, without one that of the kernel. */
export function isSameVersion(a: Environment, b: Environment): boolean {
  return keyOf(versionOf(a)) === keyOf(versionOf(b));
}

function keyOf({ kubernetes, containerd, families, kernel }: Version): string {
  return JSON.stringify(kubernetes ? [kubernetes, containerd, families] : [kernel]);
}

/**
 * Whether two runs answer for the same kind of system: one minor of Kubernetes and the same address families, or both
 * none. What is newer of the same kind may take the other's place.
 */
export function isSameKind(a: Environment, b: Environment): boolean {
  return kindOf(a) === kindOf(b);
}

function kindOf(environment: Environment): string {
  const { families } = environment;
  return JSON.stringify([minorsOf(environment), isOther(families) ? families : []]);
}

function isOther(families: AddressFamily[] | undefined): families is AddressFamily[] {
  return families !== undefined && families.join() !== "IPv4";
}

function distinct(versions: string[]): string {
  return [...new Set(versions)].sort().join(", ");
}
