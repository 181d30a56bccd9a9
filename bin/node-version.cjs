// Whether this Node.js is one of those that package.json names in "engines", in words that any release reads: one that is
// too old says so instead of stumbling over the syntax. The bounds are those of the packages that build and test the project.
var ranges = require("../package.json").engines.node.split(" || ");

module.exports = function refuseOld() {
  if (ranges.some(includesThisOne)) return;
  console.error(
    "labbook needs Node.js " + inWords() + ", found " + process.version + ": see https://nodejs.org",
  );
  process.exit(2);
};

/** Either "^20.19.0", which ends with its major version, or ">=24.0.0", which does not end. */
function includesThisOne(range) {
  var wanted = numbers(range.replace(/^(\^|>=)/, ""));
  var found = numbers(process.versions.node);
  if (range[0] === "^" && found[0] !== wanted[0]) return false;
  return found[0] * 1e6 + found[1] * 1e3 + found[2] >= wanted[0] * 1e6 + wanted[1] * 1e3 + wanted[2];
}

function numbers(version) {
  return version.split("-")[0].split(".").map(Number);
}

/** "20.19+, 22.13+ or 24+", as the README says it. */
function inWords() {
  var each = ranges.map((range) => range.replace(/^(\^|>=)/, "").replace(/(\.0)+$/, "") + "+");
  return each.join(", ").replace(/, ([^,]*)$/, " or $1");
}

if (require.main === module) module.exports();
