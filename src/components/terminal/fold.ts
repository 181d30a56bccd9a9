/** Which part of a long output is shown: whole lines, as long as lines are not too long themselves. Pure. */
export interface Window {
  from: number;
  to: number;
}

const head = { lines: 40, characters: 12_000 };
const before = { lines: 12, characters: 2_000 };
const after = { lines: 20, characters: 6_000 };
const more = { lines: 1_000, characters: 200_000 };

/** The head of the output, or the surroundings of the marked place. */
export function firstWindow(text: string, mark?: Window): Window {
  if (!mark) return { from: 0, to: forward(text, 0, head) };
  return { from: back(text, mark.from, before), to: forward(text, mark.to, after) };
}

export function growUp(text: string, { from, to }: Window): Window {
  return { from: back(text, from, more), to };
}

export function growDown(text: string, { from, to }: Window): Window {
  return { from, to: forward(text, to, more) };
}

/** How many lines begin or go on in a part of the text. */
export function linesIn(text: string, from: number, to: number): number {
  if (from >= to) return 0;
  let lines = 1;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to - 1; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

type Limit = typeof head;

function forward(text: string, start: number, { lines, characters }: Limit): number {
  let at = start;
  for (let line = 0; line < lines && at < text.length; line++) {
    const end = text.indexOf("\n", at);
    const next = end === -1 ? text.length : end + 1;
    // a line too long for the window is cut, the first one at once
    if (next - start > characters) return at === start ? cut(text, start + characters) : at;
    at = next;
  }
  return at;
}

function back(text: string, start: number, { lines, characters }: Limit): number {
  // the line that the start stands in, then so many before it
  const rounds = start > 0 && text[start - 1] !== "\n" ? lines + 1 : lines;
  let at = start;
  for (let line = 0; line < rounds && at > 0; line++) {
    const previous = at === 1 ? 0 : text.lastIndexOf("\n", at - 2) + 1;
    if (start - previous > characters) return at === start ? cut(text, start - characters) : at;
    at = previous;
  }
  return at;
}

/** Not between the halves of a surrogate pair. */
function cut(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code < 0xe000 ? at + 1 : at;
}
