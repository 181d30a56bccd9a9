/**
 * Evidence in Markdown: a markdown-it plugin that makes static HTML of values, steps, questions, claims and pictures.
 * It knows nothing of files or of a site generator; `open` gives it what it needs for the page that `env.path` names.
 */
import type MarkdownIt from "markdown-it";
import type { StateCore, StateInline, Token } from "markdown-it";
import { pictureKinds } from "../src/pictures/index.js";
import { renderAnswer } from "./answer.js";
import { renderAnswerList } from "./answer-list.js";
import { renderAsk } from "./ask.js";
import { allWithin, newBookPage, within } from "./book.js";
import { type Judged, judged, stands, unmet } from "./claim.js";
import { entryAround } from "./entry.js";
import { statusLine } from "./header.js";
import { faultBox } from "./html.js";
import { introduction } from "./introduction.js";
import { minutesOf } from "./minutes.js";
import { pathTime } from "./path.js";
import { renderNamedPicture } from "./picture.js";
import { checkProse } from "./prose.js";
import { renderScale } from "./scale.js";
import { show } from "./show.js";
import { renderStep } from "./step.js";
import { endStrip } from "./strip.js";
import { withSyntax } from "./syntax.js";
import { toneOf } from "./tone.js";
import { fault, newPage, type Open, type Page } from "./types.js";
import { renderValue } from "./value.js";
import { words } from "./words.js";

/** What a page's environment holds; `notebook` is there after parsing a chapter's page. */
export interface NotebookEnv {
  path?: string;
  notebook?: Page;
}

/** A picture's kind may stand as the fence's first word, without `picture` before it. */
const shorthands = new Set(pictureKinds);

export function notebook(md: MarkdownIt, open: Open): MarkdownIt {
  withSyntax(md);
  md.inline.ruler.before("escape", "evidence", braces);
  // before any other rule reads the text, and after all of them made their tokens
  md.core.ruler.before("normalize", "notebook-open", (state) => openPage(state, open));
  md.core.ruler.push("notebook", bind);
  plainBackReferences(md);
  md.renderer.rules.evidence = (tokens, index) => tokens[index]!.content;
  md.renderer.rules.notebook = (tokens, index) => `${tokens[index]!.content}\n`;
  return md;
}

/** A second reference to a footnote is `fnref1:1` by default, which the build's check of links does not find. */
function plainBackReferences(md: MarkdownIt): void {
  for (const name of ["footnote_ref", "footnote_anchor"]) {
    const rule = md.renderer.rules[name]!;
    md.renderer.rules[name] = (...of) => rule(...of).replace(/(fnref\d+):(\d+)/, "$1-$2");
  }
}

function openPage(state: StateCore, open: Open): void {
  const env = state.env as NotebookEnv;
  const opened = env.path === undefined ? undefined : open(env.path);
  env.notebook = opened && ("ids" in opened ? newBookPage(opened) : newPage(opened));
  if (!env.notebook) return;
  // identifiers get their colours in the order of the text, so that output shown before a value has them too
  for (const [, expression] of state.src.matchAll(/\{\{([^{}]+)\}\}/g)) {
    const found = within(expression!.trim(), env.notebook);
    if ("fault" in found) continue;
    const shown = show(found.name, found.part);
    if (!("fault" in shown) && shown.form === "identifier") toneOf(env.notebook, String(shown.value));
  }
}

/** `{{…}}` in running text. */
function braces(state: StateInline, silent: boolean): boolean {
  if (!(state.env as NotebookEnv).notebook || !state.src.startsWith("{{", state.pos)) return false;
  const end = state.src.indexOf("}}", state.pos + 2);
  if (end < 0 || end >= state.posMax) return false;
  if (!silent) {
    const token = state.push("evidence", "", 0);
    token.meta = { expression: state.src.slice(state.pos + 2, end) };
  }
  state.pos = end + 2;
  return true;
}

/** Puts evidence into the page's tokens, in the order in which it is read. */
function bind(state: StateCore): void {
  const page = (state.env as NotebookEnv).notebook;
  if (!page) return;
  const { md } = state;
  const text: string[] = [];
  let tokens = state.tokens;
  for (const token of tokens) {
    const line = token.map?.[0] ?? 0;
    if (token.type === "fence") bindFence(token, page, line);
    if (token.type === "inline") {
      bindInline(token, page, line);
      text.push(token.content);
    }
  }
  if (page.chapter.written) checkProse(tokens, page);
  emptyHeads(tokens);
  tokens = withEntries(tokens, page, make);
  tokens = withClaims(tokens, page, (inner) => md.renderer.render(inner, md.options, state.env), make);
  tokens = withAsides(tokens, page, make);
  if (page.book) {
    state.tokens = bookFramed(tokens, page, make);
    return;
  }
  tokens = withVeils(tokens, make);
  const minutes = minutesOf(text.join(" "), page.cited.asks.size, page.chapter.lang);
  state.tokens = framed(tokens, page, minutes, make);

  function make(html: string): Token {
    const token = new state.Token("notebook", "", 0);
    token.block = true;
    token.content = html;
    return token;
  }
}

/** The corner of a table with names of rows heads nothing: an empty cell there is not told as a heading. */
function emptyHeads(tokens: Token[]): void {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "th_open" || tokens[index + 1]?.content.trim() !== "") continue;
    token.tag = "td";
    tokens[index + 2]!.tag = "td";
  }
}

type Make = (html: string) => Token;

function bindInline(token: Token, page: Page, line: number): void {
  let at = line;
  for (const child of token.children ?? []) {
    if (child.type === "softbreak" || child.type === "hardbreak") at++;
    if (child.type === "evidence") child.content = renderValue(child.meta.expression as string, page, at);
  }
}

function bindFence(token: Token, page: Page, line: number): void {
  const [kind = "", ...names] = token.info.trim().split(/\s+/);
  if (kind === "ask" && page.book) fault(page, line, "ask: a question stands in a notebook only");
  if (kind === "ask" && token.level > 0)
    fault(page, line, "ask: a question cannot stand within a list or a block");
  const html = rendered(kind, names, token.content, page, line);
  if (html === undefined) return;
  token.type = "notebook";
  token.meta = { kind, name: names[0] };
  token.content = html;
}

function rendered(
  kind: string,
  names: string[],
  content: string,
  page: Page,
  line: number,
): string | undefined {
  if (kind === "scale") return renderScale(content, page, line);
  if (kind === "picture") return renderNamedPicture(names[0] ?? "", names[1] ?? "", content, page, line);
  if (shorthands.has(kind)) return renderNamedPicture(kind, names[0] ?? "", content, page, line);
  if (kind !== "step" && kind !== "ask") return undefined;
  const [id, ...more] = names;
  if (!id || more.length > 0) return faultBox(fault(page, line, `${kind}: expected one name after it`));
  return kind === "step" ? renderStep(id, content, page, line) : renderAsk(id, content, page, line);
}

/** Of a contents page: each chapter's entry with its title and facts, each way through with its time. */
function withEntries(tokens: Token[], page: Page, make: Make): Token[] {
  if (!page.book) {
    for (const { type, map } of tokens)
      if (type === "container_chapter_open" || type === "container_path_open")
        fault(page, map?.[0] ?? 0, "chapter and path stand on a page of the whole book only");
    return tokens;
  }
  const after = new Map<Token, Token>();
  return tokens.flatMap((token, index) => {
    if (after.has(token)) return [after.get(token)!];
    if (token.type === "container_chapter_open") {
      const end = closing(tokens, index, "container_chapter");
      const inner = tokens.slice(index + 1, end);
      const claims = inner.filter(({ type }) => type === "container_claim_open").length;
      const id = token.info.trim().split(/\s+/)[1] ?? "";
      const values = inner
        .flatMap(({ children }) => children ?? [])
        .filter(
          ({ type, meta }) => type === "evidence" && (meta.expression as string).trim().startsWith(`${id}:`),
        ).length;
      const said = inner.filter(({ type }) => type === "inline").length;
      const around = entryAround(id, { said, claims, values, line: token.map?.[0] ?? 0 }, page);
      after.set(tokens[end]!, make(around.after));
      return [make(around.before)];
    }
    if (token.type === "container_path_open") {
      const end = closing(tokens, index, "container_path");
      const inner = tokens.slice(index + 1, end);
      const first = tokens[index - 1]?.type !== "container_path_close";
      const last = tokens[end + 1]?.type !== "container_path_open";
      after.set(tokens[end]!, make(`${pathTime(inner, page)}</section>${last ? "</div>" : ""}`));
      return [make(`${first ? '<div class="paths">' : ""}<section class="path">`)];
    }
    return [token];
  });
}

/** A claim's prose stands, or what became of its predictions does. */
function withClaims(tokens: Token[], page: Page, render: (tokens: Token[]) => string, make: Make): Token[] {
  const result: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (token.type !== "container_claim_open") {
      result.push(token);
      continue;
    }
    const end = closing(tokens, index, "container_claim");
    const inner = tokens.slice(index + 1, end);
    const line = token.map?.[0] ?? 0;
    const ids = token.info.trim().split(/\s+/).slice(1);
    const found = allWithin(ids, page);
    if ("fault" in found) fault(page, line, `claim ${found.fault}`);
    const { part, names } = "part" in found ? found : { part: page, names: [] };
    const all: Judged[] = judged(names, part, line);
    if (stands(all)) {
      token.attrs = [
        ["class", "stands"],
        ["data-predictions", ids.join(" ")],
      ];
      result.push(token, ...inner, tokens[end]!);
    } else {
      const text = inner
        .filter(({ type }) => type === "inline")
        .map(({ content }) => content)
        .join(" ");
      page.unmet.push({ line: line + page.chapter.firstLine, predictions: ids, text });
      result.push(make(unmet(all, render(inner), part)));
    }
    index = end;
  }
  return result;
}

/** Margin notes and exercises: the latter lead to their published answer. */
function withAsides(tokens: Token[], page: Page, make: Make): Token[] {
  const { answers, lab, id, lang } = page.chapter;
  const t = words[lang];
  return tokens
    .flatMap((token) => {
      if (token.type === "container_aside_open") {
        token.tag = "aside";
        token.attrs = [["class", "margin"]];
      }
      if (token.type === "container_aside_close") token.tag = "aside";
      if (token.type !== "container_exercise_open") return [token];
      const name = token.info.trim().split(/\s+/)[1] ?? "";
      token.attrs = [
        ["class", "exercise"],
        ["id", `exercise-${name}`],
      ];
      if (lab && !lab.exercises.includes(name))
        return [
          token,
          make(faultBox(fault(page, token.map?.[0] ?? 0, `exercise ${name}: the lab has none of that name`))),
        ];
      const answer = answers.includes(name)
        ? `<p class="answer"><a href="../answers/${id}-${name}">${t.answer}</a></p>`
        : `<p class="answer why">${t.noAnswer}</p>`;
      const end = closing(tokens, tokens.indexOf(token), "container_exercise");
      tokens[end]!.meta = { before: make(answer) };
      return [token];
    })
    .flatMap((token) => (token.meta?.before ? [token.meta.before as Token, token] : [token]));
}

/** What follows a question, up to the next heading or question, waits for the answer where scripts run. */
function withVeils(tokens: Token[], make: Make): Token[] {
  const result: Token[] = [];
  let open = false;
  for (const token of tokens) {
    const isAsk = token.type === "notebook" && token.meta?.kind === "ask";
    const ends = isAsk || token.type === "heading_open" || token.type === "footnote_block_open";
    if (open && ends && token.level === 0) {
      result.push(make("</div>"));
      open = false;
    }
    result.push(token);
    if (isAsk) {
      result.push(make(`<div class="veil" data-waits-for="${token.meta.name as string}">`));
      open = true;
    }
  }
  if (open) result.push(make("</div>"));
  return result;
}

/** A page of the book; that of an answer, and of all answers, has no text of its own. */
function bookFramed(tokens: Token[], page: Page, make: Make): Token[] {
  const { look, answer, answers, script } = page.book!.of;
  const body = answer
    ? [make(renderAnswer(answer, page))]
    : answers
      ? [make(renderAnswerList(answers, page))]
      : tokens;
  return [
    make(`<article class="${attribute(look)}">`),
    ...body,
    make("</article>"),
    ...(script ? [make(`<script rel="external" src="${script}" defer></script>`)] : []),
  ];
}

/** Status under the title; the strip at the end. */
function framed(tokens: Token[], page: Page, minutes: number, make: Make): Token[] {
  const title = tokens.findIndex(({ type, tag }) => type === "heading_close" && tag === "h1");
  const head = make(statusLine(page.chapter, minutes));
  const body = page.chapter.written ? tokens.slice(title + 1) : [make(introduction(page.chapter))];
  const script = page.chapter.script
    ? [make(`<script rel="external" src="${page.chapter.script}" defer></script>`)]
    : [];
  const lang = page.chapter.lang;
  const article = make(
    `<article class="notebook${page.chapter.written ? "" : " notebook-introduction"}" data-chapter="${page.chapter.id}"${dataOf(page)} data-words="${attribute(JSON.stringify(readerWords(lang)))}">`,
  );
  return [
    article,
    ...tokens.slice(0, title + 1),
    head,
    ...body,
    make(endStrip(page.chapter)),
    make("</article>"),
    ...script,
  ];
}

/** What the script needs to seal a prediction: the run on the page, and the digest of its predictions. */
function dataOf({ chapter: { run } }: Page): string {
  if (!run) return "";
  return ` data-run="${run.status === "NOT_RUN" ? "" : run.id}" data-predictions-digest="${run.predictionsDigest}"`;
}

function readerWords(lang: "en" | "zh"): Record<string, string> {
  const t = words[lang];
  const {
    sealed,
    youSaid,
    runSaid,
    notSealed,
    holds,
    fails,
    nothingObserved,
    veiled,
    choose,
    stored,
    notStored,
    justReadAll,
    startOver,
    startOverAsks,
    startOverYes,
    startOverNo,
    showValues,
    coveredHint,
    copy,
    copied,
  } = t;
  return {
    sealed,
    youSaid,
    runSaid,
    notSealed,
    holds,
    fails,
    nothingObserved,
    veiled,
    choose,
    stored,
    notStored,
    justReadAll,
    startOver,
    startOverAsks,
    startOverYes,
    startOverNo,
    showValues,
    coveredHint,
    copy,
    copied,
  };
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** The index of the token that closes a container. */
function closing(tokens: Token[], from: number, name: string): number {
  let depth = 0;
  for (let index = from; index < tokens.length; index++) {
    if (tokens[index]!.type === `${name}_open`) depth++;
    if (tokens[index]!.type === `${name}_close` && --depth === 0) return index;
  }
  return tokens.length - 1;
}
