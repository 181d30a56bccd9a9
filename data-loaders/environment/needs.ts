import type { Capability, Environment } from "../../src/model/run.js";

/** How `found` begins for what can only be asked of a proven cluster. */
export const noProvenCluster = "no proven cluster";

/** The needs that the environment does not supply; a need that no probe knows is one of them. */
export function missingNeeds(needs: readonly string[], environment: Environment): Capability[] {
  return needs.map((need) => find(need, environment)).filter((capability) => !capability.present);
}

function find(need: string, environment: Environment): Capability {
  const known = environment.capabilities.find((capability) => capability.name === need);
  if (known) return known;
  const count = /^workers>=(\d+)$/.exec(need)?.[1];
  const workers = environment.nodes?.filter((node) => node.role === "worker").length ?? 0;
  return {
    name: need,
    present: false,
    probe: "lab doctor",
    found: count ? `${workers} workers` : "no probe of that name",
    ...(count && { remedy: `./lab down && ./lab up --workers ${count}` }),
  };
}
