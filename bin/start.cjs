// Asking "node -v" beforehand would start Node.js twice, which each command would have to wait for.
require("./node-version.cjs")();
import("./lab.mjs");
