import type { Environment } from "../../src/model/run.js";
import { missingNeeds, noProvenCluster } from "../environment/needs.js";

/** Says which of the needed capabilities are missing, each with what its probe found and what would supply it. */
export function missingOf(needs: string[], environment: Environment): string | undefined {
  const missing = missingNeeds(needs, environment);
  // what can only be asked of the cluster adds nothing to its being missing
  const noCluster = missing.some(({ name }) => name === "cluster");
  const told = noCluster ? missing.filter(({ found }) => !found.startsWith(noProvenCluster)) : missing;
  const reasons = told.map(
    ({ name, found, remedy }) => `${name} is missing: ${found}${remedy ? ` (remedy: ${remedy})` : ""}`,
  );
  return reasons.length > 0 ? reasons.join("; ") : undefined;
}
