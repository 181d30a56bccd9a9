import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execa } from "execa";

const PARTS = [
  "bin",
  "lab",
  "labs",
  "notebook",
  "data-loaders",
  "notebook",
  "src",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "observablehq.config.ts",
];

/** What runs, publishing and building leave: a copy starts without any evidence, any answer that stands on it, any cache. */
const LEFT_OUT = /^src\/(evidence\/|(zh\/)?answers\/|\.observablehq|data\/made)/;

/**
 * A copy of the project in a folder of its own, so that a test's runs and journals touch nothing else.
 * @param prepare changes the copy before anything is done with it
 * @param without names more to leave out, as paths from the project's root
 */
export function copyProject(prepare?: (root: string) => void, without?: (path: string) => boolean) {
  const root = mkdtempSync(join(tmpdir(), "labbook-test-"));
  const here = resolve(".");
  for (const part of PARTS) {
    cpSync(part, join(root, part), {
      recursive: true,
      filter: (source) => {
        const path = resolve(source).slice(here.length + 1);
        return !LEFT_OUT.test(path) && !without?.(path);
      },
    });
  }
  symlinkSync(resolve("node_modules"), join(root, "node_modules"));
  prepare?.(root);
  const start = (args: string[], env: Record<string, string> = {}) =>
    execa("node", ["--import", "tsx", "data-loaders/cli.ts", ...args], {
      cwd: root,
      reject: false,
      env,
      timeout: 170_000,
    });
  return {
    root,
    /** Starts the lab command there; exit codes are results. */
    lab: start,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
