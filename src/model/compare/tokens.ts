import type { Value } from "../run.js";

/** A piece of a value that is new in every run: a UID, an ID, a PID, an address, a time. */
export interface Token {
  kind: string;
  /** Equal texts of one kind are the same thing. */
  text: string;
}

/** Replaces every such piece, from left to right; the rest stays. */
export function mapTokens(name: string, value: Value, replace: (token: Token) => string): Value {
  const kind = kindByName(name);
  if (kind && isWhole(value) && !(kind === "pid" && isRole(value)))
    return replace({ kind, text: String(value) });
  if (typeof value === "string") return mapText(value, replace);
  if (Array.isArray(value)) return value.map((item) => mapTokens(name, item, replace));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapTokens(`${name}.${key}`, item, replace)]),
  );
}

/** The same for text that has no name, such as a line of output. */
export function mapText(text: string, replace: (token: Token) => string): string {
  return text.replace(anywhere, (found, ...rest) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined)!;
    return replace({ kind, text: kind === "uid" ? found.replaceAll("_", "-") : found });
  });
}

/**
 * Digests (`sha256:…`) and versions stay: that they differ is news. Cgroup paths write a UID with underscores. The API
 * server makes name suffixes from letters without vowels and digits that look like none.
 */
const patterns: [string, RegExp][] = [
  ["run", /\b\d{8}[tT]\d{9}[zZ]-[a-z]\d\d-[0-9a-f]{4}\b/],
  ["uid", /[0-9a-f]{8}([-_])[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}(?![0-9a-f])/],
  ["id", /(?<![0-9a-f]|sha256:)[0-9a-f]{64}(?![0-9a-f])/],
  ["time", /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)/],
  ["ns", /\b[a-z_]+:\[\d+\]/],
  ["veth", /\bveth[0-9a-f]+\b/],
  ["mac", /\b[0-9a-f]{2}(?::[0-9a-f]{2}){5}\b/],
  // loopback, "any address" and masks mean the same everywhere: one of them for another is news
  ["ip", /(?<![\d.])(?!127\.|0\.0\.0\.0(?![\d.])|255\.)\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/],
  ["rv", /(?<="resourceVersion": ?")\d+(?=")/],
  // the kubelet's folder of one container start: …/containers/<name>/<8 hex digits>
  ["start", /(?<=\/containers\/[\w.-]+\/)[0-9a-f]{8}(?![0-9a-f])/],
  // what a collector's script puts between the sections of its output
  ["mark", /(?<=labbook-sections \d |--)[0-9a-f]{32}(?![0-9a-f])/],
  // procfs writes PIDs beside their name; 0 and 1 are roles rather than numbers
  ["pid", /(?<=\b(?:Pid|PPid|Tgid|NSpid|NStgid):\t)(?![01]\b)\d+/],
  ["suffix", /(?<=[a-z0-9]-)(?:[bcdfghjklmnpqrstvwxz24-9]{8,10}-)?[bcdfghjklmnpqrstvwxz24-9]{5}(?![\w-])/],
];

const anywhere = new RegExp(
  patterns
    .map(
      ([kind, { source }]) =>
        `(?<${kind}>${source.replace("([-_])", "(?<_>[-_])").replaceAll("\\1", "\\k<_>")})`,
    )
    .join("|"),
  "g",
);

/**
 * A plain number says only by its name that it is a PID, an inode or a start time. What a chain is called says nothing of
 * its links, and a number of PIDs is none.
 */
function kindByName(ref: string): string | undefined {
  const name = ref.slice(ref.lastIndexOf("/") + 1);
  if (
    /(^|[^a-z])((p|ns|host)?pids?|children)([^a-z]|$)/i.test(name) &&
    !/limit|max|count|current|cgroup|sizes?|process(es)?([^a-z]|$)/i.test(name)
  )
    return "pid";
  if (/(^|[^a-z])(ns|inode|dev)([^a-z]|$)/i.test(name)) return "inode";
  return /startTicks|starttime/i.test(name) ? "ticks" : undefined;
}

/** PID 1 is the first process of its namespace, and 0 none that this namespace has. */
function isRole(value: Value): boolean {
  return Number(value) === 0 || Number(value) === 1;
}

function isWhole(value: Value): boolean {
  return typeof value === "number"
    ? Number.isInteger(value)
    : typeof value === "string" && /^\d+$/.test(value);
}
