/**
 * The verifier alone: `node labbook-verify.mjs [--keys keys.json] [--json] FILE|FOLDER…`. Built into one file that needs
 * nothing but Node.js, it checks bundles and published answers on a machine without this project and without a cluster.
 */
import { readFileSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { readBundle } from "../../src/model/bundle/bundle.js";
import { unreadable } from "../../src/model/bundle/verify.js";
import type { Report } from "../../src/model/verify/types.js";
import { describeError, LabError } from "../errors.js";
import { exit } from "../exit-codes.js";
import { readBundleFile, readBundleFolder } from "./files.js";
import { verifyFilesInTime } from "./in-time.js";
import { reportText } from "./report-text.js";

const USAGE = `usage: node labbook-verify.mjs [--keys keys.json] [--json] FILE|FOLDER…
  FILE    a bundle (*.labbook.tar)      FOLDER  a bundle that was unpacked
  --keys  public keys that you trust; without it the keys in the bundle are used, and you compare their IDs yourself
exit codes: 0 verified · 2 wrong usage · 7 verification failed
`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  let reports: Report[];
  let json: boolean;
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { keys: { type: "string" }, json: { type: "boolean", default: false } },
    });
    json = values.json;
    if (positionals.length === 0) throw new Error("nothing to verify");
    const keys = values.keys === undefined ? undefined : new Uint8Array(readFileSync(values.keys));
    reports = await Promise.all(positionals.map((path) => verify(path, keys)));
  } catch (error) {
    const message = error instanceof LabError ? describeError(error) : (error as Error).message;
    process.stderr.write(`labbook-verify: ${message}\n${error instanceof LabError ? "" : USAGE}`);
    return exit.usage;
  }
  process.stdout.write(
    json
      ? `${JSON.stringify(reports, null, 2)}\n`
      : `${reports.map((report) => reportText(report, true)).join("\n")}\n`,
  );
  return reports.every(({ ok }) => ok) ? exit.done : exit.verificationFailed;
}

async function verify(path: string, keys: Uint8Array | undefined): Promise<Report> {
  const trust = keys ? { keys } : {};
  const folder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const read = folder ? { files: readBundleFolder(path) } : readBundle(readBundleFile(path));
  const report = read.files ? await verifyFilesInTime(read.files, trust) : unreadable(read.faults);
  return report.run === "?" ? { ...report, run: path } : report;
}
