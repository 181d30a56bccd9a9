/**
 * Predict first: puts the reader's desk onto a chapter's page. What is small and decides what is hidden runs at once;
 * forms, judge and files are fetched when they are needed.
 */
import type { Ref } from "../../model/predictions/types.js";
import type { ChapterSheet, HowRead } from "../book.js";
import { el } from "../element.js";
import type { Page } from "../page.js";
import type { Lang } from "../text.js";
import { createDesk, type Desk, followOtherTabs } from "./desk.js";
import { veil } from "./gates.js";
import { followLinks } from "./links.js";
import { browserShelf, type Shelf } from "./notebook.js";
import { restartControl } from "./restart.js";
import { predictWords } from "./words.js";

export interface PredictFirst {
  article: HTMLElement;
  sheet: ChapterSheet;
  howRead?: Record<Ref, HowRead>;
  /** Absent while no run was recorded. */
  page: Page | undefined;
  lang: Lang;
  shelf?: Shelf;
}

/** Does nothing where there is nothing to predict. */
export function predictFirst({
  article,
  sheet,
  howRead = {},
  page,
  lang,
  shelf = browserShelf,
}: PredictFirst): Desk | undefined {
  const { id: chapter, lab } = sheet;
  const run = page?.run;
  const predictions = run?.predictions ?? lab?.predictions ?? [];
  if (predictions.length === 0) return undefined;
  const observed = run?.status === "NOT_RUN" ? undefined : page;
  const t = predictWords[lang];
  const desk = createDesk({ chapter, predictions, run, lab, shelf });
  const gates = veil(article, desk, lang);
  const voice = el("div", { class: "voice", role: "status" });
  const place = el("section", { id: "yours", class: "yours" });
  const chosen = el("div");
  const startOver = restartControl(t, () => {
    desk.restart();
    voice.replaceChildren(t.startedOver);
    chosen.querySelector<HTMLElement>('[data-mode="predict"]')?.focus();
  });
  const choice = el("div", { class: "reading-choice", role: "group", "aria-label": t.choice }, [
    chosen,
    startOver.element,
  ]);
  const first = article.querySelector(".contents") ?? article.querySelector(":scope > section");
  if (first) first.before(choice);
  else article.append(choice);
  article.querySelector("#predict")?.append(place);
  article.append(voice);
  desk.onChange(refresh);
  refresh();
  followOtherTabs(desk);
  followLinks(article, desk, gates, lang);
  void bringForms();
  return desk;

  function refresh(): void {
    gates.refresh();
    fillChoice(chosen, desk, lang);
    startOver.update({ sealed: desk.notebook.sealed.size, seen: desk.notebook.seen.size });
    article.classList.toggle("predicting", desk.mode === "predict");
  }

  async function bringForms(): Promise<void> {
    place.replaceChildren(el("p", { class: "hint" }, t.working));
    try {
      const { workspace } = await import("./workspace.js");
      workspace({
        article,
        place,
        desk,
        lang,
        howRead,
        page: observed,
        say: (text) => voice.replaceChildren(text),
      });
    } catch (error) {
      place.replaceChildren(
        el("p", { class: "fault", role: "alert" }, `${t.workFailed} ${(error as Error).message}`),
      );
    }
  }
}

function fillChoice(choice: HTMLElement, desk: Desk, lang: Lang): void {
  const t = predictWords[lang];
  const button = (mode: Desk["mode"], label: string) =>
    el(
      "button",
      {
        type: "button",
        "data-mode": mode,
        "aria-pressed": desk.mode === mode ? "true" : "false",
        onclick: () => desk.mode !== mode && desk.setMode(mode),
      },
      label,
    );
  const focused = choice.contains(document.activeElement)
    ? (document.activeElement as HTMLElement).dataset.mode
    : undefined;
  const { sealed } = desk.notebook;
  const count = desk.predictions.filter(({ id }) => sealed.has(id)).length;
  choice.replaceChildren(
    el("span", { class: "reading-modes" }, [
      button("predict", t.predictFirst),
      button("everything", t.showEverything),
    ]),
    el("p", { class: "hint" }, [
      desk.mode === "predict" ? t.predictingHint : t.everythingHint,
      desk.remembered ? "" : ` ${t.forThisPageOnly}`,
      count > 0 && ` ${t.progress(count, desk.predictions.length)}.`,
    ]),
    desk.fault
      ? el(
          "p",
          { class: "fault", role: "alert" },
          t.storage[desk.fault.kind],
          el("code", null, ` ${desk.fault.detail}`),
        )
      : "",
  );
  if (focused) choice.querySelector<HTMLElement>(`[data-mode="${focused}"]`)?.focus();
}
