/**
 * Starts the lab command. Its TypeScript is bundled once, below .labbook/command, and again when one of its files is
 * another: loading some hundred files one by one takes several times as long as most commands. LABBOOK_FROM_SOURCE=1 runs
 * the files as they are, and so does whatever keeps the bundle from being made. Of the packages in node_modules only the
 * lock is looked at: who edits one there by hand removes .labbook/command, or starts the command from its files.
 */
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isCurrent, sha256 } from "./current.mjs";

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
    const note = JSON.parse(readFileSync(join(folder, "bundle.json"), "utf8"));
    // the bundle names its files by where they were: a project that was moved or copied has another
    if (note.root !== root || !isCurrent(note.files, root, (files) => keep({ ...note, files })))
      return undefined;
    return sheets().join() === note.labs.join() ? join(folder, note.entry) : undefined;
  } catch {
    return undefined; // never made, or a file of it is gone: it is made anew
  }
}

/** What was learned about the files, for the next command. */
function keep(note) {
  try {
    const draft = join(folder, `bundle.json.${process.pid}`);
    writeFileSync(draft, JSON.stringify(note));
    renameSync(draft, join(folder, "bundle.json"));
  } catch {
    // no place to write: the next command reads all files again
  }
}

async function bundledAnew() {
  try {
    requireWritable(folder);
    const { bundle } = await import("./bundle.mjs");
    return await bundle({ root, folder, sheets: sheets(), sha256 });
  } catch {
    return undefined; // a file with a fault, or no place to write: the files as they are tell which
  }
}

/** Where the bundle could not be put, making it would only take time. */
function requireWritable(path) {
  if (existsSync(path)) accessSync(path, constants.W_OK | constants.X_OK);
  else requireWritable(dirname(path));
}

/** The lab sheets and their questions, which the command loads by name. */
function sheets() {
  const files = readdirSync(join(root, "labs")).flatMap((name) =>
    ["lab.ts", "questions.ts"].map((file) => `labs/${name}/${file}`),
  );
  return files.filter((file) => existsSync(join(root, file))).sort();
}
