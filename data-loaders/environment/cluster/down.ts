import { MissingError, RefusedError } from "../../errors.js";
import type { EnvironmentEffects } from "../effects.js";
import { kindContainers } from "./containers.js";
import { deleteCluster } from "./create.js";
import { forgetCluster, isOurs, readOrigin } from "./ownership.js";
import { identifyCluster } from "./prove.js";
import { labelNodes } from "./ready.js";

export interface DownResult {
  did: "deleted" | "given back" | "nothing";
  cluster: string;
}

/**
 * Removes the dedicated cluster. An adopted cluster is not deleted, it is given back: the label and our kubeconfig go.
 * @throws RefusedError when docker has a cluster of that name that is not ours
 */
export async function clusterDown(effects: EnvironmentEffects): Promise<DownResult> {
  const cluster = effects.settings.cluster;
  const [containers, origin] = await Promise.all([
    kindContainers(effects.transport, cluster),
    readOrigin(effects, cluster),
  ]);
  if (containers.length === 0) {
    await forgetCluster(effects, cluster);
    return { did: "nothing", cluster };
  }
  if (origin !== "creating" && !(await isOurs(effects, cluster, containers))) {
    throw new RefusedError(
      "NOT_OURS",
      `refused: the kind cluster ${cluster} (${containers.map((one) => one.name).join(", ")}) was not made by lab up, and this tool's kubeconfig is not of it`,
      `kind delete cluster --name ${cluster}`,
    );
  }
  if (origin === "adopted") {
    await giveBack(effects, cluster);
    return { did: "given back", cluster };
  }
  if (origin === undefined) {
    throw new RefusedError(
      "NOT_OURS",
      `refused: it is not written down that lab up made the cluster ${cluster}`,
      `kind delete cluster --name ${cluster}`,
    );
  }
  await deleteCluster(effects, cluster);
  return { did: "deleted", cluster };
}

async function giveBack(effects: EnvironmentEffects, cluster: string): Promise<void> {
  try {
    const found = await identifyCluster(effects, cluster);
    await labelNodes(effects, found.cluster, null);
  } catch (error) {
    if (!(error instanceof MissingError)) throw error;
    throw new MissingError(
      error.code,
      `the label of cluster ${cluster} could not be taken away: ${error.message}`,
      error.remedy,
      error,
    );
  }
  await forgetCluster(effects, cluster);
}
