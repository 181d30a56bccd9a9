/** Objects one after another, and on the arrows who wrote the next one because of the one before. */
import { z } from "zod";
import type { Drawing } from "./figure.js";
import { h } from "./html.js";
import { finish } from "./packet.js";
import type { Path, Sheet } from "./sheet.js";
import { common } from "./states.js";
import type { Card, Way } from "./ways.js";

const object = z.strictObject({
  id: z.string(),
  label: z.string(),
  value: z.string().optional(),
  note: z.string().optional(),
  tone: z.enum(["calm", "wait", "alarm", "new", "idle"]).optional(),
});

const station = z.strictObject({
  /** Who wrote these objects; it stands on the arrow that leads to them. */
  by: z.string().default(""),
  in: z.string().default(""),
  objects: z.array(object).min(1).max(5),
});

const way = z.strictObject({
  id: z.string(),
  label: z.string().default(""),
  stations: z.array(station).min(1).max(6),
});

export const flowSchema = z.strictObject({ ...common, ways: z.array(way).min(1).max(4) });

export function drawFlow(spec: z.infer<typeof flowSchema>, sheet: Sheet): Drawing {
  const ways = spec.ways.map(
    (one, index): Way => ({
      id: one.id,
      label: sheet.text(one.label, ["ways", index, "label"]).html,
      stations: one.stations.map((each, at) => {
        const path = ["ways", index, "stations", at];
        return {
          by: sheet.text(each.by, [...path, "by"]).html,
          place: sheet.text(each.in, [...path, "in"]).html,
          cards: each.objects.map((card, which) => cardOf(card, [...path, "objects", which], sheet)),
        };
      }),
    }),
  );
  return finish(spec, ways, sheet);
}

function cardOf(one: z.infer<typeof object>, path: Path, sheet: Sheet): Card {
  const value = sheet.text(one.value, [...path, "value"]).html;
  const note = sheet.text(one.note, [...path, "note"]).html;
  return {
    id: one.id,
    tone: one.tone,
    html: [
      h("strong", null, sheet.text(one.label, [...path, "label"]).html),
      value && h("span", { class: "pic-card-value" }, value),
      note && h("span", { class: "pic-card-note" }, note),
    ]
      .filter(Boolean)
      .join(""),
  };
}
