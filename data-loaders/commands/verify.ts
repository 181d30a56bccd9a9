import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { series } from "../../labs/series.js";
import { verifyRun } from "../../src/model/verify/index.js";
import type { Report } from "../../src/model/verify/types.js";
import { LabError } from "../errors.js";
import { EVIDENCE, pathsOf } from "../evidence/paths.js";
import { earlierRuns, readAttempt, readRun, readRunById } from "../evidence/store.js";
import { exit } from "../exit-codes.js";
import { loadAll } from "../labs.js";
import { labDigests } from "../run/digests.js";
import type { Session } from "../session.js";

/** Verifies one chapter's evidence, or everyone's: each run that is kept, from its raw bytes up. */
export async function verify(
  target: string | undefined,
  options: { json?: boolean },
  session: Session,
): Promise<number> {
  const chapters = target ? [target] : series.flatMap((s) => s.chapters.map((c) => c.id));
  const reports: Report[] = [];
  for (const chapter of chapters) reports.push(...(await verifyChapter(chapter)));
  if (reports.length === 0) {
    throw new LabError("NO_EVIDENCE", `there is no evidence of ${target ?? "any chapter"} in ${EVIDENCE}`, {
      exitCode: exit.notRun,
      remedy: `./lab run ${target ?? "c00"}`,
    });
  }
  if (options.json) session.print(JSON.stringify(reports, null, 2));
  else for (const report of reports) session.print(text(report));
  return reports.every((report) => report.ok) ? exit.done : exit.verificationFailed;
}

async function verifyChapter(chapter: string): Promise<Report[]> {
  const paths = pathsOf(EVIDENCE, chapter);
  const runs = [await readRun(EVIDENCE, chapter), await readAttempt(EVIDENCE, chapter)];
  for (const id of await earlierRuns(EVIDENCE, chapter)) runs.push(await readRunById(EVIDENCE, chapter, id));
  const loaded = (await loadAll()).find(({ lab }) => lab.id === chapter);
  const currentParts = loaded && (await labDigests(loaded.lab, loaded.folder)).labParts;
  const history = existsSync(paths.history) ? readFileSync(paths.history, "utf8") : "";
  const raw = (sha256: string) => {
    const file = join(paths.raw, sha256);
    return /^[0-9a-f]{64}$/.test(sha256) && existsSync(file) ? new Uint8Array(readFileSync(file)) : undefined;
  };
  return runs.flatMap((run) =>
    run ? [verifyRun({ run, raw, history, ...(currentParts && { currentParts }) })] : [],
  );
}

function text(report: Report): string {
  const lines = report.checks.map(
    (check) => `  ${check.ok ? "ok    " : "FAILED"}  ${check.id.padEnd(10)} ${check.detail}`,
  );
  return [`${report.chapter}  ${report.run}  ${report.ok ? "verified" : "NOT VERIFIED"}`, ...lines].join(
    "\n",
  );
}
