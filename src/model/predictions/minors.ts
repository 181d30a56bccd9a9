import type { Environment } from "../run.js";

/** The minors of the kubelets, as `1.36`; a cluster in the middle of an upgrade has several. Empty without a cluster. */
export function minorsOf({ nodes = [] }: Environment): string[] {
  const minors = nodes.map(({ kubelet }) => /^v?(\d+\.\d+)/.exec(kubelet)?.[1] ?? kubelet);
  return [...new Set(minors)].filter((minor) => minor !== "").sort();
}
