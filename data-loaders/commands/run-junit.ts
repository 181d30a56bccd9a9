import { writeFile } from "node:fs/promises";
import type { RunDocument } from "../../src/model/run.js";

/** Verdicts as a JUnit report: a suite a chapter, a case a prediction. NOT_RUN and INCONCLUSIVE are skipped, not passed. */
export async function writeJunit(file: string, runs: RunDocument[]): Promise<void> {
  const suites = runs.map((run) => {
    const refuted = run.verdicts.filter((v) => v.verdict === "REFUTED").length;
    const skipped = run.verdicts.filter(
      (v) => v.verdict === "NOT_RUN" || v.verdict === "INCONCLUSIVE",
    ).length;
    const counts = `tests="${run.verdicts.length}" failures="${refuted}" skipped="${skipped}"`;
    return [
      `<testsuite name="${run.chapter}" timestamp="${run.startedAt}" ${counts}>`,
      ...run.verdicts.map(testcase),
      "</testsuite>",
    ].join("\n");
  });
  await writeFile(
    file,
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("\n")}\n</testsuites>\n`,
  );
}

function testcase(verdict: RunDocument["verdicts"][number]): string {
  const message = `message="${escaped(`expected ${verdict.expected}; ${verdict.explanation}`)}"`;
  const body =
    verdict.verdict === "CONFIRMED"
      ? ""
      : verdict.verdict === "REFUTED"
        ? `<failure ${message}/>`
        : `<skipped ${message}/>`;
  return `<testcase name="${escaped(verdict.prediction)}">${body}</testcase>`;
}

function escaped(text: string): string {
  return text.replace(/[^\t\n\r\x20-\uFFFD]/g, "\uFFFD").replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
