import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execa } from "execa";

const PARTS = [
  "bin",
  "lab",
  "labs",
  "data-loaders",
  "src",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "observablehq.config.ts",
];

/** A copy of the project in a folder of its own, so that a test's runs and journals touch nothing else. */
export function copyProject(change?: (root: string) => void) {
  const root = mkdtempSync(join(tmpdir(), "labbook-test-"));
  for (const part of PARTS) {
    cpSync(resolve(part), join(root, part), {
      recursive: true,
      filter: (source) => !source.includes("/.observablehq") && !/src\/evidence\/./.test(source),
    });
  }
  symlinkSync(resolve("node_modules"), join(root, "node_modules"));
  change?.(root);
  return {
    root,
    /** Runs the lab command there; exit codes are results. */
    lab: (args: string[], env: Record<string, string> = {}) =>
      execa("node", ["--import", "tsx", "data-loaders/cli.ts", ...args], {
        cwd: root,
        reject: false,
        env,
        timeout: 170_000,
      }),
    start: (args: string[]) =>
      execa("node", ["--import", "tsx", "data-loaders/cli.ts", ...args], {
        cwd: root,
        reject: false,
        timeout: 170_000,
      }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
