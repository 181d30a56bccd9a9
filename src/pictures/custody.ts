/** The chain of custody: one link below the other, with how many readings agree on it; a break is drawn as a break. */
import { z } from "zod";
import type { Shown } from "./context.js";
import type { Drawing } from "./figure.js";
import { esc, h } from "./html.js";
import { type Path, type Sheet, valueMarkup } from "./sheet.js";
import { common, type Look, partClass, statesOf } from "./states.js";

export const custodySchema = z.strictObject({
  ...common,
  /** One column each: the same way walked for several Pods, or before and after. */
  chains: z
    .array(z.strictObject({ chain: z.string(), label: z.string().default("") }))
    .min(1)
    .max(3),
  /** From the source to the response; `link` is the id of a link of these chains. */
  links: z
    .array(
      z.strictObject({
        link: z.string(),
        label: z.string(),
        note: z.string().default(""),
        /** Of a value with several fields, the one to show: `type`. */
        field: z.string().optional(),
      }),
    )
    .min(2)
    .max(14),
});

type CustodySpec = z.infer<typeof custodySchema>;

interface Cell {
  html: string;
  proof: string;
  state: "proven" | "broken";
}

export function drawCustody(spec: CustodySpec, sheet: Sheet): Drawing {
  const rows = spec.links.map(({ link, label, note, field }, index) => ({
    id: link,
    label: sheet.text(label, ["links", index, "label"]).html,
    note: sheet.text(note, ["links", index, "note"]).html,
    cells: spec.chains.map(({ chain }) => cellOf(chain, link, field, ["links", index, "link"], sheet)),
  }));
  const heads = spec.chains.map(
    ({ label, chain }, index) => sheet.text(label, ["chains", index, "label"]).html || esc(chain),
  );
  const many = spec.chains.length > 1;
  const parts = rows.flatMap(({ id }) => [
    id,
    ...(many ? spec.chains.map(({ chain }) => `${chain}/${id}`) : []),
  ]);
  const title = sheet.text(spec.title, ["title"]).plain;
  return {
    states: statesOf(spec, parts, sheet),
    still: (look) => still(rows, spec, look),
    draw: (look) =>
      h(
        "div",
        { class: `pic-custody is-${spec.chains.length}`, role: "group", "aria-label": title },
        many &&
          h(
            "div",
            { class: "pic-custody-heads" },
            h("span", null),
            heads.map((head) => h("strong", null, head)),
          ),
        h(
          "ol",
          null,
          rows.map((row) =>
            h(
              "li",
              {
                class: partClass(
                  row.id,
                  look,
                  row.cells.some(({ state }) => state === "broken") ? "has-break" : "is-whole",
                ),
                "data-part": row.id,
              },
              h(
                "div",
                { class: "pic-link" },
                h("strong", null, row.label),
                row.note && h("span", { class: "pic-card-note" }, row.note),
              ),
              row.cells.map((cell, index) =>
                drawCell(cell, `${spec.chains[index]!.chain}/${row.id}`, many ? heads[index]! : "", look),
              ),
            ),
          ),
        ),
      ),
  };
}

/** Marks alone: the state's sentence beside it has the words. */
function still(
  rows: { id: string; label: string; cells: Cell[] }[],
  { chains }: CustodySpec,
  look: Look,
): string {
  return h(
    "table",
    { class: "pic-walk-still" },
    rows.map(({ id, label, cells }) =>
      h(
        "tr",
        { class: partClass(id, look) },
        h("th", null, label),
        cells.map(({ state }, index) =>
          h(
            "td",
            {
              class: partClass(
                `${chains[index]!.chain}/${id}`,
                look,
                state === "proven" ? "is-works" : "is-fails",
              ),
            },
            state === "proven" ? "✓" : "✕",
          ),
        ),
      ),
    ),
  );
}

function cellOf(chain: string, link: string, field: string | undefined, path: Path, sheet: Sheet): Cell {
  const name = `${chain}/${link}`;
  const found = sheet.context.run?.chains.find(({ id }) => id === chain)?.links.find(({ id }) => id === link);
  // a break is what this picture shows: it is no value that the run failed to record
  if (found?.break) {
    const reason = sheet.context.show(name)?.missing?.reason ?? found.break.reason;
    return { state: "broken", html: esc(`✕ ${sheet.words.broken}`), proof: esc(reason) };
  }
  const shown = sheet.show(name, path, ["short"]);
  if (shown.missing) return { state: "broken", html: valueMarkup(shown, sheet.context), proof: "" };
  const agreed = found?.agrees?.length ?? 0;
  return {
    state: "proven",
    html: valueMarkup(field === undefined ? shown : fieldOf(shown, field, path, sheet), sheet.context),
    proof: agreed > 0 ? esc(`✓ ${sheet.words.agrees(agreed)}`) : "",
  };
}

function fieldOf(shown: Shown, field: string, path: Path, { fault }: Sheet): Shown {
  const { value } = shown;
  const inner =
    value !== null && typeof value === "object" && !Array.isArray(value) ? value[field] : undefined;
  if (inner === undefined) fault(path, `${path.join(".")}: its value has no field ${field}`);
  const text = typeof inner === "string" ? inner : JSON.stringify(inner ?? null);
  return { ...shown, text, value: inner };
}

function drawCell({ html, proof, state }: Cell, id: string, head: string, look: Look): string {
  return h(
    "div",
    { class: partClass(id, look, "pic-cell", `is-${state}`), "data-part": head ? id : undefined },
    head && h("span", { class: "pic-cell-head" }, head),
    h("span", { class: "pic-cell-value" }, html),
    proof && h("span", { class: "pic-cell-proof" }, proof),
  );
}
