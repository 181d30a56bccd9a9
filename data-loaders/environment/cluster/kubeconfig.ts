import { X509Certificate } from "node:crypto";
import { dirname } from "node:path/posix";
import { must, stdoutText, succeeded } from "../command.js";
import type { EnvironmentEffects } from "../effects.js";
import type { Access } from "./one-access.js";

type Effects = Pick<EnvironmentEffects, "transport" | "stateDir">;

/** This tool's own kubeconfig of the cluster. The user's KUBECONFIG is never read and never written. */
export function kubeconfigPath(effects: Pick<EnvironmentEffects, "stateDir">, cluster: string): string {
  return `${effects.stateDir}/kubeconfig${cluster === "labbook" ? "" : `.${cluster}`}`;
}

/** What its context of the cluster means, read once; undefined when there is no such file or context. */
export async function readKubeconfig(effects: Effects, cluster: string): Promise<Access | undefined> {
  const file = kubeconfigPath(effects, cluster);
  const argv = ["cat", "--", file];
  const result = await effects.transport.run({ argv, timeoutMs: 5000 });
  if (result.exitCode === 1) return undefined;
  if (!succeeded(result)) {
    await must(effects.transport, "reading the cluster's kubeconfig", argv, { timeoutMs: 5000 });
  }
  // loaded here, so that commands without a cluster start quickly
  const { oneAccess } = await import("./one-access.js");
  return oneAccess(stdoutText(result), `kind-${cluster}`, file);
}

/** Writes a file in the state folder, readable by its owner only, in one rename. */
export async function writePrivate(effects: Effects, path: string, text: string): Promise<void> {
  const script = 'umask 077; mkdir -p "$1" && cat >"$2.new" && mv -f "$2.new" "$2"';
  await must(effects.transport, `writing ${path}`, ["sh", "-c", script, "sh", dirname(path), path], {
    timeoutMs: 5000,
    stdin: new TextEncoder().encode(text),
  });
}

/** SHA-256 fingerprint of the CA that the access trusts, as colon-separated hex. */
export function caOf(access: Access): string {
  return fingerprint(Buffer.from(access.ca, "base64"));
}

export function fingerprint(pem: Uint8Array): string {
  return new X509Certificate(pem).fingerprint256;
}
