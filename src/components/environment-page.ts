/** What the newest runs found when they probed their machines, each capability once, newest finding first. */
import type { Capability } from "../model/run.js";
import type { Book, RunSummary } from "./book.js";
import { el } from "./element.js";
import { capabilityTable, environmentPanel } from "./environment-panel.js";
import { loadBook } from "./evidence.js";
import { prose } from "./prose.js";
import { type Lang, say, words } from "./text.js";
import { versionsLine } from "./versions-line.js";

export async function environmentPage(lang: Lang): Promise<HTMLElement> {
  return renderEnvironments(await loadBook(), lang);
}

export function renderEnvironments(book: Book, lang: Lang): HTMLElement {
  const t = words[lang];
  const runs = book.series
    .flatMap(({ chapters }) => chapters)
    .flatMap(({ id, title, run }) => (run ? [{ id, title, run }] : []))
    .sort((a, b) => b.run.startedAt.localeCompare(a.run.startedAt));
  const missing = stillMissing(runs.map(({ run }) => run));
  return el(
    "div",
    { class: "environments" },
    el("p", { class: "lead" }, prose(t.envLead)),
    runs.length === 0 && el("p", { class: "reason" }, t.envNone),
    missing.length > 0 && [el("h2", null, t.envMissing), capabilityTable(missing, t)],
    runs.map(({ id, title, run }) =>
      el(
        "section",
        null,
        el("h2", null, el("a", { href: `./chapters/${id}` }, `${id} ${say(title, lang)}`)),
        versionsLine(run, lang, t.probedOn),
        environmentPanel(run.environment, lang),
      ),
    ),
  );
}

/** What the newest run that probed for it did not find. */
function stillMissing(newestFirst: RunSummary[]): Capability[] {
  const newest = new Map<string, Capability>();
  for (const { environment } of newestFirst) {
    for (const capability of environment.capabilities)
      if (!newest.has(capability.name)) newest.set(capability.name, capability);
  }
  return [...newest.values()].filter(({ present }) => !present);
}
