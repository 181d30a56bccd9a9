import { accessSync, constants } from "node:fs";
import { dirname, resolve } from "node:path";
import { quote } from "./environment/transport/quote.js";
import { MissingError } from "./errors.js";
import { EVIDENCE } from "./evidence/paths.js";
import { answerFolders, BOOK_ANSWERS } from "./publish/paths.js";

/** Journals, caches and what is noted about the dedicated cluster. */
export const STATE = ".labbook";

type Options = Record<string, unknown>;

/** What each command writes in the project, by all of its options; a command that is not named here only reads. */
const writes: Record<string, (options: Options) => string[]> = {
  run: () => [STATE, EVIDENCE],
  clean: ({ runs }) => [runs ? EVIDENCE : STATE],
  import: () => [EVIDENCE],
  answer: ({ check, cite, questions, book }) =>
    check || cite || questions ? [] : book ? [BOOK_ANSWERS] : answerFolders().slice(0, 1),
  publish: ({ book }) => (book ? [BOOK_ANSWERS] : answerFolders()),
  build: () => ["src", "dist"],
  serve: ({ fresh }) => (fresh ? [STATE, EVIDENCE, "src", "dist"] : []),
  image: ({ sourceOnly }) => (sourceOnly ? [] : [STATE]),
  // what is noted about a cluster lies where the cluster is
  ...Object.fromEntries(
    ["up", "down", "adopt", "diagnose"].map((name) => [name, ({ on }) => (on === "local" ? [STATE] : [])]),
  ),
};

/**
 * Says before anything is done that a folder cannot be written, rather than after a run that then has nowhere to go.
 * @throws MissingError (exit 3) that names the folder and what to do
 */
export function requireWritable(command: string, options: Options): void {
  for (const folder of writes[command]?.(options) ?? []) {
    const fault = writeFault(folder);
    if (fault)
      throw new MissingError(
        "READ_ONLY",
        `lab ${command} writes to ${resolve(folder)}, which is not possible: ${fault}`,
        `cp -R ${quote(resolve("."))} ~/labbook, and ~/labbook/lab ${command} there`,
      );
  }
}

/** Why nothing can be made in the folder, or in the nearest one above it that is there; undefined when it can. */
export function writeFault(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    try {
      accessSync(at, constants.W_OK | constants.X_OK);
      return undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") return (error as Error).message;
    }
  }
}
