/** Where a reader's own run is chosen or dropped, checked, and set beside the author's. */
import type { RunDocument } from "../../model/run.js";
import type { Report } from "../../model/verify/types.js";
import { el, tableHead } from "../element.js";
import type { Page } from "../page.js";
import { prose } from "../prose.js";
import type { Lang } from "../text.js";
import { versionsLine } from "../versions-line.js";
import type { Desk } from "./desk.js";
import { checkOwnRun } from "./own-run-check.js";
import { predictWords } from "./words.js";

/** `page` is absent when nothing was observed: then the own run stands alone. */
export function ownRunPanel(desk: Desk, lang: Lang, page: Page | undefined): HTMLElement {
  const t = predictWords[lang];
  const outcome = el("div", { class: "own-outcome", role: "status" });
  const picker = el("input", {
    type: "file",
    id: "own-run",
    accept: ".tar,application/x-tar",
    onchange: () => void choose(picker.files),
  });
  const drop = el("div", { class: "drop", ondragover: over, ondragleave: leave, ondrop: dropped }, [
    el("div", { class: "form-field" }, [el("label", { for: picker.id }, t.ownLabel), picker]),
    el("span", { class: "hint" }, t.ownDrop),
  ]);
  return el("section", { class: "own-run", "aria-label": t.own }, [
    el("h3", null, t.own),
    el("p", { class: "hint" }, prose(t.ownHint)),
    drop,
    outcome,
  ]);

  function over(event: Event): void {
    event.preventDefault();
    drop.classList.add("over");
  }

  function leave(): void {
    drop.classList.remove("over");
  }

  function dropped(event: Event): void {
    event.preventDefault();
    leave();
    void choose((event as DragEvent).dataTransfer?.files);
  }

  async function choose(files: FileList | null | undefined): Promise<void> {
    const file = files?.[0];
    if (!file) return;
    outcome.replaceChildren(el("p", { class: "hint" }, t.ownChecking(file.name)));
    try {
      const { run, report } = await checkOwnRun(new Uint8Array(await file.arrayBuffer()));
      if (!run) return refuse(t.ownRefused(file.name), report);
      if (run.chapter !== desk.chapter) return refuse(t.ownOtherChapter(desk.chapter, run.chapter));
      desk.setOwn(run);
      outcome.replaceChildren(
        el("p", { class: "clean" }, `✓ ${t.ownOk(file.name)}`),
        checks(report, false),
        ...(await environments(run)),
        el("button", { type: "button", class: "own-remove", onclick: remove }, t.ownRemove),
      );
    } catch (error) {
      outcome.replaceChildren(
        el("p", { class: "fault", role: "alert" }, `✗ ${t.workFailed} ${(error as Error).message}`),
      );
    } finally {
      picker.value = "";
    }
  }

  function refuse(sentence: string, report?: Report): void {
    desk.setOwn(undefined);
    outcome.replaceChildren(
      el("div", { role: "alert" }, [
        el("p", { class: "fault" }, `✗ ${sentence}`),
        report && checks(report, true),
      ]),
    );
  }

  function remove(): void {
    desk.setOwn(undefined);
    outcome.replaceChildren();
    picker.focus();
  }

  function checks(report: Report, open: boolean): HTMLElement {
    return el("details", { class: "own-checks", open }, [
      el("summary", null, t.checks),
      el(
        "ul",
        null,
        report.checks.map(({ id, ok, detail }) =>
          el("li", { class: ok ? "digest-ok" : "fault" }, [
            ok ? "✓ " : "✗ ",
            el("code", null, id),
            ` ${detail}`,
          ]),
        ),
      ),
    ]);
  }

  async function environments(own: RunDocument): Promise<HTMLElement[]> {
    const whole = await page?.whole();
    if (!whole) return [versionsLine(own, lang, t.ownRun)];
    const { compareVersions } = await import("../../model/compare/versions.js");
    const all = compareVersions(whole, own);
    const parts = all.filter(({ name }) => name.startsWith("lab "));
    const versions = all.filter(({ name }) => !name.startsWith("lab "));
    const head = [t.ownVersions, t.theirs, t.ownRun];
    return [
      ...(parts.length > 0
        ? [
            el(
              "p",
              { class: "changed-since" },
              `⚠ ${t.ownOtherLab} ${parts.map(({ name }) => name.slice(4)).join(", ")}`,
            ),
          ]
        : []),
      el("h4", null, t.ownVersions),
      versionsLine(whole, lang, t.theirs),
      versionsLine(own, lang, t.ownRun),
      versions.length === 0
        ? el("p", { class: "hint" }, t.ownSame)
        : el("table", { class: "stacked own-versions" }, [
            tableHead(head),
            el(
              "tbody",
              null,
              versions.map(({ name, a, b }) =>
                el(
                  "tr",
                  null,
                  [name, a ?? "—", b ?? "—"].map((text, index) =>
                    el("td", { "data-label": head[index] }, text),
                  ),
                ),
              ),
            ),
          ]),
    ];
  }
}
