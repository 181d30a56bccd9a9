/** From `name | filter` to what a reader sees of it. Pure but for the page's colours. */
import { formatValue } from "../src/components/format.js";
import { exactly } from "../src/components/precision.js";
import type { Value } from "../src/model/run.js";
import { applyFilters, type Filtered } from "./filters.js";
import { type Looked, lookUp } from "./lookup.js";
import { inReadableUnit, rounded } from "./number.js";
import { type Place, valuePlace } from "./place.js";
import { isIdentifier } from "./tone.js";
import type { Page } from "./types.js";
import { words } from "./words.js";

export interface Shown {
  text: string;
  /** The names that it cites, and the exact value with its origin. */
  names: string[];
  title: string;
  href?: string;
  rel?: string;
  value?: Value;
  unit?: string;
  step?: string;
  /** It is an identifier, or shown as text of a program. */
  form: "number" | "text" | "identifier";
  missing?: { kind: string; reason: string };
}

export type Fault = { fault: string };

/** `unknown.at`, `short.uid | short`, `replaced.at - marked.at`: what stands between the double braces. */
export function show(expression: string, page: Page): Shown | Fault {
  const [term = "", ...filters] = expression.split("|").map((part) => part.trim());
  const looked = calculate(term, page);
  if ("fault" in looked) return looked;
  return present(term, looked, filters, page);
}

interface Calculated {
  names: string[];
  looked: Looked;
}

/** A name, or two with ` + `, ` - ` or ` / ` between them. */
function calculate(term: string, page: Page): Calculated | Fault {
  const [first, operator, second, more] = term.split(/\s+/);
  if (!first || (operator && (!second || more || !"+-/".includes(operator))))
    return { fault: `{{${term}}}: expected a name, or two names with +, - or / between them` };
  const names = second ? [first, second] : [first];
  const found: Looked[] = [];
  for (const name of names) {
    const looked = lookUp(name, page.chapter);
    if (!looked) return { fault: `{{${term}}}: nothing observes ${name}` };
    found.push(looked);
  }
  const [a, b] = found;
  if (!operator || !b) return { names, looked: a! };
  if ("missing" in a!) return { names, looked: a };
  if ("missing" in b) return { names, looked: b };
  return calculated(names, operator, a!, b);
}

type There = Extract<Looked, { value: Value }>;

function calculated(names: string[], operator: string, a: There, b: There): Calculated | Fault {
  if (typeof a.value !== "number" || typeof b.value !== "number")
    return { fault: `${names.join(` ${operator} `)}: both must be numbers` };
  if (a.unit !== b.unit)
    return { fault: `${names.join(` ${operator} `)}: ${a.unit} and ${b.unit} do not go together` };
  const value =
    operator === "-" ? a.value - b.value : operator === "+" ? a.value + b.value : a.value / b.value;
  const unit = operator === "/" ? undefined : a.unit;
  return { names, looked: { value, unit, sources: a.sources, of: names, resolutionMs: a.resolutionMs } };
}

function present(term: string, { names, looked }: Calculated, filters: string[], page: Page): Shown | Fault {
  const { chapter } = page;
  const t = words[chapter.lang];
  const { href, rel }: Partial<Place> = term.startsWith("env.")
    ? {}
    : valuePlace(chapter, names[0]!, looked.sources?.[0]);
  if ("missing" in looked)
    return {
      text: `○ ${looked.missing}`,
      names,
      title: `${term}: ${looked.reason}`,
      href: chapter.run && href,
      rel,
      form: "text",
      missing: { kind: looked.missing, reason: looked.reason },
    };
  const resolution =
    looked.resolutionMs && looked.unit === "s" ? looked.resolutionMs / 1000 : looked.resolutionMs;
  const filtered = applyFilters(
    { value: looked.value, unit: looked.unit, resolution },
    filters,
    chapter.lang,
  );
  if ("fault" in filtered) return { fault: `{{${term}}}: ${filtered.fault}` };
  const source = looked.sources[0];
  const span = source?.span ? t.atBytes(...source.span) : source?.pointer ? `, ${source.pointer}` : "";
  const exact = formatValue(looked.value, looked.unit, looked.resolutionMs);
  const origin =
    looked.of.length > 0
      ? t.derived(looked.of.join(", "))
      : source && t.readFrom(source.step, source.stream, span);
  return {
    text: textOf(filtered, chapter.lang),
    names,
    title: [`${term} = ${exact}`, origin, looked.resolutionMs && t.resolution(looked.resolutionMs)]
      .filter(Boolean)
      .join("; "),
    href,
    rel,
    value: looked.value,
    unit: looked.unit,
    step: source?.step,
    form: formOf(looked.value, filtered),
  };
}

function formOf(value: Value, filtered: Filtered): Shown["form"] {
  if (filtered.prose) return "number";
  if (typeof value === "string" && isIdentifier(value)) return "identifier";
  return typeof filtered.value === "number" || typeof filtered.value === "boolean" ? "number" : "text";
}

function textOf({ value, unit, resolution, exact, text }: Filtered, lang: "en" | "zh"): string {
  const t = words[lang];
  if (text !== undefined) return text;
  if (typeof value === "number") {
    const readable = exact || unit !== "s" ? { value, unit } : inReadableUnit(value, unit);
    const scale = readable.unit === unit ? 1 : 1000;
    const figures = exact === "fine" ? 15 : 3;
    const written =
      exact === "exact"
        ? exactly(value, unit, resolution && resolution * (unit === "s" ? 1000 : 1))
        : rounded(readable.value, resolution && resolution * scale, figures);
    const name = readable.unit && (t.units[readable.unit] ?? readable.unit);
    // what passed within one step of the clock is not nothing
    if (Number(written) === 0 && readable.value !== 0 && resolution)
      return t.under([rounded(resolution * scale), name].filter(Boolean).join(" "));
    return name ? `${written.replace("-", "−")} ${name}` : written.replace("-", "−");
  }
  if (typeof value === "boolean") return value ? t.yes : t.no;
  if (typeof value === "string") return value;
  if (Array.isArray(value))
    return value.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join(t.comma);
  return value === null ? t.none : JSON.stringify(value);
}
