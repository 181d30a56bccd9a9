/** Measures what the project promises, as ratios within one run. `npm run bench [name…]`. */
import { chains } from "./chains.js";
import { changedBytes } from "./changed-bytes.js";
import { plainCommands } from "./plain-commands.js";
import { siteBuild } from "./site-build.js";

const all = {
  "plain-commands": plainCommands,
  chains,
  "site-build": siteBuild,
  "changed-bytes": changedBytes,
};
const wanted = process.argv.slice(2);

for (const [name, measure] of Object.entries(all)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  for (const line of await measure()) console.log(`  ${line}`);
}
