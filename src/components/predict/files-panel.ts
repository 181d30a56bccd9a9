/** Export, import and the reader's own run. What reads files is fetched when a file is there to be read. */
import { el } from "../element.js";
import { loadBook } from "../evidence.js";
import { formatTime } from "../format.js";
import type { Page } from "../page.js";
import { prose } from "../prose.js";
import type { Lang } from "../text.js";
import type { Desk } from "./desk.js";
import type { Plan } from "./file.js";
import { openNotebook, saveNotebook } from "./notebook.js";
import { ownRunPanel } from "./own-run-panel.js";
import type { Notebook } from "./types.js";
import { predictWords } from "./words.js";

export interface FilesPanel {
  desk: Desk;
  lang: Lang;
  page: Page | undefined;
}

export function filesPanel({ desk, lang, page }: FilesPanel): HTMLElement {
  const t = predictWords[lang];
  const outcome = el("div", { class: "file-outcome", role: "status" });
  const picker = el("input", {
    type: "file",
    id: "import-predictions",
    accept: ".json,application/json",
    onchange: () => void read(),
  });
  return el("section", { class: "reader-files", "aria-label": t.files }, [
    el("h3", null, t.files),
    el("p", { class: "hint" }, t.filesHint),
    el("p", { class: "form-actions" }, [
      el(
        "button",
        { type: "button", class: "export-one", onclick: () => void write([desk.chapter]) },
        t.exportOne,
      ),
      " ",
      el(
        "button",
        {
          type: "button",
          class: "export-all",
          onclick: () => void attempt(async () => write(await allChapters())),
        },
        t.exportAll,
      ),
    ]),
    el("div", { class: "form-field" }, [el("label", { for: picker.id }, t.importLabel), picker]),
    outcome,
    ownRunPanel(desk, lang, page),
  ]);

  function notebookOf(chapter: string): Notebook {
    return chapter === desk.chapter ? desk.notebook : openNotebook(chapter, desk.shelf).notebook;
  }

  async function write(wanted: string[]): Promise<void> {
    const notebooks = wanted
      .map((chapter): [string, Notebook] => [chapter, notebookOf(chapter)])
      .filter(([, { sealed, seen }]) => sealed.size + seen.size > 0);
    const count = notebooks.reduce((total, [, { sealed }]) => total + sealed.size, 0);
    if (count === 0) return outcome.replaceChildren(el("p", null, t.nothingToExport));
    await attempt(async () => {
      const { writeFile } = await import("./file.js");
      const now = new Date();
      const name = `labbook-predictions-${wanted.length === 1 ? wanted[0] : "all"}-${now.toISOString().slice(0, 10)}.json`;
      download(name, writeFile(notebooks, now));
      outcome.replaceChildren(el("p", null, `✓ ${t.exported(count, name)}`));
    });
  }

  async function read(): Promise<void> {
    const file = picker.files?.[0];
    if (!file) return;
    await attempt(async () => {
      const { readFile, planImport, MAX_BYTES } = await import("./file.js");
      // a file that is far too large is not read at all
      const bytes = new Uint8Array(await file.slice(0, MAX_BYTES + 1).arrayBuffer());
      const found = readFile(bytes, new Set(await allChapters()), new Date());
      if (!found.file) return outcome.replaceChildren(refusal(file.name, found.faults));
      outcome.replaceChildren(proposal(file.name, planImport(found.file, notebookOf)));
    });
    picker.value = "";
  }

  function refusal(name: string, faults: string[]): HTMLElement {
    return el("div", { role: "alert" }, [
      el("p", { class: "fault" }, `✗ ${t.importRefused(name, faults.length)}`),
      el(
        "ul",
        { class: "faults" },
        faults.slice(0, 50).map((fault) => el("li", null, fault)),
        faults.length > 50 && el("li", null, `… ${faults.length - 50}`),
      ),
    ]);
  }

  function proposal(name: string, plans: Plan[]): HTMLElement {
    const conflicts = plans.flatMap((plan) => plan.conflicts.map((one) => ({ plan, ...one })));
    const box = (index: number) =>
      el("input", { type: "checkbox", id: `replace-${index}`, name: `replace-${index}` });
    const boxes = conflicts.map((_, index) => box(index));
    const total = (of: (plan: Plan) => number) => plans.reduce((sum, plan) => sum + of(plan), 0);
    return el(
      "form",
      {
        class: "import-plan",
        onsubmit: (event) => {
          event.preventDefault();
          land(
            plans,
            conflicts
              .filter((_, index) => boxes[index]!.checked)
              .map(({ there }) => `${there.chapter} ${there.prediction}`),
          );
        },
      },
      [
        el("p", null, t.importPlan(name)),
        el("ul", null, [
          el("li", null, t.planAdd(total(({ add }) => add.length))),
          el("li", null, t.planSame(total(({ same }) => same.length))),
          el("li", null, t.planSeen(total(({ seen }) => seen))),
          conflicts.length > 0 &&
            el("li", null, [
              t.planConflict(conflicts.length),
              el(
                "ul",
                null,
                conflicts.map(({ here, there }, index) =>
                  el("li", null, [
                    boxes[index]!,
                    " ",
                    el(
                      "label",
                      { for: `replace-${index}` },
                      t.planReplace(
                        `${there.chapter} ${there.prediction}`,
                        formatTime(here.sealedAt),
                        formatTime(there.sealedAt),
                      ),
                    ),
                  ]),
                ),
              ),
            ]),
        ]),
        el("p", { class: "form-actions" }, [
          el("button", { type: "submit", class: "seal" }, t.doImport),
          " ",
          el("button", { type: "button", onclick: () => outcome.replaceChildren() }, t.cancel),
        ]),
      ],
    );
  }

  function land(plans: Plan[], replaced: string[]): void {
    const faults: string[] = [];
    let count = 0;
    for (const { chapter, notebook, add } of plans) {
      const replace = new Set(
        replaced.filter((key) => key.startsWith(`${chapter} `)).map((key) => key.slice(chapter.length + 1)),
      );
      count += add.length + replace.size;
      if (chapter === desk.chapter) {
        desk.take(notebook, replace);
        if (desk.fault) faults.push(`${chapter}: ${t.storage[desk.fault.kind]}`);
        continue;
      }
      const kept = saveNotebook(chapter, notebook, desk.shelf, replace);
      if (kept.fault) faults.push(`${chapter}: ${t.storage[kept.fault.kind]}`);
    }
    outcome.replaceChildren(
      faults.length > 0
        ? el(
            "ul",
            { class: "faults", role: "alert" },
            faults.map((fault) => el("li", { class: "fault" }, `✗ ${fault}`)),
          )
        : el("p", null, `✓ ${t.importDone(count)}`),
    );
  }

  async function attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      outcome.replaceChildren(
        el("p", { class: "fault", role: "alert" }, prose(`✗ ${t.workFailed} ${(error as Error).message}`)),
      );
    }
  }
}

/** IDs of every chapter of the site. */
async function allChapters(): Promise<string[]> {
  return (await loadBook()).series.flatMap(({ chapters }) => chapters.map(({ id }) => id));
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
