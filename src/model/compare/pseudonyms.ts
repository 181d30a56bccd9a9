import type { Value } from "../run.js";

/** Replaces what is new in every run by a name that is the same for equal values: <uid:A>, <id:A>, <pid:1>, <ip:A>. */
export type Hide = (name: string, value: Value) => Value;

/** Pseudonyms of one run, given out in the order of first appearance. */
export function createPseudonyms(): Hide {
  const given = new Map<string, string>();
  const counts: Record<string, number> = {};
  const pseudonym = (kind: string, value: string): string => {
    const key = `${kind} ${value}`;
    let name = given.get(key);
    if (!name) {
      const index = counts[kind] ?? 0;
      counts[kind] = index + 1;
      name = `<${kind}:${kind === "pid" ? index + 1 : letters(index)}>`;
      given.set(key, name);
    }
    return name;
  };
  const text = (value: string) =>
    patterns.reduce(
      (out, [kind, pattern]) => out.replace(pattern, (found) => pseudonym(kind, found.replaceAll("_", "-"))),
      value,
    );
  const hide: Hide = (name, value) => {
    const kind = kindByName(name);
    if (kind && isWhole(value)) return pseudonym(kind, String(value));
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map((item) => hide(name, item));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, hide(`${name}.${key}`, item)]),
    );
  };
  return hide;
}

/** Digests (`sha256:…`) and versions stay: that they differ is news. Cgroup paths write a UID with underscores. */
const patterns: [string, RegExp][] = [
  ["uid", /[0-9a-f]{8}([-_])[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}(?![0-9a-f])/g],
  ["id", /(?<![0-9a-f]|sha256:)[0-9a-f]{64}(?![0-9a-f])/g],
  ["time", /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)/g],
  ["ns", /\b[a-z_]+:\[\d+\]/g],
  ["veth", /\bveth[0-9a-f]+\b/g],
  ["mac", /\b[0-9a-f]{2}(:[0-9a-f]{2}){5}\b/g],
  ["ip", /(?<![\d.])\d{1,3}(\.\d{1,3}){3}(?![\d.])/g],
];

/** A plain number says only by its name that it is a PID, an inode or a start time. */
function kindByName(name: string): string | undefined {
  if (/(^|[^a-z])(p|ns|host)?pids?([^a-z]|$)/i.test(name) && !/limit|max|count|current|cgroup/i.test(name))
    return "pid";
  if (/(^|[^a-z])(ns|inode|dev)([^a-z]|$)/i.test(name)) return "inode";
  return /startTicks|starttime/i.test(name) ? "ticks" : undefined;
}

function isWhole(value: Value): boolean {
  return typeof value === "number"
    ? Number.isInteger(value)
    : typeof value === "string" && /^\d+$/.test(value);
}

/** 0 → A, 25 → Z, 26 → AA */
function letters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? letters(rest - 1) : "") + String.fromCharCode(65 + (index % 26));
}
