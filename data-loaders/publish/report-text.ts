import type { Report } from "../../src/model/verify/types.js";

/** A report for a person: what it is about, then one line a check. */
export function reportText(report: Report): string {
  const lines = report.checks.map(
    (check) => `  ${check.ok ? "ok    " : "FAILED"}  ${check.id.padEnd(11)} ${check.detail}`,
  );
  const what = report.exercise === undefined ? "" : `answer ${report.exercise}  `;
  return [
    `${report.chapter}  ${what}${report.run}  ${report.ok ? "verified" : "NOT VERIFIED"}`,
    ...lines,
  ].join("\n");
}

/** Only what did not hold. */
export function faultsOf(report: Report): string {
  return report.checks
    .filter(({ ok }) => !ok)
    .map(({ id, detail }) => `  ${id}: ${detail}`)
    .join("\n");
}
