/** Several symptoms, one walk each: layers that evidence rules out, and the one where the walk stops. */
import { z } from "zod";
import { LAYERS, type LayerId } from "../model/diagnose/types.js";
import type { Drawing } from "./figure.js";
import { esc, h } from "./html.js";
import type { Filled, Sheet } from "./sheet.js";
import { common, type Look, partClass, type State, statesOf } from "./states.js";

export const walkSchema = z.strictObject({
  ...common,
  /** The layers to draw, in the order of the walk. */
  layers: z.array(z.strictObject({ layer: z.enum(LAYERS), label: z.string() })).min(2),
  symptoms: z
    .array(
      z.strictObject({
        id: z.string(),
        label: z.string(),
        note: z.string().default(""),
        /** The observation that names the first layer without proof: `wrong-tag.first`. */
        first: z.string(),
        cause: z.string().default(""),
      }),
    )
    .min(1)
    .max(6),
});

type WalkSpec = z.infer<typeof walkSchema>;
type CellState = "works" | "fails" | "unreached" | "missing";

interface Row {
  layer: string;
  label: string;
}

interface Symptom {
  id: string;
  label: Filled;
  note: string;
  cause: Filled;
  cells: CellState[];
}

export function drawWalk(spec: WalkSpec, sheet: Sheet): Drawing {
  const given: Row[] = spec.layers.map(({ layer, label }, index) => ({
    layer,
    label: sheet.text(label, ["layers", index, "label"]).html,
  }));
  const firsts = spec.symptoms.map(({ first }, index) => sheet.show(first, ["symptoms", index, "first"]));
  const rows = withStops(
    given,
    firsts.map(({ value }) => value),
  );
  const symptoms = spec.symptoms.map(
    (one, index): Symptom => ({
      id: one.id,
      label: sheet.text(one.label, ["symptoms", index, "label"]),
      note: sheet.text(one.note, ["symptoms", index, "note"]).html,
      cause: sheet.text(one.cause, ["symptoms", index, "cause"]),
      cells: rows.map(({ layer }) =>
        cellOf(layer, firsts[index]!.missing ? undefined : String(firsts[index]!.value)),
      ),
    }),
  );
  const title = sheet.text(spec.title, ["title"]).plain;
  const parts = symptoms.map(({ id }) => id);
  return {
    states: spec.states.length > 0 ? statesOf(spec, parts, sheet) : ownStates(spec, symptoms, rows, sheet),
    still: (look) => still(rows, symptoms, look),
    draw: (look) => table(rows, symptoms, look, title, sheet) + list(rows, symptoms, look, sheet),
  };
}

/** A layer where a walk stopped is drawn even where the writer did not expect it. */
function withStops(rows: Row[], stops: unknown[]): Row[] {
  const order = (layer: string) => LAYERS.indexOf(layer as LayerId);
  const more = stops.filter((stop): stop is string => typeof stop === "string" && order(stop) >= 0);
  const added = [...new Set(more)].filter((stop) => !rows.some(({ layer }) => layer === stop));
  return [...rows, ...added.map((layer) => ({ layer, label: esc(layer) }))].sort(
    (a, b) => order(a.layer) - order(b.layer),
  );
}

/** `first` is the first layer without proof that it works: every layer before it has one. */
function cellOf(layer: string, first: string | undefined): CellState {
  if (first === undefined) return "missing";
  if (first === "none") return "works";
  const [here, stop] = [LAYERS.indexOf(layer as LayerId), LAYERS.indexOf(first as LayerId)];
  return here < stop ? "works" : here === stop ? "fails" : "unreached";
}

/** One symptom after another, each when its walk was done. */
function ownStates(spec: WalkSpec, symptoms: Symptom[], rows: Row[], sheet: Sheet): State[] {
  return symptoms.map((one, index) => {
    const stop = rows[one.cells.indexOf("fails")]?.label ?? "";
    const said = [one.label.html, stop, one.cause.html].filter(Boolean).join(" · ");
    return {
      moment: sheet.moment(spec.symptoms[index]!.first, ["symptoms", index, "first"]),
      text: { html: said },
      off: new Set(symptoms.slice(index + 1).map(({ id }) => id)),
      broken: new Set<string>(),
      marked: new Set([one.id]),
    };
  });
}

/** Marks alone: the state's sentence beside it has the words. */
function still(rows: Row[], symptoms: Symptom[], look: Look): string {
  return h(
    "table",
    { class: "pic-walk-still" },
    rows.map(({ label }, index) =>
      h(
        "tr",
        null,
        h("th", null, label),
        symptoms.map(({ id, cells }) =>
          h("td", { class: partClass(id, look, `is-${cells[index]!}`) }, marks[cells[index]!]),
        ),
      ),
    ),
  );
}

const marks: Record<CellState, string> = { works: "✓", fails: "✕", unreached: "·", missing: "○" };

function wordOf(cell: CellState, { words }: Sheet): string {
  return { works: words.works, fails: words.fails, unreached: words.unreached, missing: words.missing }[cell];
}

function table(rows: Row[], symptoms: Symptom[], look: Look, title: string, sheet: Sheet): string {
  return h(
    "table",
    { class: "pic-walk", "aria-label": title },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("td", null),
        symptoms.map(({ id, label, note }) =>
          h(
            "th",
            { scope: "col", class: partClass(id, look), "data-part": id },
            h("strong", null, label.html),
            note && h("span", { class: "pic-card-note" }, note),
          ),
        ),
      ),
    ),
    h(
      "tbody",
      null,
      rows.map(({ label }, index) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, label),
          symptoms.map(({ id, cells, cause }) =>
            h(
              "td",
              { class: partClass(id, look, `is-${cells[index]!}`), "data-part": id },
              h("span", { class: "pic-mark" }, marks[cells[index]!]),
              h("span", { class: "pic-state" }, ` ${esc(wordOf(cells[index]!, sheet))}`),
              cells[index] === "fails" && cause.html && h("span", { class: "pic-cause" }, cause.html),
            ),
          ),
        ),
      ),
    ),
  );
}

function list(rows: Row[], symptoms: Symptom[], look: Look, sheet: Sheet): string {
  return h(
    "ul",
    { class: "pic-walks" },
    symptoms.map(({ id, label, note, cells, cause }) =>
      h(
        "li",
        { class: partClass(id, look), "data-part": id },
        h("strong", null, label.html),
        note && h("span", { class: "pic-card-note" }, note),
        h(
          "ol",
          null,
          rows.map(({ label: layer }, index) =>
            h(
              "li",
              { class: `is-${cells[index]!}` },
              h("span", { class: "pic-mark" }, marks[cells[index]!]),
              ` ${layer}`,
              cells[index] === "fails" &&
                h(
                  "span",
                  { class: "pic-cause" },
                  esc(wordOf("fails", sheet)),
                  cause.html && ": ",
                  cause.html,
                ),
            ),
          ),
        ),
      ),
    ),
  );
}
