/** What the plugin is given of a chapter, and what it gathers while it renders a page. Knows nothing of files or of Framework. */
import type { Prediction } from "../src/model/predictions/types.js";
import type { RunDocument, Text } from "../src/model/run.js";
import type { Published } from "./answer.js";

export type Lang = "en" | "zh";

/** Everything about the chapter that a page belongs to. */
export interface Chapter {
  id: string;
  lang: Lang;
  /** The page's file as it is named in messages, and the line on which its Markdown begins, counted from 1. */
  file: string;
  firstLine: number;
  /** The front matter says `lab:`: the text is written. Otherwise the page is a short introduction. */
  written: boolean;
  title: Text;
  /** Absent while nothing was recorded. */
  run?: RunDocument;
  /** What the lab declares now; a run may be older. Absent while the chapter has no lab. */
  lab?: LabNames;
  standing: Standing;
  /** The stored bytes of one output; undefined when they are not there. */
  bytes(sha256: string): Uint8Array | undefined;
  /** Exercises with a published answer. */
  answers: string[];
  previous?: { id: string; title: Text };
  next?: { id: string; title: Text };
  /** Address of the script for the interactive parts, relative to the page. */
  script?: string;
  /** Where the chapters' pages are, relative to the page that shows this; `./` by default. */
  place?: string;
  /** There when `run` is not the one that the chapter's record shows: its folder of evidence, and its file in there. */
  older?: { evidence: string; file: string };
}

/** A page that is no chapter's, and may bind values of every chapter: `{{k07:unknown.at}}`. */
export interface Book {
  lang: Lang;
  file: string;
  firstLine: number;
  /** The class of the page's article, such as `home`. */
  look: string;
  /** Where the chapters' pages are, relative to this page, such as `./chapters/`. */
  place: string;
  /** All chapters, in the order of the book. */
  ids: string[];
  chapter(id: string): Chapter | undefined;
  /** The Markdown of the chapter's notebook in the page's language; undefined while it is not written. */
  text(id: string): string | undefined;
  /** Stands before the ids of the page's elements, where several such pages are shown on one. */
  scope?: string;
  /** The page is that of an answer. */
  answer?: Published;
  /** The page lists these answers, each as its own page is. */
  answers?: Book[];
  /** Address of a script that the page does without, relative to the page. */
  script?: string;
}

export interface LabNames {
  question: Text;
  environment: string;
  needs: string[];
  folder: string;
  predictions: Prediction[];
  observations: ReadonlySet<string>;
  steps: ReadonlyMap<string, { kind: string; title: Text }>;
  timelines: ReadonlySet<string>;
  exercises: string[];
}

export interface Standing {
  state: "OBSERVED" | "STALE" | "NOT_RUN";
  changed: string[];
  amended: boolean;
}

export interface Fault {
  file: string;
  /** Counted from 1. */
  line: number;
  message: string;
}

/** What a page cites, by name: both languages of a chapter must cite the same. */
export interface Cited {
  values: Set<string>;
  steps: Set<string>;
  asks: Set<string>;
  claims: Set<string>;
  references: Set<string>;
  pictures: Set<string>;
}

/** A sentence that does not stand in this run. */
export interface Unmet {
  line: number;
  predictions: string[];
  text: string;
}

/** One page while it is rendered. */
export interface Page {
  chapter: Chapter;
  faults: Fault[];
  cited: Cited;
  unmet: Unmet[];
  /** Values that the run does not have. */
  absent: { line: number; name: string; kind: string }[];
  /** Identifiers in the order in which the page names them first: their place gives their colour. */
  tones: Map<string, number>;
  /** Names that have an anchor already. */
  anchored: Set<string>;
  /** There on a page of the book: what it is, and its parts, one for each chapter that it cites. */
  book?: { of: Book; parts: Map<string, Page> };
  /** Of such a part: it stands before the ids of its elements, for two chapters may use one name. */
  scope?: string;
}

/** What a page is, by its path such as `/zh/chapters/k07` or `/index`; undefined for pages that bind nothing. */
export type Open = (path: string) => Chapter | Book | undefined;

export function newPage(chapter: Chapter): Page {
  const cited: Cited = {
    values: new Set(),
    steps: new Set(),
    asks: new Set(),
    claims: new Set(),
    references: new Set(),
    pictures: new Set(),
  };
  return { chapter, faults: [], cited, unmet: [], absent: [], tones: new Map(), anchored: new Set() };
}

/** Notes a fault; `line` counts from 0 within the Markdown, as markdown-it does. */
export function fault(page: Page, line: number, message: string): string {
  page.faults.push({ file: page.chapter.file, line: line + page.chapter.firstLine, message });
  return message;
}
