/**
 * `npm run translations`: records which English text each Chinese one was made from, and names those that lag.
 * `--check` records nothing and ends with 1 when anything lags or is not recorded.
 * `--acknowledge KEY…` says that the Chinese of these keys still holds although the English changed.
 */
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type Ledger, record, standing } from "./ledger.js";
import { readPairs, untranslated } from "./pairs.js";

export const LEDGER = "data-loaders/translations/ledger.json";

const { values, positionals } = parseArgs({
  options: { check: { type: "boolean" }, acknowledge: { type: "boolean" } },
  allowPositionals: true,
});
const pairs = await readPairs(process.cwd());
const ledger = JSON.parse(await readFile(LEDGER, "utf8")) as Ledger;
const acknowledged = values.acknowledge ? positionals : [];
const { unrecorded } = standing(pairs, ledger);
if (!values.check) {
  const next = record(pairs, ledger, acknowledged);
  await writeFile(LEDGER, `${JSON.stringify(next, null, 2)}\n`);
  say(`${unrecorded.length} recorded, ${pairs.length} in all`);
}
const { lagging } = standing(pairs, values.check ? ledger : record(pairs, ledger, acknowledged));
for (const { key, en, zh } of lagging) {
  say(`lags: ${key}\n  en (changed):   ${en.slice(0, 300)}\n  zh (unchanged): ${zh.slice(0, 300)}`);
}
const missing = untranslated(pairs);
for (const { key, en } of missing) say(`no Chinese: ${key}\n  en: ${en.slice(0, 300)}`);
if (lagging.length > 0)
  say(
    `${lagging.length} translation(s) lag; translate anew, or: npm run translations -- --acknowledge '${lagging[0]!.key}'`,
  );
if (values.check && unrecorded.length > 0) {
  say(
    `${unrecorded.length} text(s) not recorded yet, such as ${unrecorded[0]!.key}; run: npm run translations`,
  );
}
if (lagging.length + missing.length > 0 || (values.check && unrecorded.length > 0)) process.exitCode = 1;

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
