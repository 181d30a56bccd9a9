import { resolve } from "node:path";

/** A path as whoever called the command meant it: the command itself works from the project's root. */
export function fromCaller(path: string): string {
  return resolve(process.env.LABBOOK_CALLER ?? process.cwd(), path);
}
