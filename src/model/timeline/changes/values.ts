import { at, type KubeObject } from "../fields.js";
import type { Change } from "./change.js";

/** `name before→after` when the value under a path differs; an absent value reads `none`. */
export function valueChange(
  name: string,
  path: string[],
  before: KubeObject | undefined,
  after: KubeObject,
): Change[] {
  const [from, to] = [shown(at(before, ...path)), shown(at(after, ...path))];
  return from === to ? [] : [{ change: `${name} ${from}→${to}` }];
}

function shown(value: unknown): string {
  return value === undefined || value === null ? "none" : String(value);
}
