/** What a reader must know about a run before reading its values. */

import { badge } from "./badge.js";
import type { ChapterSheet } from "./book.js";
import { el } from "./element.js";
import { formatTime } from "./format.js";
import type { RunDigest } from "./run-digest.js";
import { type Lang, words } from "./text.js";

export function notices(sheet: ChapterSheet, run: RunDigest, lang: Lang): HTMLElement[] {
  const t = words[lang];
  const { later } = sheet;
  return [
    sheet.state === "STALE" &&
      notice("stale", [
        badge("STALE", t),
        ` ${t.staleText} `,
        sheet.changed.map((part) => el("code", null, part)),
      ]),
    sheet.amended && notice("amended", [el("strong", null, t.amendedTitle), ` ${t.amendedText}`]),
    run.status !== "COMPLETE" &&
      run.status !== "NOT_RUN" &&
      notice("partial", [
        badge(run.status, t),
        ` ${t.partialTitle}${run.statusReason ? `: ${run.statusReason}` : ""}`,
      ]),
    run.beside && sheet.lab?.exclusive && notice("partial", [`${t.notExclusive} (${run.beside.join(", ")})`]),
    later &&
      notice("later", [
        badge(later.status, t),
        ` ${t.laterTitle(later.status, formatTime(later.startedAt))} ${later.reason ?? ""}`,
      ]),
  ].filter((one) => one instanceof HTMLElement);
}

function notice(kind: string, content: Parameters<typeof el>[2][]): HTMLElement {
  return el("aside", { class: `notice notice-${kind}` }, content);
}
