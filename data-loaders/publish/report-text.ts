import type { Report } from "../../src/model/verify/types.js";

/** A report for a person: what it is about, then one line for each check, or only for those that failed. */
export function reportText(report: Report, whole: boolean): string {
  const lines = report.checks
    .filter(({ ok }) => whole || !ok)
    .map((check) => `  ${check.ok ? "ok    " : "FAILED"}  ${check.id.padEnd(11)} ${check.detail}`);
  const what = report.exercise === undefined ? "" : `answer ${report.exercise}  `;
  return [
    `${report.chapter}  ${what}${report.run}  ${report.ok ? "verified" : "NOT VERIFIED"}`,
    ...lines,
  ].join("\n");
}

/** How many runs and answers were checked, and how many of them hold. */
export function countText(reports: Report[]): string {
  const answers = reports.filter(({ exercise }) => exercise !== undefined).length;
  const failed = reports.filter(({ ok }) => !ok).length;
  const what = [plural(reports.length - answers, "run"), plural(answers, "answer")].filter(
    (text) => text !== "",
  );
  return `${what.join(" and ")} checked: ${reports.length - failed} verified, ${failed} not verified`;
}

function plural(count: number, noun: string): string {
  return count === 0 ? "" : `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Only what did not hold. */
export function faultsOf(report: Report): string {
  return report.checks
    .filter(({ ok }) => !ok)
    .map(({ id, detail }) => `  ${id}: ${detail}`)
    .join("\n");
}
