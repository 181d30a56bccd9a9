import { X509Certificate } from "node:crypto";
import { stringify } from "yaml";
import { must, stdoutText, succeeded } from "../command.js";
import type { EnvironmentEffects } from "../effects.js";
import { parseKubeConfig } from "../kube/config.js";

type Effects = Pick<EnvironmentEffects, "transport" | "stateDir">;

/** This tool's own kubeconfig of the cluster. The user's KUBECONFIG is never read and never written. */
export function kubeconfigPath(effects: Pick<EnvironmentEffects, "stateDir">, cluster: string): string {
  return `${effects.stateDir}/kubeconfig${cluster === "labbook" ? "" : `.${cluster}`}`;
}

/** Its text with nothing but the cluster's own context in it; undefined when there is no such file. */
export async function readKubeconfig(effects: Effects, cluster: string): Promise<string | undefined> {
  const argv = ["cat", "--", kubeconfigPath(effects, cluster)];
  const result = await effects.transport.run({ argv, timeoutMs: 5000 });
  if (result.exitCode === 1) return undefined;
  if (!succeeded(result)) {
    await must(effects.transport, "reading the cluster's kubeconfig", argv, { timeoutMs: 5000 });
  }
  return onlyContext(stdoutText(result), `kind-${cluster}`);
}

/** Writes a file of the state folder, readable by its owner only, in one rename. */
export async function writePrivate(effects: Effects, path: string, text: string): Promise<void> {
  const script = 'umask 077; mkdir -p "$1" && cat >"$2.new" && mv -f "$2.new" "$2"';
  await must(effects.transport, `writing ${path}`, ["sh", "-c", script, "sh", effects.stateDir, path], {
    timeoutMs: 5000,
    stdin: new TextEncoder().encode(text),
  });
}

/** SHA-256 fingerprint of the cluster's CA, as colon-separated hex; undefined when the text names none. */
export async function caOfKubeconfig(text: string): Promise<string | undefined> {
  const data = (await parseKubeConfig(text)).getCurrentCluster()?.caData;
  return data ? fingerprint(Buffer.from(data, "base64")) : undefined;
}

export function fingerprint(pem: Uint8Array): string {
  return new X509Certificate(pem).fingerprint256;
}

/** Other contexts of the file, and which of them is current, decide nothing. */
async function onlyContext(text: string, name: string): Promise<string | undefined> {
  const config = await parseKubeConfig(text);
  const context = config.getContextObject(name);
  const cluster = context && config.getCluster(context.cluster);
  const user = context && config.getUser(context.user);
  if (!context || !cluster || !user) return undefined;
  config.loadFromClusterAndUser(cluster, user);
  config.setCurrentContext(config.getContexts()[0]!.name);
  return stringify(JSON.parse(config.exportConfig()));
}
