/**
 * The reader's desk for one chapter: what was sealed, what was seen, and so what may be shown. All parts of the page ask
 * it, and it tells them when something changed.
 */
import { digestOf } from "../../model/hash.js";
import type { Claim, Prediction } from "../../model/predictions/types.js";
import type { RunDocument } from "../../model/run.js";
import type { LabSheet } from "../book.js";
import type { RunDigest } from "../run-digest.js";
import { rememberedMode, rememberMode } from "./mode.js";
import {
  brokenSeals,
  emptyNotebook,
  forgetNotebook,
  keyOf,
  openNotebook,
  type Shelf,
  type StorageFault,
  saveNotebook,
  union,
  wasForgotten,
} from "./notebook.js";
import { reveal, spoiledBy } from "./reveal.js";
import { seal } from "./seal.js";
import type { Fields, How, Mode, Notebook, Sealed } from "./types.js";

export interface DeskOptions {
  chapter: string;
  predictions: Prediction[];
  run?: RunDigest;
  lab?: LabSheet;
  shelf: Shelf;
  now?: () => Date;
}

export interface Desk extends DeskOptions {
  predictionsDigest: string;
  notebook: Notebook;
  mode: Mode;
  /** Seals that no longer fit their content. */
  broken: Set<string>;
  fault?: StorageFault;
  /** False when the choice of mode could not be stored. */
  remembered: boolean;
  own?: RunDocument;
  setMode(mode: Mode): void;
  /** Removes what was sealed, seen and typed in this chapter, and asks its questions again. */
  restart(): void;
  seal(prediction: string, claim: Claim, because?: string): Sealed;
  draft(prediction: string, fields: Fields): void;
  /** Shows the author's predictions and the observed values, and marks what was not sealed as seen. */
  show(predictions: string[], how: How): void;
  setOwn(run: RunDocument | undefined): void;
  /** Reads again what is stored, as after an import or a change by another tab. */
  reload(): void;
  /** Takes over what is in a notebook, giving up the sealed predictions named in `replace`. */
  take(other: Notebook, replace?: Set<string>): void;
  /** Whether its author's prediction and observed values are on the page. */
  isShown(prediction: string): boolean;
  /** The questions to seal before all of these answers can be shown; empty when they are, or can be. */
  waitsFor(predictions: string[]): string[];
  onChange(listener: () => void): void;
}

export function createDesk(options: DeskOptions): Desk {
  const { chapter, predictions, run, shelf, now = () => new Date() } = options;
  const listeners: (() => void)[] = [];
  const ids = predictions.map(({ id }) => id);
  /** Answers on the page while predicting first. */
  const shown = new Set<string>();
  const kept = openNotebook(chapter, shelf);
  const desk: Desk = {
    ...options,
    predictionsDigest: run?.predictionsDigest ?? digestOf(predictions),
    notebook: kept.notebook,
    fault: kept.fault,
    mode: rememberedMode(chapter, shelf),
    remembered: true,
    broken: brokenSeals(kept.notebook),
    setMode(mode) {
      desk.mode = mode;
      desk.remembered = rememberMode(chapter, mode, shelf);
      shown.clear();
      if (mode === "everything") markSeen(ids, "everything");
      changed();
    },
    restart() {
      const { notebook, fault } = forgetNotebook(chapter, shelf);
      Object.assign(desk, { notebook, fault, broken: new Set() });
      desk.setMode("predict");
    },
    seal(prediction, claim, because) {
      const seen = desk.notebook.seen.get(prediction);
      const observed = run && run.status !== "NOT_RUN" ? run.id : undefined;
      const { predictionsDigest } = desk;
      const one = seal({
        chapter,
        prediction,
        claim,
        because,
        at: now(),
        seen,
        run: observed,
        predictionsDigest,
      });
      desk.notebook.sealed.set(prediction, one);
      desk.notebook.drafts.delete(prediction);
      save();
      changed();
      return one;
    },
    draft(prediction, fields) {
      desk.notebook.drafts.set(prediction, fields);
      save();
    },
    show(asked, how) {
      markSeen(spoiledBy(asked, told()), "same values");
      markSeen(asked, how);
      for (const id of asked) shown.add(id);
      changed();
    },
    setOwn(own) {
      desk.own = own;
      changed();
    },
    reload() {
      if (wasForgotten(chapter, shelf)) {
        desk.notebook = emptyNotebook();
        shown.clear();
      }
      const again = openNotebook(chapter, shelf);
      // what could not be stored is still in memory
      const notebook = again.fault ? desk.notebook : union(again.notebook, desk.notebook);
      Object.assign(desk, { notebook, fault: again.fault, broken: brokenSeals(notebook) });
      changed();
    },
    take(other, replace = new Set()) {
      for (const [id, one] of other.sealed)
        if (!desk.notebook.sealed.has(id) || replace.has(id)) desk.notebook.sealed.set(id, one);
      for (const [id, one] of other.seen) {
        const mine = desk.notebook.seen.get(id);
        if (!mine || one.at < mine.at) desk.notebook.seen.set(id, one);
      }
      save(replace);
      changed();
    },
    isShown: (id) => desk.mode === "everything" || shown.has(id),
    waitsFor: (some) => {
      const closed = some.filter((id) => !desk.isShown(id));
      const first = closed.filter((id) => !desk.notebook.sealed.has(id));
      return [...new Set([...first, ...spoiledBy(closed, told())])];
    },
    onChange: (listener) => void listeners.push(listener),
  };
  if (desk.mode === "everything") markSeen(ids, "everything");
  reveal(desk.notebook.sealed.keys(), told());
  return desk;

  function told() {
    const { sealed, seen } = desk.notebook;
    const open = new Set(ids.filter((id) => !sealed.has(id) && !seen.has(id)));
    return { predictions, recipes: run?.recipes ?? {}, shown, open, claims: sealed };
  }

  function markSeen(some: string[], how: How): void {
    const at = now().toISOString();
    const { sealed, seen } = desk.notebook;
    const fresh = some.filter((id) => !sealed.has(id) && !seen.has(id));
    for (const prediction of fresh) seen.set(prediction, { prediction, at, how });
    if (fresh.length > 0) save();
  }

  function save(replace?: Set<string>): void {
    const { notebook, fault } = saveNotebook(chapter, desk.notebook, shelf, replace);
    Object.assign(desk, { notebook, fault, broken: brokenSeals(notebook) });
  }

  function changed(): void {
    reveal(desk.notebook.sealed.keys(), told());
    for (const listener of listeners) listener();
  }
}

/** Tells the desk when another tab of this browser wrote to the chapter's notebook. */
export function followOtherTabs(desk: Desk): void {
  window.addEventListener("storage", (event) => {
    if (event.key === keyOf(desk.chapter)) desk.reload();
  });
}
