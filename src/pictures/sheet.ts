/** The sheet that one picture is drawn on: it reads the YAML, fills names with values, and keeps every fault with its line. */
import { isNode, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import type { Moment, PictureContext, Shown } from "./context.js";
import type { Fault } from "./faults.js";
import { esc, h } from "./html.js";
import { isIdentity } from "./identity.js";
import type { PictureRequest } from "./index.js";
import { pictureWords } from "./words.js";

export type Path = (string | number)[];

/** A writer's text with its values filled in. */
export interface Filled {
  plain: string;
  html: string;
  /** With the values as they were recorded, neither shortened nor rounded: for comparing. */
  raw: string;
  /** The first value in it that is not there. */
  missing?: { kind: string; reason: string };
}

export interface Sheet {
  context: PictureContext;
  words: (typeof pictureWords)["en"];
  name: string;
  /** Values that are not there: name → reason. The figure tells them below the picture. */
  missing: Map<string, { kind: string; reason: string }>;
  fault(path: Path, message: string): void;
  text(template: string | number | undefined, path: Path): Filled;
  show(ref: string, path: Path, filters?: string[]): Shown;
  moment(ref: string, path: Path, timeline?: string): Moment;
}

/** The YAML as the schema wants it, and the sheet; or only the faults. */
export function readSheet<T>(
  schema: z.ZodType<T>,
  request: PictureRequest,
  context: PictureContext,
): { spec?: T; sheet: Sheet; faults: Fault[] } {
  const lines = new LineCounter();
  const document = parseDocument(request.source, { lineCounter: lines });
  const faults: Fault[] = [];
  const { file, line: first } = request.where;
  const add = (line: number, path: Path, message: string) =>
    faults.push({ file, line: first + line - 1, path: path.join("."), message });
  const fault = (path: Path, message: string) => add(lineOf(path), path, message);

  function lineOf(path: Path): number {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  }

  const sheet = makeSheet(request.name, context, fault);
  for (const error of document.errors)
    add(
      error.linePos?.[0].line ?? 1,
      [],
      `not YAML: ${error.message.split("\n")[0]!.replace(/ at line .*$/, "")}`,
    );
  if (faults.length > 0) return { sheet, faults };
  const read = schema.safeParse(document.toJS() ?? {});
  if (read.success) return { spec: read.data, sheet, faults };
  for (const issue of read.error.issues) {
    const path = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
    const keys = issue.code === "unrecognized_keys" ? issue.keys : [];
    if (keys.length === 0) fault(path, `${path.join(".") || "the picture"}: ${issue.message}`);
    for (const key of keys) fault([...path, key], `${[...path, key].join(".")}: there is no such key here`);
  }
  return { sheet, faults };
}

function makeSheet(name: string, context: PictureContext, fault: Sheet["fault"]): Sheet {
  const missing: Sheet["missing"] = new Map();

  function show(ref: string, path: Path, filters: string[] = []): Shown {
    const shown = context.show(ref, filters);
    if (!shown) {
      fault(path, `${path.join(".")}: nothing observes ${ref}`);
      return { text: ref, missing: { kind: "UNKNOWN", reason: "" } };
    }
    if (shown.missing) missing.set(ref, shown.missing);
    return shown;
  }

  function text(template: string | number | undefined, path: Path): Filled {
    let found: Filled["missing"];
    const parts = String(template ?? "").split(/\{\{(.*?)\}\}/);
    const filled = parts.map((part, index) => {
      if (index % 2 === 0) return { plain: part, html: esc(part), raw: part };
      const [ref, ...filters] = part.split("|").map((word) => word.trim());
      const shown = show(ref!, path, filters);
      found ??= shown.missing;
      return { plain: shown.text, html: valueMarkup(shown, context), raw: rawOf(shown) };
    });
    return {
      plain: filled.map((part) => part.plain).join(""),
      html: filled.map((part) => part.html).join(""),
      raw: filled.map((part) => part.raw).join(""),
      missing: found,
    };
  }

  function moment(ref: string, path: Path, timeline?: string): Moment {
    const found = context.moment(ref, timeline);
    if (!found) {
      fault(path, `${path.join(".")}: no step, timeline point or observation is called ${ref}`);
      return { source: ref, missing: { kind: "UNKNOWN", reason: "" } };
    }
    if (found.missing) missing.set(ref, found.missing);
    return found;
  }

  return { context, words: pictureWords[context.lang], name, missing, fault, text, show, moment };
}

function rawOf({ value, text }: Shown): string {
  if (value === undefined) return text;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A value as a picture writes it: with the colour of its identity where it is one, and with its proof behind it. */
export function valueMarkup(shown: Shown, context: PictureContext): string {
  if (shown.missing)
    return h("span", { class: "pic-missing", title: shown.missing.reason }, `○\u00a0${esc(shown.text)}`);
  const identity = typeof shown.value === "string" && isIdentity(shown.value);
  const attributes = {
    class: identity ? toneClass(context.tone(shown.value as string)) : "pic-value",
    title: typeof shown.value === "string" && shown.value !== shown.text ? shown.value : undefined,
  };
  return shown.href
    ? h("a", { ...attributes, href: shown.href }, esc(shown.text))
    : h("span", attributes, esc(shown.text));
}

/** The colour that prose gives the identity, on a ground of the same hue. */
function toneClass(tone: number): string {
  return `pic-value pic-tone-${tone} tone-${tone}`;
}

/** The same sheet, in which `./sandbox.id` is a link of this chain. */
export function within(sheet: Sheet, chain: string | undefined): Sheet {
  const named = (ref: string) =>
    chain !== undefined && ref.startsWith("./") ? `${chain}/${ref.slice(2)}` : ref;
  return {
    ...sheet,
    show: (ref, path, filters) => sheet.show(named(ref), path, filters),
    text: (template, path) =>
      sheet.text(
        template === undefined
          ? undefined
          : String(template).replaceAll(/\{\{\s*(\.\/\S+)/g, (_, ref: string) => `{{${named(ref)}`),
        path,
      ),
  };
}
