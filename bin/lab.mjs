/**
 * Starts the lab command. Its TypeScript is bundled once, below .labbook/command, and again when one of its files is
 * another: loading some hundred files one by one takes several times as long as most commands. LABBOOK_FROM_SOURCE=1 runs
 * the files as they are, and so does whatever keeps the bundle from being made.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, ".labbook/command");
const entry = process.env.LABBOOK_FROM_SOURCE ? undefined : (bundled() ?? (await bundledAnew()));

if (entry) {
  module.enableCompileCache?.(join(folder, "v8"));
  await import(pathToFileURL(entry).href);
} else {
  const { register } = await import("tsx/esm/api");
  register();
  await import(pathToFileURL(join(root, "data-loaders/cli.ts")).href);
}

/** The bundle that is there, when each file that went into it is still the same, by content. */
function bundled() {
  try {
    const made = JSON.parse(readFileSync(join(folder, "bundle.json"), "utf8"));
    const { entry, files, labs } = made;
    // the bundle names its files by where they were: a project that was moved or copied has another
    if (made.root !== root) return undefined;
    const same = Object.entries(files).every(
      ([file, digest]) => sha256(readFileSync(join(root, file))) === digest,
    );
    return same && sheets().join() === labs.join() ? join(folder, entry) : undefined;
  } catch {
    return undefined; // never made, or a file of it is gone: it is made anew
  }
}

async function bundledAnew() {
  try {
    const { bundle } = await import("./bundle.mjs");
    return await bundle({ root, folder, sheets: sheets(), sha256 });
  } catch {
    return undefined; // a file with a fault, or no place to write: the files as they are tell which
  }
}

/** The lab sheets and their questions, which the command loads by name. */
function sheets() {
  const files = readdirSync(join(root, "labs")).flatMap((name) =>
    ["lab.ts", "questions.ts"].map((file) => `labs/${name}/${file}`),
  );
  return files.filter((file) => existsSync(join(root, file))).sort();
}

function sha256(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}
