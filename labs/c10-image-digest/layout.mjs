/**
 * Builds, verifies and changes an OCI image layout on disk, with nothing but Node.js.
 *
 *   node layout.mjs build DIR                     index.json → image index → manifest → config and two layers
 *   node layout.mjs verify DIR                    follows every descriptor; prints JSON; exit 1 when there are faults
 *   node layout.mjs flip FILE OFFSET              inverts one bit of one byte
 *   node layout.mjs declare-size DIR BYTES        the first layer's descriptor claims another size
 *   node layout.mjs declare-digest DIR            the first layer's descriptor claims another digest, a blob is there
 *   node layout.mjs recompress DIR                the first layer's same tar, compressed at another level
 *   node layout.mjs move-tag DIR                  the tag names another image; the old one stays
 */
import { build } from "./build.mjs";
import { declareDigest, declareSize, flip, moveTag, recompress } from "./change.mjs";
import { verify } from "./verify.mjs";

const COMMANDS = {
  build,
  verify,
  flip,
  recompress,
  "declare-size": declareSize,
  "declare-digest": declareDigest,
  "move-tag": moveTag,
};

const [name, ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name ?? "") ? COMMANDS[name] : undefined;
if (!command || args.length === 0) {
  process.stderr.write(
    `expected one of ${Object.keys(COMMANDS).join(", ")} and a path, got ${process.argv.slice(2).join(" ")}\n`,
  );
  process.exitCode = 2;
} else {
  const result = command(...args);
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  if (result.faults?.length > 0) process.exitCode = 1;
}
