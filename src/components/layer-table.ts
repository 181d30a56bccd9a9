/** The layers of one Pod as a `diagnose` step read them: state, cause, and the raw words that prove it. */
import { type Layer, layerNames, type Readings, walk } from "../model/diagnose/index.js";
import type { StepRecord } from "../model/run.js";
import { el } from "./element.js";
import { layerWords } from "./layer-words.js";
import type { Page } from "./page.js";

/** Judged in the browser from the stored readings. Empty for a step without output. */
export function layerTable(step: StepRecord, page: Page): HTMLElement {
  const t = layerWords[page.lang];
  const body = el(
    "div",
    { class: "layers", id: `layers-${step.id}` },
    el("p", { class: "empty" }, page.words.loading),
  );
  const { stdout } = step;
  if (!stdout) {
    body.replaceChildren();
    return body;
  }
  page
    .raw(stdout.sha256)
    .then((bytes) => {
      const readings = JSON.parse(new TextDecoder().decode(bytes)) as Readings;
      body.replaceChildren(table(readings, page));
    })
    .catch((error: Error) =>
      body.replaceChildren(el("p", { class: "fault", role: "alert" }, `${t.unreadable} ${error.message}`)),
    );
  return body;
}

function table(readings: Readings, page: Page): HTMLElement {
  const t = layerWords[page.lang];
  const { layers, first, namespace, pod } = walk(readings);
  return el(
    "table",
    { class: "layer-table stacked" },
    el(
      "caption",
      null,
      `${t.layersOf} ${namespace}/${pod}: `,
      el("strong", null, first ? `${t.first} ${layerNames[first.id][page.lang]}` : t.none),
    ),
    el(
      "thead",
      null,
      el("tr", null, ...[t.layer, t.state, t.proof].map((word) => el("th", { scope: "col" }, word))),
    ),
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
