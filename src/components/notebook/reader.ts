/**
 * What scripts add to a notebook: questions that are answered before the answer is read, and commands to copy. Without them
 * the page is complete. What is sealed here lies in the same store as what is sealed on the record page.
 */
import type { Claim } from "../../model/predictions/types.js";
import { rememberedMode, rememberMode } from "../predict/mode.js";
import {
  browserShelf,
  forgetNotebook,
  keyOf,
  openNotebook,
  saveNotebook,
  wasForgotten,
} from "../predict/notebook.js";
import { type RestartWords, restartControl } from "../predict/restart.js";
import { seal } from "../predict/seal.js";
import type { How } from "../predict/types.js";
import { coverPictures } from "./cover.js";
import { startPlayers } from "./player.js";

interface Words extends RestartWords {
  sealed: string;
  youSaid: string;
  runSaid: string;
  notSealed: string;
  holds: string;
  fails: string;
  nothingObserved: string;
  choose: string;
  stored: string;
  notStored: string;
  justReadAll: string;
  showValues: string;
  /** Stands on paper in place of what is veiled. */
  veiled: string;
  coveredHint: string;
  copy: string;
  copied: string;
}

const article = document.querySelector<HTMLElement>("article.notebook");
if (article) {
  start(article);
  startPlayers(article);
}

function start(article: HTMLElement): void {
  const { chapter = "", run, predictionsDigest = "" } = article.dataset;
  const words = JSON.parse(article.dataset.words ?? "{}") as Words;
  const kept = openNotebook(chapter, browserShelf);
  const notebook = kept.notebook;
  let stores = kept.fault === undefined;
  const forms = [...article.querySelectorAll<HTMLFormElement>("form.ask")];
  document.documentElement.classList.add("reading-with-scripts");
  const readsAll = rememberedMode(chapter, browserShelf) === "everything";
  let cover = () => {};
  const uncovered = new Set<HTMLFormElement>();
  const startOver = restartControl(words, () => {
    forgetNotebook(chapter, browserShelf);
    rememberMode(chapter, "predict", browserShelf);
    startAgain();
  });
  for (const form of forms) prepare(form);
  cover = coverPictures(article, {
    words,
    forms,
    open: (form) => isOpen(form) || uncovered.has(form),
    look(waiting) {
      for (const form of waiting) {
        uncovered.add(form);
        markSeen(form.dataset.prediction!, "asked");
      }
      cover();
    },
  });
  if (forms.length > 0) article.querySelector(".strip")?.before(startOver.element);
  count();
  // another tab began the chapter again: what this one remembers must not come back
  window.addEventListener("storage", ({ key }) => {
    if (key === keyOf(chapter) && wasForgotten(chapter, browserShelf)) startAgain();
  });
  addCopyButtons(article, words);
  openTarget();
  window.addEventListener("hashchange", openTarget);

  function prepare(form: HTMLFormElement): void {
    const id = form.dataset.prediction!;
    const slider = form.querySelector<HTMLInputElement>("input[type=range]");
    if (slider) followSlider(form, slider);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      answer(form);
    });
    form.querySelector(".ask-read")!.addEventListener("click", () => look(form, "asked"));
    const sealed = notebook.sealed.get(id);
    if (sealed) {
      restore(form, sealed.claim);
      tell(form, sealed.claim);
    } else if (readsAll || notebook.seen.has(id)) {
      if (readsAll) markSeen(id, "everything");
      tell(form, undefined);
    } else close(form);
  }

  function answer(form: HTMLFormElement): void {
    const claim = chosen(form);
    if (!claim) return say(form, words.choose, "ask-missing");
    const id = form.dataset.prediction!;
    const one = seal({
      chapter,
      prediction: id,
      claim,
      at: new Date(),
      seen: notebook.seen.get(id),
      run: run || undefined,
      predictionsDigest,
    });
    notebook.sealed.set(id, one);
    notebook.drafts.delete(id);
    save();
    tell(form, claim);
  }

  function look(form: HTMLFormElement, how: How): void {
    markSeen(form.dataset.prediction!, how);
    tell(form, undefined);
  }

  function markSeen(prediction: string, how: How): void {
    if (notebook.seen.has(prediction) || notebook.sealed.has(prediction)) return;
    notebook.seen.set(prediction, { prediction, at: new Date().toISOString(), how });
    save();
  }

  function save(): void {
    const { notebook: both, fault } = saveNotebook(chapter, notebook, browserShelf);
    Object.assign(notebook, both);
    stores = fault === undefined;
    count();
  }

  function count(): void {
    startOver.update({ sealed: notebook.sealed.size, seen: notebook.seen.size });
  }

  /** From the top, where the first question is. */
  function startAgain(): void {
    history.replaceState(null, "", location.pathname + location.search);
    history.scrollRestoration = "manual";
    location.reload();
  }

  /** The question is settled: what the reader said, what was observed, and the text behind it. */
  function tell(form: HTMLFormElement, claim: Claim | undefined): void {
    open(form);
    const { observed, value, unit, kind } = form.dataset;
    const lines: string[] = [];
    if (!claim) lines.push(words.notSealed);
    else if (kind === "number")
      lines.push(
        `${words.youSaid}: ${claim.to && "literal" in claim.to ? String(claim.to.literal) : ""} ${unit ?? ""}`.trim(),
      );
    if (kind === "number" && observed !== undefined) lines.push(`${words.runSaid}: ${observed}`);
    if (kind === "number" && observed === undefined) lines.push(words.nothingObserved);
    if (claim && kind === "choice") lines.push(outcome(form, claim));
    if (claim && kind === "number" && value !== undefined && claim.to && "literal" in claim.to)
      lines.push(Math.abs(Number(value) - Number(claim.to.literal)) <= (claim.tolerance ?? 0) ? `✓` : "");
    if (claim) lines.push(stores ? `${words.sealed}. ${words.stored}` : words.notStored);
    say(form, lines.filter(Boolean).join(" · "), claim ? "ask-told" : "ask-seen");
    if (!claim) offerAll(form);
  }

  function outcome(form: HTMLFormElement, claim: Claim): string {
    const input = inputOf(form, claim);
    const holds = input?.dataset.holds;
    if (holds === "CONFIRMED") return `✓ ${words.holds}`;
    if (holds === "REFUTED") return `✗ ${words.fails}`;
    return words.nothingObserved;
  }

  function offerAll(form: HTMLFormElement): void {
    if (readsAll || form.querySelector(".ask-all")) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "ask-all";
    button.textContent = words.justReadAll;
    button.addEventListener("click", () => {
      rememberMode(chapter, "everything", browserShelf);
      for (const one of forms) if (!isOpen(one)) look(one, "everything");
      for (const one of article.querySelectorAll(".ask-all")) one.remove();
    });
    form.append(button);
  }

  /** A link into a veiled part asks to see it. */
  function openTarget(): void {
    const id = decodeURIComponent(location.hash.slice(1));
    const target = id === "" ? null : document.getElementById(id);
    const veil = target?.closest<HTMLElement>(".veil.closed");
    const form = veil && forms.find((one) => one.dataset.prediction === veil.dataset.waitsFor);
    if (!form) return;
    look(form, "link");
    target?.scrollIntoView({ block: "start" });
  }

  function veilOf(form: HTMLFormElement): HTMLElement | null {
    return article.querySelector(`.veil[data-waits-for="${CSS.escape(form.dataset.prediction!)}"]`);
  }

  function close(form: HTMLFormElement): void {
    const veil = veilOf(form);
    veil?.classList.add("closed");
    veil?.setAttribute("inert", "");
    const note = document.createElement("p");
    note.className = "veil-paper";
    note.textContent = words.veiled;
    veil?.before(note);
  }

  function open(form: HTMLFormElement): void {
    const veil = veilOf(form);
    if (veil?.classList.contains("closed")) veil.previousElementSibling?.remove();
    veil?.classList.remove("closed");
    veil?.removeAttribute("inert");
    form.classList.add("answered");
    cover();
    for (const control of form.querySelectorAll<HTMLInputElement>("input, .ask-seal, .ask-read"))
      control.disabled = true;
  }

  function isOpen(form: HTMLFormElement): boolean {
    return form.classList.contains("answered");
  }
}

function followSlider(form: HTMLFormElement, slider: HTMLInputElement): void {
  const output = form.querySelector("output");
  const show = () => {
    if (output) output.textContent = [slider.value, form.dataset.unit].filter(Boolean).join(" ");
  };
  slider.addEventListener("input", show);
  show();
}

/** What the reader says now; undefined while nothing is chosen. */
function chosen(form: HTMLFormElement): Claim | undefined {
  const slider = form.querySelector<HTMLInputElement>("input[type=range]");
  if (slider) return { ...(JSON.parse(form.dataset.claim!) as Claim), to: { literal: Number(slider.value) } };
  const input = form.querySelector<HTMLInputElement>("input:checked");
  return input ? (JSON.parse(input.dataset.claim!) as Claim) : undefined;
}

function restore(form: HTMLFormElement, claim: Claim): void {
  const slider = form.querySelector<HTMLInputElement>("input[type=range]");
  if (slider && claim.to && "literal" in claim.to) {
    slider.value = String(claim.to.literal);
    slider.dispatchEvent(new Event("input"));
  }
  const input = inputOf(form, claim);
  if (input) input.checked = true;
}

function inputOf(form: HTMLFormElement, claim: Claim): HTMLInputElement | undefined {
  const wanted = JSON.stringify(claim);
  return [...form.querySelectorAll<HTMLInputElement>("input[type=radio]")].find(
    (one) => one.dataset.claim === wanted,
  );
}

function say(form: HTMLFormElement, text: string, name: string): void {
  const place = form.querySelector<HTMLElement>(".ask-result")!;
  place.className = `ask-result ${name}`;
  place.textContent = text;
}

/** The command as it ran, into the clipboard; where there is none, no button. */
function addCopyButtons(article: HTMLElement, words: Words): void {
  if (!navigator.clipboard) return;
  for (const line of article.querySelectorAll<HTMLElement>("figure.cmd .cmd-line")) {
    const command = line.querySelector<HTMLElement>(".cmd-typed")!;
    const exact = command.dataset.exact ?? line.parentElement?.querySelector(".cmd-exact pre")?.textContent;
    const typed = command.textContent!.replace(/^\$ /, "");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "cmd-copy";
    button.textContent = words.copy;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(exact ?? typed);
      button.textContent = words.copied;
      setTimeout(() => (button.textContent = words.copy), 1500);
    });
    line.append(button);
  }
}
