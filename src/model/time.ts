/**
 * Instants in full nanoseconds. A millisecond clock can neither keep a MicroTime's six digits nor order two
 * times that the runtime printed with nine, so texts are compared as bigint nanoseconds since 1970 (UTC).
 */

export type Time =
  | { kind: "instant"; text: string; ns: bigint }
  /** A zero form: empty, year 1 or the epoch itself, which printers use for "has not happened". */
  | { kind: "not-yet"; text: string }
  | { kind: "invalid"; text: string };

/** Reads an RFC 3339 time, also as Go prints it (`2026-03-01 10:00:05.1 +0000 UTC`, in a zone without a name `+0545 +0545`). The text is kept. */
export function parseTime(text: string | null | undefined): Time {
  if (text === undefined || text === null || text === "") return { kind: "not-yet", text: text ?? "" };
  const ns = nanoseconds(text);
  if (ns === undefined) return { kind: "invalid", text };
  return ns === 0n || ns === YEAR_ONE ? { kind: "not-yet", text } : { kind: "instant", text, ns };
}

/** Nanoseconds since 1970, or undefined when the text is a zero form or no time. */
export function instantNs(text: string | null | undefined): bigint | undefined {
  const time = parseTime(text);
  return time.kind === "instant" ? time.ns : undefined;
}

/** Order of two times on their full digits: negative when `a` is earlier. Throws when either is no instant. */
export function compareTimes(a: string, b: string): number {
  const difference = required(a) - required(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** `later` − `earlier` in milliseconds; exact to the nanosecond for spans below a hundred days. */
export function millisecondsBetween(earlier: string, later: string): number {
  return nsToMs(required(later) - required(earlier));
}

export function nsToMs(ns: bigint): number {
  return Number(ns) / 1e6;
}

/** Kubernetes MicroTime: UTC with exactly six fraction digits, the only form that a Lease accepts. */
export function microTime(ns: bigint): string {
  const micros = floorDiv(ns, 1000n);
  const seconds = floorDiv(micros, 1_000_000n);
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  return `${whole}.${String(micros - seconds * 1_000_000n).padStart(6, "0")}Z`;
}

const YEAR_ONE = -62_135_596_800_000_000_000n;

const FORM =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]| ?([+-])(\d\d):?(\d\d)(?: (?:[A-Z]+|[+-]\d{2,4}))?)$/;

function nanoseconds(text: string): bigint | undefined {
  const match = FORM.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  // Date.UTC reads years below 100 as 19xx, so the year is set apart.
  const date = new Date(Date.UTC(2000, 0, 1, hour, minute, second));
  date.setUTCFullYear(year, month - 1, day);
  const valid = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!valid || hour > 23 || minute > 59 || second > 59) return undefined;
  const fraction = BigInt((match[7] ?? "").padEnd(9, "0"));
  const zone = Number(match[9] ?? 0) * 60 + Number(match[10] ?? 0);
  const offset = BigInt(match[8] === "-" ? -zone : zone) * 60_000_000_000n;
  return BigInt(date.getTime()) * 1_000_000n + fraction - offset;
}

function required(text: string): bigint {
  const ns = instantNs(text);
  if (ns === undefined) throw new Error(`expected an RFC 3339 instant, got ${JSON.stringify(text)}`);
  return ns;
}

function floorDiv(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b < 0n ? quotient - 1n : quotient;
}
