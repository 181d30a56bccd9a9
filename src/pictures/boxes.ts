/** Nested boxes: node ⊃ sandbox ⊃ container ⊃ process, with namespaces, the PID ladder, and what changed from stage to stage. */
import { z } from "zod";
import type { Drawing } from "./figure.js";
import { esc, h } from "./html.js";
import { type Path, type Sheet, valueMarkup, within } from "./sheet.js";
import { common, type Look, partClass, statesOf } from "./states.js";

interface Box {
  id: string;
  type: (typeof types)[number];
  label: string;
  value?: string;
  note?: string;
  /** Namespace → the name of its inode: the same inode is the same colour in every box that shares it. */
  namespaces: Record<string, string>;
  /** One process's numbers, from the outermost PID namespace to the innermost. */
  pids: { in: string; is: string }[];
  inside: Box[];
}

const types = ["vm", "node", "pod", "sandbox", "container", "process", "plain"] as const;

const box: z.ZodType<Box> = z.lazy(() =>
  z.strictObject({
    id: z.string(),
    type: z.enum(types).default("plain"),
    label: z.string(),
    value: z.string().optional(),
    note: z.string().optional(),
    namespaces: z.record(z.string(), z.string()).default({}),
    pids: z.array(z.strictObject({ in: z.string(), is: z.string() })).default([]),
    inside: z.array(box).default([]),
  }),
) as unknown as z.ZodType<Box>;

const stage = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** Names that start with `./` are links of this chain: `./sandbox.id`. */
  chain: z.string().optional(),
  boxes: z.array(box).optional(),
});

export const boxesSchema = z.strictObject({
  ...common,
  chain: z.string().optional(),
  boxes: z.array(box).default([]),
  /** The same boxes at several times, side by side; a stage may have boxes of its own. */
  stages: z.array(stage).max(3).default([]),
});

type BoxesSpec = z.infer<typeof boxesSchema>;

/** A box with its values, and how each differs from the stage before. */
interface Filled {
  id: string;
  box: Box;
  label: string;
  value: string;
  note: string;
  versus: Versus;
  namespaces: { name: string; text: string; inode: string; versus: Versus }[];
  pids: { where: string; html: string; versus: Versus }[];
  inside: Filled[];
}

type Versus = "same" | "changed" | undefined;

export function drawBoxes(spec: BoxesSpec, sheet: Sheet): Drawing {
  const stages =
    spec.stages.length > 0
      ? spec.stages.map((one, index) => ({
          ...one,
          boxes: one.boxes ?? spec.boxes,
          path: stagePath(one, index),
        }))
      : [{ id: "", title: "", chain: spec.chain, boxes: spec.boxes, path: ["boxes"] as Path }];
  if (stages.some(({ boxes }) => boxes.length === 0)) sheet.fault([], "boxes: there is nothing to draw");
  const before = new Map<string, string>();
  const filled = stages.map((one) => {
    const own = within(sheet, one.chain);
    return {
      id: one.id,
      title: one.id && sheet.text(one.title, [...one.path, "title"]).html,
      boxes: one.boxes.map((each, at) => fill(each, [...one.path, at], one.id, own, before)),
    };
  });
  const all = filled.flatMap(({ boxes }) => boxes.flatMap(flat));
  const parts = [...filled.map(({ id }) => id).filter(Boolean), ...all.map(({ id }) => id)];
  for (const id of parts.filter((one, at) => parts.indexOf(one) !== at))
    sheet.fault([], `boxes: two boxes are called ${id}`);
  const tones = sharedTones(filled.map(({ boxes }) => boxes));
  return {
    states: statesOf(spec, parts, sheet),
    draw: (look) =>
      h(
        "div",
        {
          class: `pic-stages is-${filled.length}`,
          role: "group",
          "aria-label": sheet.text(spec.title, ["title"]).plain,
        },
        filled.map((one) =>
          h(
            "div",
            { class: partClass(one.id, look, "pic-stage"), "data-part": one.id || undefined },
            one.title && h("p", { class: "pic-stage-title" }, one.title),
            h(
              "div",
              { class: "pic-inside" },
              one.boxes.map((each) => drawBox(each, look, tones, sheet)),
            ),
          ),
        ),
      ),
  };
}

function stagePath(one: { boxes?: unknown }, index: number): Path {
  return one.boxes ? ["stages", index, "boxes"] : ["boxes"];
}

function fill(one: Box, path: Path, stageId: string, sheet: Sheet, before: Map<string, string>): Filled {
  const versus = (key: string, text: string): Versus => {
    const [known, name] = [before.get(`${one.id} ${key}`), `${one.id} ${key}`];
    before.set(name, text);
    return known === undefined || !stageId ? undefined : known === text ? "same" : "changed";
  };
  const value = sheet.text(one.value, [...path, "value"]);
  return {
    id: stageId ? `${stageId}/${one.id}` : one.id,
    box: one,
    label: sheet.text(one.label, [...path, "label"]).html,
    value: value.html,
    note: sheet.text(one.note, [...path, "note"]).html,
    versus: one.value && /\{\{/.test(one.value) && !value.missing ? versus("value", value.raw) : undefined,
    namespaces: Object.entries(one.namespaces).map(([name, ref]) => {
      const shown = sheet.show(ref, [...path, "namespaces", name]);
      const inode = shown.missing ? "" : String(shown.value);
      return {
        name,
        inode,
        text: shown.missing ? valueMarkup(shown, sheet.context) : esc(`…${inode.slice(-4)}`),
        versus: versus(name, inode),
      };
    }),
    pids: one.pids.map(({ in: where, is }, index) => {
      const shown = sheet.show(is, [...path, "pids", index, "is"]);
      return {
        where: sheet.text(where, [...path, "pids", index, "in"]).html,
        html: valueMarkup(shown, sheet.context),
        versus: versus(`pid ${index}`, shown.text),
      };
    }),
    inside: one.inside.map((each, at) => fill(each, [...path, "inside", at], stageId, sheet, before)),
  };
}

function flat(one: Filled): Filled[] {
  return [one, ...one.inside.flatMap(flat)];
}

/** An inode that several boxes of one stage show gets a colour, the same in every stage; one that a single box shows has none. */
function sharedTones(stages: Filled[][]): Map<string, number> {
  const shared = stages.flatMap((boxes) => {
    const inodes = boxes
      .flatMap(flat)
      .flatMap(({ namespaces }) => [...new Set(namespaces.map(({ inode }) => inode))]);
    return inodes.filter((inode, index) => inode !== "" && inodes.indexOf(inode) < index);
  });
  return new Map([...new Set(shared)].map((inode, index) => [inode, index % 8]));
}

function drawBox(one: Filled, look: Look, tones: Map<string, number>, sheet: Sheet): string {
  return h(
    "div",
    { class: partClass(one.id, look, "pic-box", `is-${one.box.type}`), "data-part": one.id },
    h(
      "p",
      { class: "pic-box-head" },
      h("strong", null, one.label),
      one.value && ` ${one.value}`,
      versusMark(one.versus, sheet),
    ),
    one.note && h("p", { class: "pic-box-note" }, one.note),
    one.namespaces.length > 0 &&
      h(
        "ul",
        { class: "pic-walls" },
        one.namespaces.map((each) => wall(each, tones, sheet)),
      ),
    one.pids.length > 0 &&
      h(
        "ol",
        { class: "pic-ladder" },
        one.pids.map((pid) =>
          h(
            "li",
            null,
            h("span", null, pid.where),
            " ",
            pid.html,
            pid.versus &&
              h(
                "span",
                { class: `pic-versus is-${pid.versus}`, title: sheet.words[pid.versus] },
                pid.versus === "same" ? " =" : " ≠",
              ),
          ),
        ),
      ),
    one.inside.length > 0 &&
      h(
        "div",
        { class: "pic-inside" },
        one.inside.map((each) => drawBox(each, look, tones, sheet)),
      ),
  );
}

function wall(
  { name, text, inode, versus }: Filled["namespaces"][number],
  tones: Map<string, number>,
  { words }: Sheet,
): string {
  const tone = tones.get(inode);
  return h(
    "li",
    {
      class: tone === undefined ? "pic-wall is-own" : `pic-wall pic-tone-${tone}`,
      title: inode && `${name} ${inode}: ${tone === undefined ? words.own : words.shared}`,
    },
    h("b", null, esc(name)),
    ` ${text}`,
    versus === "changed" && h("span", { class: "pic-versus is-changed" }, " ≠"),
  );
}

function versusMark(versus: Versus, { words }: Sheet): string {
  if (versus === undefined) return "";
  const text = versus === "same" ? `= ${words.same}` : `≠ ${words.changed}`;
  return h("span", { class: `pic-versus is-${versus}` }, ` ${esc(text)}`);
}
