/** What may follow a name after `|`: `short`, `ms`, `list`, … One filter is one entry. Pure. */
import type { Value } from "../src/model/run.js";
import { bytesInWords, convertTime, rounded } from "./number.js";
import { shortForm } from "./tone.js";
import type { Lang } from "./types.js";
import { words } from "./words.js";

export interface Filtered {
  value: Value;
  unit?: string;
  /** In the value's unit. */
  resolution?: number;
  /** exact: every digit. fine: as fine as it was measured. */
  exact?: "exact" | "fine";
  /** What is shown instead of the value. */
  text?: string;
  /** It reads as prose, not as the text of a program. */
  prose?: true;
}

type Filter = (input: Filtered, argument: string | undefined, lang: Lang) => Filtered | { fault: string };

const filters: Record<string, Filter> = {
  short: (input) => ({ ...input, text: each(input.value, shortForm) }),
  exact: (input) => ({ ...input, exact: "exact" }),
  fine: (input) => ({ ...input, exact: "fine" }),
  ms: inUnit("ms"),
  s: inUnit("s"),
  min: inUnit("min"),
  digits: (input, argument) => {
    const places = Number(argument);
    if (typeof input.value !== "number" || !Number.isInteger(places) || places < 0 || places > 9)
      return { fault: "digits takes a number of decimals, and a number before it" };
    return { ...input, value: Number(input.value.toFixed(places)), exact: "exact" };
  },
  bytes: (input, _argument, lang) => {
    const value = Number(input.value);
    if (!Number.isFinite(value)) return { fault: `bytes: ${JSON.stringify(input.value)} is no number` };
    const { text, unit } = bytesInWords(value);
    return { ...input, text: `${text} ${words[lang].units[unit] ?? unit}`, prose: true };
  },
  percent: (input) =>
    typeof input.value === "number"
      ? { ...input, text: `${rounded(input.value * 100)} %`, prose: true }
      : { fault: "percent: the value is no number" },
  count: (input) => {
    if (!Array.isArray(input.value)) return { fault: "count: the value is no list" };
    return { value: input.value.length, prose: true };
  },
  list: (input, _argument, lang) => {
    if (!Array.isArray(input.value)) return { fault: "list: the value is no list" };
    return { ...input, text: inWords(input.value.map(String), lang), prose: true };
  },
  first: (input) => at(input, 0),
  second: (input) => at(input, 1),
  last: (input) => at(input, -1),
  time: (input) => {
    const match = /^\d{4}-\d{2}-\d{2}T(\d{2}:\d{2}:\d{2})/.exec(String(input.value));
    return match
      ? { ...input, text: match[1]!, prose: true }
      : { fault: "time: the value is no time in ISO 8601" };
  },
  number: (input) => {
    const value = Number(input.value);
    return Number.isFinite(value)
      ? { ...input, value }
      : { fault: `number: ${JSON.stringify(input.value)} is none` };
  },
  plain: (input) => ({ ...input, prose: true }),
  lower: (input) => ({ ...input, text: String(input.text ?? input.value).toLowerCase() }),
};

export const filterNames = Object.keys(filters);

export function applyFilters(input: Filtered, names: string[], lang: Lang): Filtered | { fault: string } {
  let result = input;
  for (const written of names) {
    const [name = "", argument] = written.split(/\s+/);
    if (!Object.hasOwn(filters, name))
      return { fault: `there is no filter ${name}; there are ${filterNames.join(", ")}` };
    const next = filters[name]!(result, argument, lang);
    if ("fault" in next) return next;
    result = next;
  }
  return result;
}

function inUnit(unit: string): Filter {
  return (input) => {
    const value = convertTime(Number(input.value), input.unit, unit);
    if (value === undefined) return { fault: `${unit}: ${input.unit ?? "a value without unit"} is no time` };
    const scale = convertTime(1, input.unit, unit)!;
    const text = `${rounded(value, input.resolution && input.resolution * scale)}`;
    return {
      ...input,
      value: Number(text),
      unit,
      resolution: input.resolution && input.resolution * scale,
      exact: "exact",
    };
  };
}

function each(value: Value, change: (text: string) => string): string {
  return Array.isArray(value) ? value.map((one) => change(String(one))).join(", ") : change(String(value));
}

function at(input: Filtered, index: number): Filtered | { fault: string } {
  const value = Array.isArray(input.value) ? input.value.at(index) : undefined;
  return value === undefined ? { fault: "the value is no list of so many" } : { ...input, value };
}

function inWords(items: string[], lang: Lang): string {
  const t = words[lang];
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(t.comma)}${t.and}${items.at(-1)}`;
}
