import { randomBytes } from "node:crypto";
import { describeEnd, must, succeeded } from "../command.js";
import type { EnvironmentEffects } from "../effects.js";
import { writePrivate } from "./kubeconfig.js";
import type { ProvenCluster } from "./prove.js";

type Effects = Pick<EnvironmentEffects, "transport" | "stateDir" | "log">;

/** The proven cluster with a kubeconfig of its proof, for kubectl, as long as a run or command lasts. */
export interface PinnedCluster extends ProvenCluster {
  /** Where it lies on the VM. */
  pinned: string;
}

/**
 * Writes what was proven (one cluster, one user, one context, which is current) into a file that nothing else knows, does the
 * work with it, and removes it. Whatever happens to the cluster's own file meanwhile, kubectl reaches what was proven.
 */
export async function withPinned<T>(
  effects: Effects,
  cluster: ProvenCluster,
  work: (cluster: PinnedCluster) => Promise<T>,
): Promise<T> {
  const folder = pinnedFolder(effects, cluster.name);
  const pinned = `${folder}/${process.pid}-${randomBytes(8).toString("hex")}`;
  await removeOld(effects, folder);
  await writePrivate(effects, pinned, cluster.kubeconfigText);
  try {
    return await work({ ...cluster, pinned });
  } finally {
    await removePinned(effects, pinned);
  }
}

/** What cannot be removed is said, and hides no error of the work. */
export async function removePinned(
  { transport, log }: Omit<Effects, "stateDir">,
  pinned: string,
): Promise<void> {
  const removed = await transport.run({ argv: ["rm", "-rf", "--", pinned], timeoutMs: 10_000 });
  if (!succeeded(removed))
    log.warn(`${pinned} may hold the keys of a cluster and was not removed: ${describeEnd(removed)}`);
}

/**
 * The command as it runs: kubectl with the kubeconfig of the proof. What a record, a page and a message show is the command
 * with the cluster's own file, which a person can repeat.
 */
export function asPinned(
  cluster: Pick<PinnedCluster, "kubeconfig" | "pinned"> | undefined,
  argv: string[],
): string[] {
  const [program, option, file, ...rest] = argv;
  // without the option it reaches nothing: every command's KUBECONFIG is empty
  if (!cluster || program !== "kubectl" || option !== "--kubeconfig") return argv;
  if (file !== cluster.kubeconfig) throw new Error(`${file} is not the kubeconfig of the proven cluster`);
  return [program, option, cluster.pinned, ...rest];
}

/** Folder of such files of one cluster. */
export function pinnedFolder(effects: Pick<EnvironmentEffects, "stateDir">, cluster: string): string {
  return `${effects.stateDir}/pinned.${cluster}`;
}

/** A command that was killed leaves its file; none lasts for a day. */
async function removeOld(effects: Effects, folder: string): Promise<void> {
  const script = '[ ! -d "$1" ] || find "$1" -type f -mmin +1440 -exec rm -f -- {} +';
  await must(effects.transport, `looking through ${folder}`, ["sh", "-c", script, "sh", folder], {
    timeoutMs: 10_000,
  });
}
