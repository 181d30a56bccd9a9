import { clusterDown } from "../environment/cluster/down.js";
import type { EnvironmentEffects } from "../environment/effects.js";
import { type ExitCode, exit } from "../exit-codes.js";
import { report } from "./report.js";

/** Removes the dedicated cluster; an adopted one is given back. */
export async function down(options: { json?: boolean }, effects: EnvironmentEffects): Promise<ExitCode> {
  return report(options, effects, async () => {
    const result = await clusterDown(effects);
    const said = {
      deleted: `Deleted cluster ${result.cluster}.`,
      "given back": `Cluster ${result.cluster} is no longer dedicated; it goes on running. To delete it: kind delete cluster --name ${result.cluster}`,
      nothing: `There is no cluster ${result.cluster}.`,
    }[result.did];
    effects.output(options.json ? `${JSON.stringify(result)}\n` : `${said}\n`);
    return exit.done;
  });
}
