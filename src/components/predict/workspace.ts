/** The questions with their forms and, once sealed or asked for, their answers; fetched when a chapter is opened. */
import type { Prediction, Ref, Verdict } from "../../model/predictions/types.js";
import { badge } from "../badge.js";
import type { HowRead } from "../book.js";
import { el } from "../element.js";
import { formatTime } from "../format.js";
import type { Page } from "../page.js";
import { proofOf } from "../proof.js";
import { prose, tell } from "../prose.js";
import { type Lang, words } from "../text.js";
import { claimInWords } from "./claim-words.js";
import type { Desk } from "./desk.js";
import { claimOf, kindsOf, type Subject } from "./fields.js";
import { filesPanel } from "./files-panel.js";
import { questionForm } from "./form.js";
import { tryPattern } from "./pattern.js";
import { knownRefs, type Question, questionOf } from "./question.js";
import { changesSince, resultTable } from "./result.js";
import type { ReaderVerdict } from "./score.js";
import { scoreOf, type Tally } from "./tally.js";
import type { Fields } from "./types.js";
import { predictWords } from "./words.js";

export interface Workspace {
  article: HTMLElement;
  place: HTMLElement;
  desk: Desk;
  lang: Lang;
  howRead: Record<Ref, HowRead>;
  page: Page | undefined;
  /** Tells what happened to those who do not see it. */
  say(text: string): void;
}

export function workspace(options: Workspace): void {
  const { article, place, desk, lang, howRead, page, say } = options;
  const t = predictWords[lang];
  const asked = { questions: desk.lab?.questions, howRead };
  const known = knownRefs(desk.predictions, desk.run);
  const verdicts = new Map<string, ReaderVerdict>();
  const ownVerdicts = new Map<string, ReaderVerdict>();
  const authorsOnOwn = new Map<string, Verdict>();
  const judgedHash = new Map<string, string>();
  const ownJudged = new Map<string, string>();
  let judgedOnce = false;
  let kept = false;
  const cards = new Map<string, { element: HTMLElement; state: string }>();
  const score = el("div", { class: "score" });
  const offline = el("p", { class: "hint offline" });
  const orphans = el("div", { class: "orphans" });
  const body = el("div", { class: "workspace" }, [
    el("p", { class: "hint intro" }, t.intro),
    questionLists(),
    score,
    orphans,
    filesPanel({ desk, lang, page }),
    offline,
  ]);
  const folded = el("details", { class: "after-seeing" }, el("summary", null, t.yoursFolded));
  desk.onChange(() => void refresh());
  arrange();
  placeExercises();
  void refresh();

  /** After the first seal the chapter is kept for reading without a network. */
  function keepOnce(): void {
    if (kept || desk.notebook.sealed.size === 0) return;
    kept = true;
    void import("./offline.js")
      .then(({ keepForOffline }) => keepForOffline())
      .then((outcome) => {
        article.dataset.offline = outcome.kept ? "kept" : outcome.reason;
        offline.replaceChildren(outcome.kept ? `✓ ${t.offlineReady}` : `${t.offlineNot} ${outcome.reason}`);
      });
  }

  /** While predicting first the questions stand open; when everything is shown they are folded. */
  function arrange(): void {
    const open = desk.mode === "predict" || desk.notebook.sealed.size > 0;
    place.replaceChildren(el("h3", null, t.yours), open ? body : folded);
    if (!open) folded.append(body);
  }

  function questionLists(): HTMLElement[] {
    const kinds = new Map(desk.lab?.cases.map((one) => [one.id, one]));
    const asked = desk.predictions.filter((one) => kinds.get(one.case)?.kind !== "exercise");
    const cases = [...new Set(asked.map((one) => one.case))];
    return cases.flatMap((id) => {
      const title = kinds.get(id)?.title;
      return [
        ...(title && cases.length > 1 ? [el("h4", { class: "question-case" }, tell(title, lang))] : []),
        el(
          "ol",
          { class: "questions" },
          asked.filter((one) => one.case === id).map((one) => el("li", null, card(one))),
        ),
      ];
    });
  }

  /** An exercise's own questions stand with its task. */
  function placeExercises(): void {
    const placed = new Set(cards.keys());
    for (const exercise of desk.lab?.exercises ?? []) {
      const own = desk.predictions.filter(({ id }) => exercise.predictions.includes(id) && !placed.has(id));
      const section = article.querySelector(`[data-exercise="${exercise.id}"]`);
      if (!section || own.length === 0) continue;
      const task = section.querySelector("p");
      task?.after(
        el(
          "ol",
          { class: "questions" },
          own.map((one) => el("li", null, card(one))),
        ),
      );
      for (const { id } of own) placed.add(id);
    }
    const left = desk.predictions.filter(({ id }) => !placed.has(id));
    if (left.length > 0)
      score.before(
        el(
          "ol",
          { class: "questions" },
          left.map((one) => el("li", null, card(one))),
        ),
      );
  }

  function card(prediction: Prediction): HTMLElement {
    const element = el("div", {
      class: "question-card",
      id: `question-${prediction.id}`,
      "data-question": prediction.id,
    });
    cards.set(prediction.id, { element, state: "" });
    return element;
  }

  async function refresh(): Promise<void> {
    arrange();
    drawAll();
    await judgeAll();
    keepOnce();
    drawAll();
    drawScore();
  }

  function drawAll(): void {
    for (const prediction of desk.predictions) draw(prediction);
    const ids = new Set(desk.predictions.map(({ id }) => id));
    const gone = [...desk.notebook.sealed.values()].filter((one) => !ids.has(one.prediction));
    orphans.replaceChildren(
      ...(gone.length > 0
        ? [
            el("h4", null, t.goneTitle),
            el(
              "ul",
              null,
              gone.map((one) =>
                el("li", null, [
                  el("code", null, one.prediction),
                  " ",
                  prose(claimInWords(one.claim, lang)),
                  ` · ${t.sealedAt(formatTime(one.sealedAt))}`,
                ]),
              ),
            ),
          ]
        : []),
    );
  }

  /** A card is made anew only when its state changed, so that nobody loses what they are typing. */
  function draw(prediction: Prediction): void {
    const { id } = prediction;
    const entry = cards.get(id);
    if (!entry) return;
    const sealed = desk.notebook.sealed.get(id);
    const seen = desk.notebook.seen.get(id);
    const shown = desk.isShown(id);
    const waits = sealed && !shown ? desk.waitsFor([id]) : [];
    const state = JSON.stringify([
      sealed?.hash,
      seen?.at,
      shown,
      waits,
      verdicts.get(id),
      ownVerdicts.get(id),
      authorsOnOwn.get(id),
      desk.own?.id,
    ]);
    if (state === entry.state) return;
    const hadFocus = entry.element.contains(document.activeElement);
    entry.state = state;
    const question = questionOf(prediction, asked, lang);
    const title = el(
      "p",
      { class: "question-text", id: `question-${id}-text`, tabindex: "-1" },
      prose(question.text),
    );
    entry.element.classList.toggle("answered", shown);
    entry.element.replaceChildren(
      title,
      aboutList(question),
      ...(shown
        ? [
            resultTable({
              prediction,
              desk,
              page,
              lang,
              verdict: verdicts.get(id),
              ownVerdict: ownVerdicts.get(id),
              authorsOnOwn: authorsOnOwn.get(id),
            }),
          ]
        : []),
      ...(sealed && !shown ? [sealedCard(prediction, waits)] : []),
      ...(sealed ? [] : [formOf(prediction, question, Boolean(seen))]),
    );
    if (hadFocus) title.focus({ preventScroll: true });
  }

  function aboutList({ about, subject }: Question): HTMLElement {
    const unit = subject.unit;
    const rows = about.map(({ ref, how }) =>
      el("li", null, [el("code", null, ref), how && [": ", prose(how)]]),
    );
    return el("details", { class: "about", open: about.length === 1 }, [
      el("summary", null, t.howRead + (unit ? t.inUnit(unit) : "")),
      el("ul", null, rows),
    ]);
  }

  function sealedCard(prediction: Prediction, waits: string[]): HTMLElement {
    const sealed = desk.notebook.sealed.get(prediction.id)!;
    return el("div", { class: "sealed-card" }, [
      el("p", { class: "claim" }, prose(claimInWords(sealed.claim, lang))),
      el("p", { class: "seal-facts" }, [
        `${t.sealedAt(formatTime(sealed.sealedAt))} · ${t.hash} `,
        el("code", { title: sealed.hash }, sealed.hash.slice(0, 12)),
      ]),
      desk.broken.has(prediction.id) && el("p", { class: "fault" }, `✗ ${t.broken}`),
      changesSince(desk, prediction.id, lang).map((note) => el("p", { class: "changed-since" }, `⚠ ${note}`)),
      el("p", { class: "waiting" }, t.waiting(waits.length)),
      el(
        "ul",
        null,
        waits.map((other) =>
          el("li", null, el("a", { href: `#question-${other}` }, prose(questionText(other)))),
        ),
      ),
      el("p", null, [
        el(
          "button",
          { type: "button", class: "show-me", onclick: () => showOne(prediction.id) },
          t.showAnyway,
        ),
        el("span", { class: "hint" }, ` ${t.showMeHint}`),
      ]),
    ]);
  }

  function questionText(id: string): string {
    const prediction = desk.predictions.find((one) => one.id === id);
    return prediction ? questionOf(prediction, asked, lang).text : id;
  }

  function formOf(prediction: Prediction, question: Question, seen: boolean): HTMLElement {
    const { id } = prediction;
    const mark = desk.notebook.seen.get(id);
    const subject = { ...question.subject, ...kindsSeen(question.subject.of) };
    const form = questionForm({
      id: `predict-${id}`,
      subject,
      others: othersFor(subject),
      fields: desk.notebook.drafts.get(id) ?? { op: "", ...compared(question) },
      lang,
      labelledBy: `question-${id}-text`,
      onShow: () => showOne(id),
      onInput: (fields) => desk.draft(id, fields),
      onSubmit(fields) {
        const typed = claimOf(fields, subject, known);
        if (typed.faults) return form.complain(typed.faults);
        desk.seal(id, typed.claim, fields.because?.trim() || undefined);
      },
    });
    if (desk.isShown(id))
      for (const one of form.element.querySelectorAll(".show-me, .show-me + .hint")) one.remove();
    const note =
      seen && mark
        ? el("p", { class: "hint seen-then" }, `◇ ${t.seenThen(formatTime(mark.at), t.seenBy[mark.how])}`)
        : "";
    const box = el("div", null, note, form.element);
    // after seeing, predicting is an afterthought: the form is there, and folded
    return desk.isShown(id)
      ? el("details", { class: "late-form" }, el("summary", null, t.yoursFolded), box)
      : box;
  }

  /** What the question names to compare with stands in the form already. */
  function compared({ subject: { to } }: Question): Pick<Fields, "kind" | "value"> {
    return to ? { kind: "observed", value: to } : {};
  }

  function showOne(id: string): void {
    desk.show([id], "asked");
    say(t.shownNow);
  }

  /** Only the kind of the values, as the unit is told: whether they are numbers or text. */
  function kindsSeen(of: Ref[]): ReturnType<typeof kindsOf> {
    const values = of.flatMap((ref) => {
      const proof = desk.run && proofOf(desk.run, ref);
      return proof && "value" in proof ? [proof.value] : [];
    });
    return values.length === of.length ? kindsOf(values) : {};
  }

  /** What other questions are about, of the same kind: chosen by how it is observed, so that no name has to be known. */
  function othersFor({ of, to, kind }: Subject): [string, string][] {
    const asked = new Set(desk.predictions.flatMap(({ claim }) => claim.of));
    const fitting = [...asked].filter(
      (ref) => !of.includes(ref) && (kind === undefined || kindsSeen([ref]).kind === kind),
    );
    return [...new Set([...(to ? [to] : []), ...fitting])].map((ref) => [ref, howOf(ref)]);
  }

  function howOf(ref: Ref): string {
    return (Object.hasOwn(howRead, ref) ? howRead[ref]!.how[lang] : "").replaceAll("`", "");
  }

  async function judgeAll(): Promise<void> {
    const { sealed } = desk.notebook;
    const fresh: string[] = [];
    const announces = judgedOnce;
    judgedOnce = true;
    if (sealed.size === 0 && !desk.own) return;
    const { judgeAuthor, judgeReader } = await import("./score.js");
    for (const prediction of desk.predictions) {
      if (desk.own) authorsOnOwn.set(prediction.id, judgeAuthor(prediction, desk.own, lang));
      const mine = sealed.get(prediction.id);
      if (!mine || desk.broken.has(prediction.id)) {
        verdicts.delete(prediction.id);
        continue;
      }
      if (page && judgedHash.get(prediction.id) !== mine.hash) {
        // by the whole run: the page's digest of it lacks what the author does not speak of
        const verdict = await judgeReader(mine, prediction, await page.whole(), tryPattern, lang);
        verdicts.set(prediction.id, verdict);
        if (announces && desk.isShown(prediction.id))
          fresh.push(`${t.yourVerdict}: ${words[lang][verdict.verdict]}`);
        judgedHash.set(prediction.id, mine.hash);
      }
      if (desk.own && ownJudged.get(prediction.id) !== `${desk.own.id} ${mine.hash}`) {
        ownVerdicts.set(prediction.id, await judgeReader(mine, prediction, desk.own, tryPattern, lang));
        ownJudged.set(prediction.id, `${desk.own.id} ${mine.hash}`);
      }
    }
    if (fresh.length > 0) say(t.sealedNow(fresh.join(". ")));
  }

  function drawScore(): void {
    const authors = new Map((page?.run.verdicts ?? []).map((one) => [one.prediction, one]));
    // an answer that waits is not counted either: the count would tell it
    const told = new Map([...verdicts].filter(([id]) => desk.isShown(id)));
    const { first, after, author } = scoreOf(desk.notebook, desk.broken, told, authors);
    const all = Object.values({ ...first, ...after });
    score.replaceChildren(
      ...(all.length === 0
        ? []
        : [
            el("h4", null, t.score),
            el("ul", null, [
              tallyLine(t.scoreFirst(sum(first)), first),
              sum(first) > 0 && tallyLine(t.scoreAuthor, author),
              sum(after) > 0 && tallyLine(t.scoreAfter(sum(after)), after),
            ]),
          ]),
    );
  }

  function tallyLine(label: string, tally: Tally): HTMLElement {
    const parts = Object.entries(tally).map(([verdict, count]) => [
      ` ${count} `,
      badge(verdict as keyof Tally, words[lang]),
    ]);
    return el("li", null, `${label}:`, parts);
  }
}

const sum = (tally: Tally) => Object.values(tally).reduce((total, one) => total + one, 0);
