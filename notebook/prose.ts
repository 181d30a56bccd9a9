/** Looks over running prose for numbers that nothing binds: neither evidence nor a footnote in their sentence. */
import type { Token } from "markdown-it";
import { exceptions, spelledOut } from "./exceptions.js";
import { fault, type Page } from "./types.js";

export function checkProse(tokens: Token[], page: Page): void {
  let inFootnotes = false;
  for (const token of tokens) {
    // a footnote is background with its source: its numbers are not observed here
    if (token.type === "footnote_block_open") inFootnotes = true;
    if (token.type === "footnote_block_close") inFootnotes = false;
    if (token.type === "inline" && !inFootnotes) checkInline(token, page);
  }
}

/** Text of an option, where footnotes cannot stand; what is between backquotes is code. */
export function checkText(text: string, page: Page, line: number): void {
  const prose = text
    .split("`")
    .filter((_, index) => index % 2 === 0)
    .join(" ");
  report({ text: prose, line, footnoted: false }, page);
}

interface Sentence {
  text: string;
  line: number;
  footnoted: boolean;
}

function checkInline(token: Token, page: Page): void {
  for (const sentence of sentencesOf(token)) if (!sentence.footnoted) report(sentence, page);
}

function report({ text, line }: Sentence, page: Page): void {
  const bare = exceptions.reduce((left, exception) => left.replaceAll(exception, " "), text);
  const digits = bare.match(/\d+(?:[.,:]\d+)*/)?.[0];
  const inWords = bare.match(spelledOut[page.chapter.lang])?.[0];
  const found = digits ?? inWords;
  if (found !== undefined)
    fault(
      page,
      line,
      `"${found}" is bound to nothing: use {{…}}, a footnote in the sentence, or code. “${cut(text)}”`,
    );
}

/** Text only: of code, evidence and addresses a space is left. A sentence is footnoted when a footnote stands in it or right after it. */
function sentencesOf(token: Token): Sentence[] {
  const sentences: Sentence[] = [];
  let line = token.map?.[0] ?? 0;
  let current: Sentence = { text: "", line, footnoted: false };
  const push = () => {
    if (current.text.trim() !== "") sentences.push(current);
    current = { text: "", line, footnoted: false };
  };
  for (const child of token.children ?? []) {
    if (child.type === "softbreak" || child.type === "hardbreak") {
      line++;
      current.text += " ";
    } else if (child.type === "footnote_ref") {
      const last = current.text.trim() === "" ? sentences.at(-1) : current;
      (last ?? current).footnoted = true;
    } else if (child.type === "text") {
      const parts = child.content.split(/(?<=[.!?](?=\s|$)|[。！？；])/);
      for (const [index, part] of parts.entries()) {
        if (current.text === "") current.line = line;
        current.text += part;
        if (index < parts.length - 1 || /(?:[.!?]|[。！？])\s*$/.test(part)) push();
      }
    } else current.text += " ";
  }
  push();
  return sentences;
}

function cut(text: string): string {
  const bare = text.trim().replaceAll(/\s+/g, " ");
  return bare.length > 90 ? `${bare.slice(0, 88)}…` : bare;
}
