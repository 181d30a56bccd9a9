/** What of the environment and the lab is not the same: the first place to look for the cause of a change. */
import type { VersionChange } from "../../model/compare/types.js";
import { el, tableHead } from "../element.js";
import type { View } from "./view.js";

export function versionsPart({ comparison, t }: View): HTMLElement {
  const isLab = ({ name }: VersionChange) => name.startsWith("lab ");
  const environment = comparison.versions.filter((change) => !isLab(change));
  const lab = comparison.versions.filter(isLab).map((change) => ({ ...change, name: change.name.slice(4) }));
  return el(
    "div",
    { class: "versions-changed" },
    environment.length > 0
      ? table(environment, t.fact)
      : el("p", { class: "clean" }, lab.length > 0 ? t.environmentSame : t.versionsSame),
    lab.length > 0 &&
      el(
        "details",
        { class: "further" },
        el("summary", null, `${t.labParts} (${lab.length})`),
        table(lab, t.fact),
      ),
  );
}

function table(changes: VersionChange[], heading: string): HTMLElement {
  return el(
    "table",
    { class: "sides stacked" },
    tableHead([heading, "a", "b"]),
    el(
      "tbody",
      null,
      merged(changes).map(({ name, a, b }) =>
        el(
          "tr",
          null,
          el("th", { scope: "row" }, name),
          el("td", { "data-label": "a" }, el("code", null, a ?? "—")),
          el("td", { "data-label": "b" }, el("code", null, b ?? "—")),
        ),
      ),
    ),
  );
}

/** What changed in the same way stands in one row: `worker 1 cni ptp, worker 2 cni ptp`. */
function merged(changes: VersionChange[]): VersionChange[] {
  const rows = new Map<string, VersionChange>();
  for (const change of changes) {
    const key = JSON.stringify([change.a, change.b]);
    const row = rows.get(key);
    rows.set(key, row ? { ...row, name: `${row.name}, ${change.name}` } : change);
  }
  return [...rows.values()];
}
