import { compareRuns } from "../../src/model/compare/index.js";
import type { Comparison, Seen, VerdictChange } from "../../src/model/compare/types.js";
import type { RunDocument } from "../../src/model/run.js";
import { LabError } from "../errors.js";
import { EVIDENCE } from "../evidence/paths.js";
import { earlierRuns, readRun, readRunById } from "../evidence/store.js";
import { exit } from "../exit-codes.js";
import { folderOf } from "../labs.js";
import type { Session } from "../session.js";

/**
 * Compares two runs of a chapter: the two named, the one named with the newest, or the newest two.
 * Differences are results, so it ends with 0 whatever it finds.
 */
export async function diff(
  chapter: string,
  runs: string[],
  options: { json?: boolean },
  session: Pick<Session, "print">,
  root = EVIDENCE,
): Promise<number> {
  if (runs.length > 2) {
    throw new LabError("USAGE", `lab diff ${chapter}: expected at most two runs, got ${runs.length}`, {
      exitCode: exit.usage,
    });
  }
  const newest = await readRun(root, chapter);
  const kept = await earlierRuns(root, chapter);
  const [idA, idB] = [runs[0] ?? kept.findLast((id) => id !== newest?.id), runs[1] ?? newest?.id];
  if (!idA || !idB) {
    if (!newest && kept.length === 0) folderOf(chapter);
    throw new LabError("NO_EVIDENCE", `there are no two runs of ${chapter} in ${root} to compare`, {
      exitCode: exit.notRun,
      remedy: `./lab run ${chapter}`,
    });
  }
  const comparison = compareRuns(await runOf(root, chapter, idA), await runOf(root, chapter, idB));
  session.print(options.json ? JSON.stringify(comparison, null, 2) : inWords(comparison));
  return exit.done;
}

async function runOf(root: string, chapter: string, id: string): Promise<RunDocument> {
  const run = await readRunById(root, chapter, id);
  if (run) return run;
  const newest = await readRun(root, chapter);
  const known = [...(await earlierRuns(root, chapter)), ...(newest ? [newest.id] : [])];
  throw new LabError("NO_RUN", `${chapter} has no run ${id}; kept are ${known.join(", ") || "none"}`, {
    exitCode: exit.usage,
    remedy: `./lab diff ${chapter}`,
  });
}

function inWords(comparison: Comparison): string {
  const { chapter, a, b, versions, verdicts, observations, same } = comparison;
  const refuted = verdicts.filter(({ change }) => change === "refuted");
  const drifted = verdicts.filter(({ change }) => change === "drifted");
  const other = verdicts.filter((v) => !refuted.includes(v) && !drifted.includes(v));
  return [
    `${chapter}`,
    `  a  ${a.id}  ${a.status}`,
    `  b  ${b.id}  ${b.status}`,
    ...part(
      "versions",
      versions.map((v) => `${v.name}: ${v.a ?? "none"} → ${v.b ?? "none"}`),
      "the same",
    ),
    ...part("REFUTED in b and not in a", refuted.flatMap(verdictLines), "none"),
    ...part("other changes of verdicts", other.flatMap(verdictLines), "none"),
    ...part("drifted: the same verdict over other values", drifted.flatMap(verdictLines), "none"),
    ...part(
      "values",
      observations.map((o) => `${o.name}: ${shown(o.a)} → ${shown(o.b)}`),
      "the same",
    ),
    `the same in both: ${same.verdicts} verdicts, ${same.observations} values`,
  ].join("\n");
}

function part(title: string, lines: string[], otherwise: string): string[] {
  return lines.length === 0 ? [`${title}: ${otherwise}`] : [`${title}:`, ...lines.map((line) => `  ${line}`)];
}

function verdictLines(change: VerdictChange): string[] {
  const refs = [...new Set([...Object.keys(change.observedA), ...Object.keys(change.observedB)])];
  return [
    `${change.prediction}: ${change.a ?? "none"} → ${change.b ?? "none"} (${change.change}); ${change.explanation}`,
    ...refs.map((ref) => `  ${ref}: ${plain(change.observedA[ref])} → ${plain(change.observedB[ref])}`),
  ];
}

function shown(seen: Seen | undefined): string {
  if (!seen) return "not asked";
  return "missing" in seen ? seen.missing : `${plain(seen.value)}${seen.unit ? ` ${seen.unit}` : ""}`;
}

function plain(value: unknown): string {
  return value === undefined ? "none" : JSON.stringify(value);
}
