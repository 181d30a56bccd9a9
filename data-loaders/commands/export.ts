import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { packRun } from "../../src/model/bundle/bundle.js";
import { verifyBundle } from "../../src/model/bundle/verify.js";
import { fromCaller } from "../caller.js";
import { LabError } from "../errors.js";
import { EVIDENCE, pathsOf } from "../evidence/paths.js";
import { earlierRuns, readRun, readRunById } from "../evidence/read.js";
import { writeWhole } from "../evidence/write-whole.js";
import { exit } from "../exit-codes.js";
import { folderOf } from "../labs.js";
import { faultsOf } from "../publish/report-text.js";
import type { Session } from "../session.js";

/**
 * One run of a chapter, the newest unless another is named, as one file with everything that verifying it takes. What
 * does not verify is not written.
 */
export async function exportRun(
  chapter: string,
  id: string | undefined,
  options: { output?: string; json?: boolean },
  session: Pick<Session, "print">,
  root = EVIDENCE,
): Promise<number> {
  const run = id === undefined ? await readRun(root, chapter) : await readRunById(root, chapter, id);
  if (!run) throw await noRun(root, chapter, id);
  const { raw } = pathsOf(root, chapter);
  const bytes = packRun(run, (sha256) => {
    const file = join(raw, sha256);
    return existsSync(file) ? new Uint8Array(readFileSync(file)) : undefined;
  });
  const report = verifyBundle(bytes);
  if (!report.ok) {
    throw new LabError("NOT_VERIFIED", `run ${run.id} does not verify:\n${faultsOf(report)}`, {
      exitCode: exit.verificationFailed,
      remedy: `./lab verify ${chapter}`,
    });
  }
  const file = fromCaller(options.output ?? `${run.id}.labbook.tar`);
  if (!existsSync(dirname(file)))
    throw new LabError("NO_FOLDER", `there is no folder ${dirname(file)} to write ${basename(file)} into`, {
      exitCode: exit.usage,
      remedy: `mkdir -p ${dirname(file)}`,
    });
  await writeWhole(file, bytes);
  session.print(
    options.json
      ? JSON.stringify({ file, run: run.id, chapter, bytes: bytes.length }, null, 2)
      : `${file}  ${bytes.length} bytes, run ${run.id}`,
  );
  return exit.done;
}

async function noRun(root: string, chapter: string, id: string | undefined): Promise<LabError> {
  const newest = await readRun(root, chapter);
  const known = [...new Set([...(await earlierRuns(root, chapter)), ...(newest ? [newest.id] : [])])];
  if (known.length === 0) folderOf(chapter);
  const what = id === undefined ? `no run of ${chapter}` : `no run ${id} of ${chapter}`;
  return new LabError("NO_RUN", `there is ${what} in ${root}; kept are ${known.join(", ") || "none"}`, {
    exitCode: known.length === 0 ? exit.notRun : exit.usage,
    remedy: known.length === 0 ? `./lab run ${chapter}` : `./lab export ${chapter}`,
  });
}
