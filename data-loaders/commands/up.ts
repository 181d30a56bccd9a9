import { clusterUp, type UpOptions } from "../environment/cluster/up.js";
import type { EnvironmentEffects } from "../environment/effects.js";
import { LabError } from "../errors.js";
import { type ExitCode, exit } from "../exit-codes.js";
import { report } from "./report.js";

/** Makes the dedicated cluster, or starts the one that is there. */
export async function up(
  options: UpOptions & { json?: boolean },
  effects: EnvironmentEffects,
): Promise<ExitCode> {
  return report(options, effects, async () => {
    if (options.workers !== undefined && !(Number.isInteger(options.workers) && options.workers >= 0)) {
      throw new LabError("BAD_WORKERS", `expected a number of workers, got ${options.workers}`, {
        exitCode: exit.usage,
      });
    }
    const { did, cluster } = await clusterUp(options, effects);
    const { api: _, kubeconfigText: __, ...facts } = cluster;
    if (options.json) effects.output(`${JSON.stringify({ did, cluster: facts })}\n`);
    else {
      effects.output(
        `${{ created: "Created", started: "Started", nothing: "Already there:" }[did]} cluster ${cluster.name}, ${cluster.nodes.length} nodes, at ${cluster.server}\nkubectl --kubeconfig ${cluster.kubeconfig} get nodes\n`,
      );
    }
    return exit.done;
  });
}
