import type { Environment } from "../../src/model/run.js";

/** Says which of the needed capabilities are missing, each with what its probe found and what would supply it. */
export function missingOf(needs: string[], environment: Environment): string | undefined {
  const reasons = needs.flatMap((need) => {
    const capability = environment.capabilities.find((candidate) => candidate.name === need);
    if (capability?.present) return [];
    if (!capability) return [`${need} was not probed in this environment`];
    return [
      `${need} is missing: ${capability.found}${capability.remedy ? ` (remedy: ${capability.remedy})` : ""}`,
    ];
  });
  return reasons.length > 0 ? reasons.join("; ") : undefined;
}

/** Every capability that a lab may ask for: its own needs, its cases' and its steps'. */
export function needsOf(lab: {
  needs: string[];
  cases: { needs?: string[]; steps: { needs?: string[] }[] }[];
}): string[] {
  const all = [
    ...lab.needs,
    ...lab.cases.flatMap((c) => [...(c.needs ?? []), ...c.steps.flatMap((s) => s.needs ?? [])]),
  ];
  return [...new Set(all)];
}
