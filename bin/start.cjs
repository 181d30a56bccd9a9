// In words that a Node.js too old for labbook still reads, so that it says so instead of stumbling over the syntax.
// Asking "node -v" beforehand would start Node.js twice, which each command would have to wait for.
if (Number(process.versions.node.split(".")[0]) < 20) {
  console.error("labbook needs Node.js 20 or newer, found " + process.version + ": see https://nodejs.org");
  process.exit(2);
}
import("./lab.mjs");
