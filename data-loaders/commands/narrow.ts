import { LabError } from "../errors.js";
import { exit } from "../exit-codes.js";
import type { LoadedLab } from "../labs.js";

/**
 * Only the named cases, and those that they come after. Such a run is never a chapter's evidence: the digest of its lab
 * is another one.
 * @returns the narrowed lab, and a sentence for each case that was not named and runs too
 * @throws LabError (usage) for a case that the lab does not have
 */
export function narrowed(
  loaded: LoadedLab,
  ids: string[] | undefined,
): { loaded: LoadedLab; told: string[] } {
  if (!ids) return { loaded, told: [] };
  const { lab } = loaded;
  const unknown = ids.filter((id) => !lab.cases.some((c) => c.id === id));
  if (unknown.length > 0) {
    const known = lab.cases.map((c) => c.id).join(", ");
    throw new LabError("no-case", `${lab.id} has no case ${unknown.join(", ")}; its cases are ${known}`, {
      exitCode: exit.usage,
    });
  }
  const wanted = new Set(ids);
  const told: string[] = [];
  // a set goes on to what is added while it is walked
  for (const id of wanted) {
    const before = lab.cases.find((c) => c.id === id)?.after;
    if (before === undefined || wanted.has(before)) continue;
    wanted.add(before);
    told.push(`case ${before} runs too: ${id} begins where it ends`);
  }
  return { loaded: { ...loaded, lab: { ...lab, cases: lab.cases.filter((c) => wanted.has(c.id)) } }, told };
}
