/** A distribution as a chart, and as a table that holds the same. */
import { el } from "../element.js";
import { formatCount } from "../format.js";
import type { Lang } from "../text.js";
import type { DistributionChart } from "./data.js";
import { distributionSpec } from "./distribution-spec.js";
import { drawWhenSeen } from "./draw.js";
import { legend } from "./legend.js";
import { chartWords } from "./words.js";

const statistics = ["n", "min", "p25", "median", "p75", "max"] as const;

export function distributionView(chart: DistributionChart, lang: Lang): HTMLElement {
  const t = chartWords[lang];
  const area = el("div", { class: "chart", role: "img", "aria-label": t.distributionOf(chart.id) });
  drawWhenSeen(area, (look, width) => distributionSpec(chart, look, t, width));
  return el(
    "figure",
    { class: "distribution" },
    el("figcaption", null, el("strong", null, t.distribution), " ", el("code", null, chart.id)),
    area,
    legend(
      [
        "point",
        "median",
        "box",
        ...(chart.bands.length ? (["band"] as const) : []),
        ...(chart.references.length ? (["reference"] as const) : []),
      ],
      lang,
    ),
    table(chart, lang),
    el(
      "details",
      { class: "further" },
      el("summary", null, t.allSamples),
      chart.groups.map(({ name, samples }) =>
        el("p", { class: "samples" }, el("code", null, name), `: ${samples.join(" · ")} ${chart.unit}`),
      ),
    ),
  );
}

function table({ groups, unit }: DistributionChart, lang: Lang): HTMLElement {
  const t = chartWords[lang];
  const head = (field: (typeof statistics)[number]) =>
    field === "n" || unit === "" ? t.fields[field] : `${t.fields[field]} (${unit})`;
  return el(
    "table",
    { class: "distribution-table stacked" },
    el(
      "thead",
      null,
      el(
        "tr",
        null,
        el("th", { scope: "col" }, t.distribution),
        statistics.map((field) => el("th", { scope: "col" }, head(field))),
      ),
    ),
    el(
      "tbody",
      null,
      groups.map((group) =>
        el(
          "tr",
          null,
          el("th", { scope: "row" }, el("code", null, group.name)),
          statistics.map((field) =>
            el(
              "td",
              { class: "number", "data-label": head(field) },
              field === "n" ? formatCount(group.n) : String(Number(group[field].toPrecision(6))),
            ),
          ),
        ),
      ),
    ),
  );
}
