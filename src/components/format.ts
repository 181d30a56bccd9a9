/** How values, times and sizes are written. Nothing is rounded that was observed: a number is as fine as its measurement. */
import type { Value } from "../model/run.js";
import type { TimelineEntry } from "../model/timeline/types.js";
import { exactly } from "./precision.js";
import { type Lang, words } from "./text.js";

type ServerTime = NonNullable<TimelineEntry["serverTime"]>;

export function formatValue(value: Value, unit?: string, resolutionMs?: number): string {
  const text =
    typeof value === "number"
      ? exactly(value, unit, resolutionMs)
      : typeof value === "string"
        ? value
        : JSON.stringify(value, (_, one) => (typeof one === "number" ? Number(exactly(one)) : one));
  return unit ? `${text} ${unit}` : text;
}

/** A server's time with what its formula makes of it: a deletion's request lies a grace before its timestamp. */
export function formatServerTime({ text, field, offsetMs }: ServerTime, t0: string): string {
  const written = Date.parse(text);
  const meant = Date.parse(t0) + offsetMs;
  // t0 is known to the millisecond
  if (Number.isNaN(written) || Number.isNaN(meant) || Math.abs(meant - written) < 2)
    return `${text} (${field})`;
  const iso = new Date(written + Math.round((meant - written) / 1000) * 1000).toISOString();
  return `${iso.replace(".000Z", "Z")} (${field}: ${text} − ${Math.round((written - meant) / 1000)} s)`;
}

/** A value for a narrow place: of an object its entries, without the signs of JSON. */
export function formatBrief(value: Value, unit?: string): string {
  if (value === null || typeof value !== "object") return formatValue(value, unit);
  const entries = Array.isArray(value)
    ? value.map((item) => formatBrief(item))
    : Object.entries(value).map(([key, item]) => `${key} ${formatBrief(item)}`);
  return entries.join(" · ");
}

/** `2026-11-30 08:48:05.123 UTC` */
export function formatMoment(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11).replace(/Z$/, "")} UTC`;
}

/** `2026-11-30 08:48 UTC` */
export function formatTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

export function formatAge(iso: string, lang: Lang, now = Date.now()): string {
  const days = Math.floor((now - Date.parse(iso)) / 86_400_000);
  return days < 1 ? words[lang].today : words[lang].daysAgo(days);
}

export function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}

/** A signed offset from t0 in seconds, to the millisecond. */
export function formatOffset(ms: number): string {
  return `${ms < 0 ? "−" : "+"}${(Math.abs(ms) / 1000).toFixed(3)} s`;
}

export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** The middle of a long identifier is left out; the whole stands in the detail. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const tail = Math.floor((length - 1) / 3);
  return `${text.slice(0, length - 1 - tail)}…${tail > 0 ? text.slice(-tail) : ""}`;
}

/** One argv as a line that a POSIX shell reads as the same words. */
export function commandLine(argv: string[]): string {
  return argv
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(" ");
}
