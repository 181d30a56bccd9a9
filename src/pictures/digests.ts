/** The digest graph: tag → index → manifest → config and layers; after a change, which digests turned and which stayed. */
import { z } from "zod";
import type { Drawing } from "./figure.js";
import { esc, h } from "./html.js";
import type { Path, Sheet } from "./sheet.js";
import { common, type Look, partClass, statesOf } from "./states.js";

interface Node {
  id: string;
  type: "tag" | "blob";
  label: string;
  value?: string;
  /** The digest after the change; the picture itself says whether it is another one. */
  after?: string;
  note?: string;
  to: Node[];
}

const node: z.ZodType<Node> = z.lazy(() =>
  z.strictObject({
    id: z.string(),
    type: z.enum(["tag", "blob"]).default("blob"),
    label: z.string(),
    value: z.string().optional(),
    after: z.string().optional(),
    note: z.string().optional(),
    to: z.array(node).default([]),
  }),
) as unknown as z.ZodType<Node>;

export const digestsSchema = z.strictObject({
  ...common,
  /** One tree, or several that share blobs: the same digest has the same colour in each. */
  nodes: z.array(node).min(1).max(3),
});

export function drawDigests(spec: z.infer<typeof digestsSchema>, sheet: Sheet): Drawing {
  const filled = spec.nodes.map((one, index) => fill(one, ["nodes", index], sheet));
  const parts = filled.flatMap(flat);
  for (const id of parts.filter((one, at) => parts.indexOf(one) !== at))
    sheet.fault(["nodes"], `nodes: two parts are called ${id}`);
  const title = sheet.text(spec.title, ["title"]).plain;
  return {
    states: statesOf(spec, parts, sheet),
    draw: (look) =>
      h(
        "div",
        { class: "pic-trees", role: "group", "aria-label": title },
        filled.map((one) => h("ul", { class: "pic-tree" }, branch(one, look, sheet))),
      ),
  };
}

interface Filled {
  id: string;
  type: Node["type"];
  label: string;
  value: string;
  after: string;
  turned?: boolean;
  note: string;
  to: Filled[];
}

function fill(one: Node, path: Path, sheet: Sheet): Filled {
  const value = sheet.text(one.value, [...path, "value"]);
  const after = sheet.text(one.after, [...path, "after"]);
  const compared = one.after !== undefined && !value.missing && !after.missing;
  return {
    id: one.id,
    type: one.type,
    label: sheet.text(one.label, [...path, "label"]).html,
    value: value.html,
    after: after.html,
    turned: compared ? hex(value.raw) !== hex(after.raw) : undefined,
    note: sheet.text(one.note, [...path, "note"]).html,
    to: one.to.map((each, at) => fill(each, [...path, "to", at], sheet)),
  };
}

function hex(digest: string): string {
  return digest.replace(/^sha256:/, "");
}

function flat(one: Filled): string[] {
  return [one.id, ...(one.after ? [`${one.id}/after`] : []), ...one.to.flatMap(flat)];
}

function branch(one: Filled, look: Look, sheet: Sheet): string {
  return h(
    "li",
    null,
    h(
      "div",
      {
        class: partClass(one.id, look, "pic-node", `is-${one.type}`, one.turned && "is-turned"),
        "data-part": one.id,
      },
      h("strong", null, one.label),
      one.value && h("span", { class: "pic-digest" }, one.value),
      one.after && after(one, look, sheet),
      one.note && h("span", { class: "pic-card-note" }, one.note),
    ),
    one.to.length > 0 &&
      h(
        "ul",
        null,
        one.to.map((each) => branch(each, look, sheet)),
      ),
  );
}

function after({ id, after, turned }: Filled, look: Look, { words }: Sheet): string {
  const word = turned === undefined ? "" : turned ? `≠ ${words.turned}` : `= ${words.kept}`;
  return h(
    "span",
    { class: partClass(`${id}/after`, look, "pic-digest", "pic-after"), "data-part": `${id}/after` },
    "→ ",
    after,
    word && h("span", { class: `pic-versus ${turned ? "is-changed" : "is-same"}` }, ` ${esc(word)}`),
  );
}
