import type { Environment } from "../run.js";

/** What a run was made on, in as far as runs of several versions are told apart. */
export interface Version {
  /** The kubelets' versions; absent without a cluster. */
  kubernetes?: string;
  containerd?: string;
  kernel: string;
}

export function versionOf({ vm, nodes }: Environment): Version {
  if (!nodes || nodes.length === 0) return { kernel: vm.kernel };
  return {
    kubernetes: distinct(nodes.map(({ kubelet }) => kubelet)),
    containerd: distinct(nodes.map(({ containerd }) => containerd)),
    kernel: vm.kernel,
  };
}

/** With a cluster its version counts, without one that of the kernel. */
export function isSameVersion(a: Environment, b: Environment): boolean {
  return keyOf(versionOf(a)) === keyOf(versionOf(b));
}

function keyOf({ kubernetes, containerd, kernel }: Version): string {
  return JSON.stringify(kubernetes ? [kubernetes, containerd] : [kernel]);
}

function distinct(versions: string[]): string {
  return [...new Set(versions)].sort().join(", ");
}
