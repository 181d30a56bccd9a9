import type { Environment } from "../../src/model/run.js";
import { missingNeeds } from "../environment/needs.js";

/** Says which of the needed capabilities are missing, each with what its probe found and what would supply it. */
export function missingOf(needs: string[], environment: Environment): string | undefined {
  const reasons = missingNeeds(needs, environment).map(
    ({ name, found, remedy }) => `${name} is missing: ${found}${remedy ? ` (remedy: ${remedy})` : ""}`,
  );
  return reasons.length > 0 ? reasons.join("; ") : undefined;
}
