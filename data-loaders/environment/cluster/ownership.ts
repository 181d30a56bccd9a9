import { must, stdoutText, succeeded } from "../command.js";
import type { EnvironmentEffects } from "../effects.js";
import { containerFile } from "./container-file.js";
import type { KindContainer } from "./containers.js";
import { caOf, fingerprint, kubeconfigPath, readKubeconfig, writePrivate } from "./kubeconfig.js";
import { pinnedFolder } from "./pinned-kubeconfig.js";

type Effects = Pick<EnvironmentEffects, "transport" | "stateDir">;

/** `creating`: lab up began and has not said that it finished; `created`: it did; `adopted`: somebody else's cluster. */
export type Origin = "creating" | "created" | "adopted";

/** How this tool came to the cluster, as it wrote down; undefined when it never did. */
export async function readOrigin(effects: Effects, cluster: string): Promise<Origin | undefined> {
  const result = await effects.transport.run({
    argv: ["cat", "--", originPath(effects, cluster)],
    timeoutMs: 5000,
  });
  if (!succeeded(result)) return undefined;
  const word = stdoutText(result).trim();
  return word === "creating" || word === "created" || word === "adopted" ? word : undefined;
}

export async function writeOrigin(effects: Effects, cluster: string, origin: Origin): Promise<void> {
  await writePrivate(effects, originPath(effects, cluster), `${origin}\n`);
}

/** Forgets the cluster: its kubeconfig, its kind configuration and the note about its origin. */
export async function forgetCluster(effects: Effects, cluster: string): Promise<void> {
  await must(
    effects.transport,
    "removing what is noted about the cluster",
    [
      ...["rm", "-rf", "--", pinnedFolder(effects, cluster)],
      kubeconfigPath(effects, cluster),
      originPath(effects, cluster),
      `${effects.stateDir}/kind.${cluster}.yaml`,
    ],
    { timeoutMs: 5000 },
  );
}

/** Whether our kubeconfig trusts the very CA that these containers hold. Needs no running node. */
export async function isOurs(
  effects: Effects,
  cluster: string,
  containers: KindContainer[],
): Promise<boolean> {
  const access = await readKubeconfig(effects, cluster);
  const controlPlane = containers.find((one) => one.role === "control-plane");
  if (access === undefined || !controlPlane) return false;
  const pem = await containerFile(effects.transport, controlPlane.id, "/etc/kubernetes/pki/ca.crt");
  return caOf(access) === fingerprint(pem);
}

function originPath(effects: Pick<EnvironmentEffects, "stateDir">, cluster: string): string {
  return `${effects.stateDir}/origin.${cluster}`;
}
