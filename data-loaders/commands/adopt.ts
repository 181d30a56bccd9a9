import { adoptCluster } from "../environment/cluster/adopt.js";
import type { EnvironmentEffects } from "../environment/effects.js";
import { type ExitCode, exit } from "../exit-codes.js";
import { report } from "./report.js";

/** Declares an existing kind cluster dedicated, after saying what labs will do to it and asking. */
export async function adopt(
  options: { cluster: string; json?: boolean },
  effects: EnvironmentEffects,
): Promise<ExitCode> {
  return report(options, effects, async () => {
    const cluster = await adoptCluster(options.cluster, effects);
    if (!cluster) {
      effects.log.warn("Nothing was changed.");
      if (options.json) effects.output(`${JSON.stringify({ adopted: false })}\n`);
      return exit.notRun;
    }
    const { api: _, kubeconfigText: __, ...facts } = cluster;
    const setting = cluster.name === "labbook" ? "" : `LABBOOK_CLUSTER=${cluster.name} `;
    effects.output(
      options.json
        ? `${JSON.stringify({ adopted: true, cluster: facts })}\n`
        : `Adopted ${cluster.name}.\n${setting}./lab run c26\n`,
    );
    return exit.done;
  });
}
