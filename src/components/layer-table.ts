/** The layers of one Pod as a `diagnose` step read them: state, cause, and the raw words that prove it. */
import type { Layer, Readings, Walk } from "../model/diagnose/types.js";
import { layerNames } from "../model/diagnose/types.js";
import { el, tableHead } from "./element.js";
import { layerWords } from "./layer-words.js";
import type { Page } from "./page.js";
import type { StepDigest } from "./run-digest.js";
import { whenSeen } from "./when-seen.js";

/** Judged in the browser from the stored readings, once it comes into view. Empty for a step without output. */
export function layerTable({ id, stdout }: Pick<StepDigest, "id" | "stdout">, page: Page): HTMLElement {
  const body = el(
    "div",
    { class: "layers", id: `layers-${id}` },
    stdout && el("p", { class: "empty" }, page.words.loading),
  );
  if (stdout)
    whenSeen(body, async () => {
      const [{ walk }, bytes] = await Promise.all([
        import("../model/diagnose/walk.js"),
        page.raw(stdout.sha256),
      ]);
      body.replaceChildren(table(walk(JSON.parse(new TextDecoder().decode(bytes)) as Readings), page));
    });
  return body;
}

function table({ layers, first, namespace, pod }: Walk, page: Page): HTMLElement {
  const t = layerWords[page.lang];
  return el(
    "table",
    { class: "layer-table stacked" },
    el(
      "caption",
      null,
      `${t.layersOf} ${namespace}/${pod}: `,
      el("strong", null, first ? `${t.first} ${layerNames[first.id][page.lang]}` : t.none),
    ),
    tableHead([t.layer, t.state, t.proof]),
    el("tbody", null, ...layers.map((layer) => row(layer, layer.id === first?.id, page))),
  );
}

function row(layer: Layer, isFirst: boolean, page: Page): HTMLElement {
  const t = layerWords[page.lang];
  const { state, cause, container, proof } = layer;
  return el(
    "tr",
    { "data-layer": layer.id, "data-state": state, ...(isFirst && { "data-first": true }) },
    el("th", { scope: "row" }, layerNames[layer.id][page.lang]),
    el(
      "td",
      { "data-label": t.state },
      el("span", { "aria-hidden": "true" }, `${t.marks[state]} `),
      t.states[state],
      cause && el("p", null, el("code", null, cause)),
      container && el("p", { class: "note" }, `${t.container} ${container}`),
    ),
    el(
      "td",
      { "data-label": t.proof },
      proof.length === 0
        ? el("span", { class: "none" }, "—")
        : proof.map(({ reading, pointer, text }) =>
            el(
              "p",
              null,
              el("span", { class: "note" }, [reading, pointer].filter(Boolean).join(" ")),
              " ",
              el("code", null, text),
            ),
          ),
    ),
  );
}
