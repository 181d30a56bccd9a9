import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";

/** The path that a setting names as whoever called the command meant it; without a setting one of the project's own. */
export function setting(value: string | undefined, ours: string): string {
  return value ? fromCaller(value) : ours;
}

/** A path as whoever called the command meant it: the command itself works from the project's root. */
export function fromCaller(path: string): string {
  const caller = process.env.LABBOOK_CALLER ?? process.cwd();
  // as other programs read `..`: from where the folder really lies, not from the link that led there
  return resolve(existsSync(caller) ? realpathSync(caller) : caller, path);
}
