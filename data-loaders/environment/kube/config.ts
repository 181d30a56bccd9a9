import type { KubeConfig } from "@kubernetes/client-node";

/** Reads a kubeconfig. The Kubernetes client is loaded only here, so that commands without a cluster start quickly. */
export async function parseKubeConfig(text: string): Promise<KubeConfig> {
  const { KubeConfig } = await import("@kubernetes/client-node");
  const config = new KubeConfig();
  config.loadFromString(text);
  return config;
}
