/** One line under the title: when, on what, how much of what was predicted held; the rest folds out. */

import { formatDuration, formatTime } from "../src/components/format.js";
import { versionsOf } from "../src/components/versions-line.js";
import type { RunDocument } from "../src/model/run.js";
import { dateOf, versionOf } from "./environment.js";
import { plain, tag } from "./html.js";
import { recordHref } from "./place.js";
import type { Chapter } from "./types.js";
import { words } from "./words.js";

/** `minutes`: how long the text takes to read. */
export function statusLine(chapter: Chapter, minutes: number): string {
  const t = words[chapter.lang];
  const { id, run, standing } = chapter;
  const { state } = standing;
  const sign = state === "OBSERVED" ? "●" : state === "STALE" ? "◐" : "○";
  const mark = `<strong class="state state-${state}">${sign} ${state}</strong>`;
  const record = tag("a", { href: recordHref(chapter) }, plain(t.record));
  const time = chapter.written && minutes > 0 ? plain(t.minutes(minutes)) : "";
  if (!run || run.status === "NOT_RUN")
    return tag(
      "p",
      { class: "standing" },
      [plain(id), `${mark} ${plain(run?.statusReason ?? t.notRunYet)}`, record, time]
        .filter(Boolean)
        .join(" · "),
    );
  const parts = [
    plain(id),
    `${mark} ${plain(dateOf(run.startedAt, chapter.lang))}`,
    main(run),
    tally(run, t),
    record,
    time,
  ];
  const line = tag("p", {}, parts.filter(Boolean).join(" · "));
  const more = tag("details", {}, `${tag("summary", {}, plain(t.details))}${details(chapter, run)}`);
  return tag("div", { class: "standing" }, `${line}\n${more}`);
}

/** The version that matters most of where the run was made. */
export function main(run: RunDocument): string {
  const shown = (["kubernetes", "containerd"] as const).map((name) => {
    const fact = versionOf(name, run, "en");
    return fact && "value" in fact ? `${name === "kubernetes" ? "Kubernetes" : name} ${fact.value}` : "";
  });
  const said = shown.filter(Boolean).join(", ");
  return plain(said || `Linux ${run.environment.vm.kernel.split("-")[0]}`);
}

function tally(run: RunDocument, t: (typeof words)["en"]): string {
  const confirmed = run.verdicts.filter(({ verdict }) => verdict === "CONFIRMED").length;
  return plain(t.confirmed(confirmed, run.predictions.length));
}

function details(chapter: Chapter, run: RunDocument): string {
  const t = words[chapter.lang];
  const { vm, nodes } = run.environment;
  const lasted = Date.parse(run.endedAt) - Date.parse(run.startedAt);
  const others = run.verdicts.filter(({ verdict }) => verdict !== "CONFIRMED");
  const stopped = run.steps.filter(({ status }) => status === "NOT_RUN" || status === "BLOCKED");
  const rows: [string, string][] = [
    [
      t.run,
      `<code>${plain(run.id)}</code>, ${plain(formatTime(run.startedAt))}, ${plain(formatDuration(lasted))}`,
    ],
    [
      t.place,
      plain(
        [nodes?.length ? t.nodes(nodes.length) : "", vm.os, `${vm.arch}, ${vm.cpus} CPU, cgroup ${vm.cgroup}`]
          .filter(Boolean)
          .join(" · "),
      ),
    ],
    [t.versions, plain(versionsOf(run.environment, chapter.lang).join(" · "))],
  ];
  if (others.length > 0)
    rows.push([
      t.notConfirmed,
      others.map((one) => `<code>${plain(one.prediction)}</code> ${one.verdict}`).join(", "),
    ]);
  if (stopped.length > 0)
    rows.push([
      "○",
      `${plain(t.notRunSteps(stopped.length))} <code>${plain(stopped.map((one) => one.id).join(", "))}</code>`,
    ]);
  if (chapter.standing.changed.length > 0)
    rows.push(["◐", `${plain(t.changedSince)} <code>${plain(chapter.standing.changed.join(", "))}</code>`]);
  if (chapter.standing.amended) rows.push(["◐", plain(t.amended)]);
  return `<dl>${rows.map(([label, value]) => `<div><dt>${plain(label)}</dt><dd>${value}</dd></div>`).join("")}</dl>`;
}
