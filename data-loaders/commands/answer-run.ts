import { readFileSync } from "node:fs";
import { isScalar, parseDocument } from "yaml";
import { LabError } from "../errors.js";
import { readRun, readRunById } from "../evidence/read.js";
import { writeWhole } from "../evidence/write-whole.js";
import { exit } from "../exit-codes.js";
import { yamlFaults } from "../publish/lines.js";
import type { Session } from "../session.js";

/**
 * Lets an answer stand on a run: the chapter's newest, or the one that is named. Nothing else of the file changes, not
 * even its comments.
 */
export async function standOnRun(
  file: string,
  chapter: string,
  wanted: string | true,
  session: Pick<Session, "print">,
  evidence: string,
): Promise<number> {
  const run =
    wanted === true ? await readRun(evidence, chapter) : await readRunById(evidence, chapter, wanted);
  if (!run) {
    throw new LabError(
      "NO_EVIDENCE",
      wanted === true ? `there is no run of ${chapter}` : `there is no run ${wanted} of ${chapter}`,
      { exitCode: exit.notRun, remedy: `./lab run ${chapter}` },
    );
  }
  const text = readFileSync(file, "utf8");
  const [fault] = yamlFaults(text);
  const node = fault ? undefined : parseDocument(text).get("run", true);
  if (!isScalar(node) || !node.range) {
    throw new LabError(
      "BAD_ANSWER",
      fault ? `${file}: line ${fault.line}: ${fault.message}` : `${file} has no line \`run:\``,
      { exitCode: exit.verificationFailed, remedy: `./lab answer ${file} --check` },
    );
  }
  const [from, to] = node.range;
  await writeWhole(file, `${text.slice(0, from)}${run.id}${text.slice(to)}`);
  session.print(`${file} stands on run ${run.id} (${run.status}, ${run.startedAt})`);
  return exit.done;
}
