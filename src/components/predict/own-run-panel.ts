/** Where a reader's own run is chosen or dropped, checked, and set beside the author's. */
import type { RunDocument } from "../../model/run.js";
import type { Report } from "../../model/verify/types.js";
import { el, tableHead } from "../element.js";
import { GivenUp, inWorker } from "../in-worker.js";
import type { Page } from "../page.js";
import { prose } from "../prose.js";
import type { Lang } from "../text.js";
import { versionsLine } from "../versions-line.js";
import type { Desk } from "./desk.js";
import type { OwnRun } from "./own-run.js";
import { browserStore, type KeptRun, type RunStore } from "./own-run-store.js";
import { ownRunWords } from "./own-run-words.js";
import { predictWords } from "./words.js";

/** `page` is absent when nothing was observed: then the own run stands alone. */
export function ownRunPanel(
  desk: Desk,
  lang: Lang,
  page: Page | undefined,
  store: RunStore = browserStore,
): HTMLElement {
  const t = { ...predictWords[lang], ...ownRunWords[lang] };
  /** Counts what was asked: an answer that comes after a later question is not for anybody. */
  let asked = 0;
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
  void bringBack();
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
    const mine = ++asked;
    outcome.replaceChildren(el("p", { class: "hint" }, t.ownChecking(file.name)));
    try {
      const given: KeptRun = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
      const { run, report } = await check(given.bytes);
      if (mine !== asked) return;
      if (!run) return refuse(t.ownRefused(file.name), report);
      if (run.chapter !== desk.chapter) return refuse(t.ownOtherChapter(desk.chapter, run.chapter));
      await accept(given, run, report, await keep(given));
    } catch (error) {
      fail(error);
    } finally {
      picker.value = "";
    }
  }

  /** What an earlier visit left: verified anew, for anybody may have written to the browser's storage meanwhile. */
  async function bringBack(): Promise<void> {
    const mine = asked;
    const kept = await store.read(desk.chapter).catch(() => undefined);
    if (!kept || mine !== asked) return;
    outcome.replaceChildren(el("p", { class: "hint" }, t.again(kept.name)));
    try {
      const { run, report } = await check(kept.bytes);
      if (mine !== asked) return;
      if (run?.chapter === desk.chapter) await accept(kept, run, report, true);
      else refuse(t.lost(kept.name), report, removeButton());
    } catch (error) {
      if (mine === asked) fail(error, removeButton());
    }
  }

  async function check(bytes: Uint8Array): Promise<OwnRun> {
    const { run, report } = await inWorker(await import("./own-run.js"), "openOwnRun", bytes);
    const [{ runInLanguage }, { reportInLanguage }] = await Promise.all([
      import("../recorded/in-language.js"),
      import("../recorded/checks.js"),
    ]);
    const told = reportInLanguage(report, lang);
    return run ? { run: runInLanguage(run, lang), report: told } : { report: told };
  }

  function keep(given: KeptRun): Promise<boolean> {
    return store.write(desk.chapter, given).then(
      () => true,
      () => false,
    );
  }

  async function accept({ name }: KeptRun, run: RunDocument, report: Report, kept: boolean): Promise<void> {
    desk.setOwn(run);
    outcome.replaceChildren(
      el("p", { class: "clean" }, `✓ ${t.ownOk(name)}`),
      el("p", { class: "hint own-kept", "data-kept": kept ? "yes" : "no" }, kept ? t.kept : t.notKept),
      checks(report, false),
      ...(await environments(run)),
      removeButton(),
    );
  }

  function removeButton(): HTMLElement {
    return el("button", { type: "button", class: "own-remove", onclick: () => void remove() }, t.remove);
  }

  function refuse(sentence: string, report?: Report, then?: HTMLElement): void {
    desk.setOwn(undefined);
    outcome.replaceChildren(
      el("div", { role: "alert" }, [
        el("p", { class: "fault" }, `✗ ${sentence}`),
        report && checks(report, true),
      ]),
      then ?? "",
    );
  }

  function fail(error: unknown, then?: HTMLElement): void {
    const why =
      error instanceof GivenUp ? t.givenUp(error.seconds) : `${t.workFailed} ${(error as Error).message}`;
    refuse(why, undefined, then);
  }

  async function remove(): Promise<void> {
    asked++;
    desk.setOwn(undefined);
    outcome.replaceChildren();
    picker.focus();
    try {
      // where nothing can be kept there is nothing to remove
      if (await store.read(desk.chapter).catch(() => undefined)) await store.remove(desk.chapter);
    } catch (error) {
      outcome.replaceChildren(
        el("p", { class: "fault", role: "alert" }, `✗ ${t.notRemoved} ${(error as Error).message}`),
      );
    }
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
