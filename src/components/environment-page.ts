/** The machines and clusters that chapters were observed on, each once, newest first, and what they lacked. */
import type { Capability, Environment } from "../model/run.js";
import type { Book, ChapterCard, RunSummary } from "./book.js";
import { el } from "./element.js";
import { capabilityTable, environmentPanel, kindName } from "./environment-panel.js";
import { loadBook } from "./evidence.js";
import { formatAge, formatTime } from "./format.js";
import { linkTerms } from "./glossary/link-terms.js";
import { prose } from "./prose.js";
import { readingWords } from "./reading-text.js";
import { capabilitiesInLanguage, environmentInLanguage } from "./recorded/in-language.js";
import { type Lang, say, words } from "./text.js";
import { versionsLine } from "./versions-line.js";

type Observed = Pick<ChapterCard, "id" | "title"> & { run: RunSummary };

export async function environmentPage(lang: Lang): Promise<HTMLElement> {
  const page = renderEnvironments(await loadBook(), lang);
  linkTerms(page, "./glossary.html", lang);
  return page;
}

export function renderEnvironments(book: Book, lang: Lang): HTMLElement {
  const t = words[lang];
  const runs = book.series
    .flatMap(({ chapters }) => chapters)
    .flatMap(({ id, title, run }) => (run ? [{ id, title, run }] : []))
    .sort((a, b) => b.run.startedAt.localeCompare(a.run.startedAt, "en"));
  const missing = stillMissing(runs.map(({ run }) => run));
  return el(
    "div",
    { class: "environments" },
    el("p", { class: "lead" }, prose(t.envLead)),
    runs.length === 0 && el("p", { class: "reason" }, t.envNone),
    missing.length > 0 && [
      el("h2", null, t.envMissing),
      capabilityTable(capabilitiesInLanguage(missing, lang), t),
    ],
    byPlace(runs).map((same) => placeSection(same, lang)),
  );
}

function placeSection(same: Observed[], lang: Lang): HTMLElement {
  const t = words[lang];
  const newest = same[0]!.run;
  return el(
    "section",
    { class: "place" },
    el("h2", null, capital(kindName(newest.environment, t))),
    versionsLine(newest, lang, t.probedOn),
    el("h3", null, readingWords[lang].observedHere),
    el(
      "ul",
      { class: "place-chapters" },
      same.map(({ id, title, run }) =>
        el(
          "li",
          null,
          el("a", { href: `./chapters/${id}.html` }, `${id} ${say(title, lang)}`),
          el("span", { class: "note" }, ` ${formatTime(run.startedAt)} · ${formatAge(run.startedAt, lang)}`),
        ),
      ),
    ),
    el("p", { class: "note" }, readingWords[lang].latest),
    environmentPanel(
      environmentInLanguage(allProbes(same.map(({ run }) => run.environment)), lang),
      lang,
      [],
      readingWords[lang].probes,
    ),
  );
}

/** Runs on one machine and one cluster with the same versions belong together; the first of each is the newest. */
function byPlace(newestFirst: Observed[]): Observed[][] {
  const places: Observed[][] = [];
  for (const one of newestFirst) {
    const place = places.find((same) =>
      same.every(({ run }) => isSamePlace(run.environment, one.run.environment)),
    );
    if (place) place.push(one);
    else places.push([one]);
  }
  return places;
}

/** What only one of the two runs asked for tells no places apart: a chapter without containers does not ask for docker. */
function isSamePlace(a: Environment, b: Environment): boolean {
  const asked = (["docker", "kindVersion"] as const).every(
    (name) => a[name] === undefined || b[name] === undefined || a[name] === b[name],
  );
  return asked && placeOf(a) === placeOf(b);
}

function placeOf({ kind, transport, vm, cluster, nodes }: Environment): string {
  const versions = nodes?.map(({ containerId: _, addresses: __, ...node }) => node);
  return JSON.stringify([kind, transport, vm, cluster?.uid, versions]);
}

/** Everything that was probed for in one place, each as the newest run that asked for it found it. */
function allProbes(newestFirst: Environment[]): Environment {
  const found = new Map<string, Capability>();
  for (const { capabilities } of newestFirst)
    for (const one of capabilities) if (!found.has(one.name)) found.set(one.name, one);
  return { ...newestFirst[0]!, capabilities: [...found.values()] };
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

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
