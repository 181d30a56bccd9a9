import { clusterDown } from "../environment/cluster/down.js";
import { readOrigin } from "../environment/cluster/ownership.js";
import type { EnvironmentEffects } from "../environment/effects.js";
import { type ExitCode, exit } from "../exit-codes.js";
import { forgetCluster } from "../run/gone-cluster.js";
import { recoverFirst } from "../run/recover.js";
import { report } from "./report.js";

/** Removes the dedicated cluster; an adopted one is given back. */
export async function down(options: { json?: boolean }, effects: EnvironmentEffects): Promise<ExitCode> {
  return report(options, effects, async () => {
    // somebody else's cluster goes on: it is given back as it was
    if ((await readOrigin(effects, effects.settings.cluster)) === "adopted")
      await recoverFirst(effects, true);
    const result = await clusterDown(effects);
    // an unfinished run of a cluster that is gone has nothing left to undo, and must not stop every later command
    if (result.did !== "given back")
      for (const run of await forgetCluster(effects, result.cluster))
        effects.log.info(`run ${run} ended without cleaning up; what it changed went with the cluster`);
    const said = {
      deleted: `Deleted cluster ${result.cluster}.`,
      "given back": `Cluster ${result.cluster} is no longer dedicated; it goes on running. To delete it: kind delete cluster --name ${result.cluster}`,
      nothing: `There is no cluster ${result.cluster}.`,
    }[result.did];
    effects.output(options.json ? `${JSON.stringify(result)}\n` : `${said}\n`);
    return exit.done;
  });
}
