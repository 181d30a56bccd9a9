/** The end of every chapter: how to run it, its record, and the chapters beside it. */
import { commandLine } from "../src/components/format.js";
import { plain, tag } from "./html.js";
import { recordHref, rootHref } from "./place.js";
import type { Chapter } from "./types.js";
import { words } from "./words.js";

export function endStrip(chapter: Chapter): string {
  const t = words[chapter.lang];
  const { id, run, lab } = chapter;
  const commands = lab
    ? tag(
        "section",
        { class: "strip-run" },
        `<h2>${plain(t.runYourself)}</h2><p>${plain(t.runHint)}</p><pre class="cmd-out" tabindex="0">${runCommands(
          chapter,
        )
          .map((line) => `<span class="prompt" aria-hidden="true">$ </span>${plain(line)}`)
          .join("\n")}</pre>`,
      )
    : "";
  const evidence = `${rootHref(chapter)}evidence/${id}/run.json`;
  const links = run
    ? [
        tag("a", { href: recordHref(chapter) }, plain(t.recordTitle)),
        tag("a", { href: recordHref(chapter, "downloads") }, plain(t.downloads)),
        // the build copies evidence beside the pages, so Framework does not know it
        tag("a", { href: evidence, rel: "external" }, plain(t.runDocument)),
        tag("a", { href: `../compare/${id}` }, plain(t.compare)),
      ]
    : [tag("a", { href: recordHref(chapter) }, plain(t.recordTitle))];
  const record = `<section class="strip-record"><h2>${plain(t.recordTitle)}</h2><p>${plain(t.recordHint)}</p><p class="strip-links">${links.join(" · ")}</p></section>`;
  return `<div class="strip">${commands}${record}</div>\n${neighbours(chapter)}`;
}

function runCommands({ id, lab }: Chapter): string[] {
  const workers = lab!.needs.map((need) => /^workers>=(\d+)$/.exec(need)?.[1]).find(Boolean);
  const up = lab!.environment === "kind" ? [["./lab", "up", ...(workers ? ["--workers", workers] : [])]] : [];
  return [...up, ["./lab", "run", id], ["./lab", "verify", id]].map(commandLine);
}

function neighbours({ lang, previous, next }: Chapter): string {
  const t = words[lang];
  const link = (rel: string, label: string, one: Chapter["next"]) =>
    one
      ? tag(
          "a",
          { href: `./${one.id}`, rel, class: `pager-${rel}` },
          `<span class="pager-label">${plain(label)} · ${plain(one.id)}</span><span class="pager-title">${plain(one.title[lang])}</span>`,
        )
      : "";
  return `<nav class="pager" aria-label="${plain(t.neighbours)}">${link("prev", t.previous, previous)}${link("next", t.next, next)}</nav>`;
}
