import type { KubeConfig } from "@kubernetes/client-node";
import { MissingError } from "../../errors.js";

/**
 * Reads a kubeconfig. The Kubernetes client is loaded only here, so that commands without a cluster start quickly.
 * @throws MissingError when the text is none
 */
export async function parseKubeConfig(text: string): Promise<KubeConfig> {
  const { KubeConfig } = await import("./client.js");
  const config = new KubeConfig();
  try {
    config.loadFromString(text);
  } catch (error) {
    throw new MissingError(
      "BAD_KUBECONFIG",
      `the kubeconfig cannot be read: ${(error as Error).message}`,
      "./lab up",
    );
  }
  return config;
}
