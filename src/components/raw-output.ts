/** The bytes that a step printed, fetched when asked for, shown as text only, checked against their digest. */
import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex } from "@noble/hashes/utils";
import type { Output } from "../model/run.js";
import { showBytes } from "./bytes.js";
import { copyButton } from "./copy-button.js";
import { el } from "./element.js";
import { formatCount } from "./format.js";
import type { Page } from "./page.js";
import { terminalWords } from "./terminal/words.js";

export interface RawOutput {
  element: HTMLElement;
  /** Loads the bytes if need be and marks the span. */
  open(span?: [number, number]): Promise<void>;
}

/** `step` is the step's id; a screen reader hears it with the output. */
export function rawOutput(stream: string, step: string, output: Output, page: Page): RawOutput {
  const { words } = page;
  const body = el("div", { class: "raw-body" });
  const element = el(
    "div",
    { class: "raw", "data-sha256": output.sha256 },
    el(
      "p",
      { class: "raw-head" },
      el("span", { class: "stream" }, stream),
      ` ${formatCount(output.bytes)} ${words.bytes} `,
      facts(output, page),
    ),
    body,
  );
  let bytes: Promise<Uint8Array> | undefined;
  async function open(span?: [number, number]) {
    if (output.bytes === 0) return body.replaceChildren(el("p", { class: "empty" }, words.empty));
    if (!bytes) body.replaceChildren(el("p", { class: "empty" }, words.loading));
    bytes ??= page.raw(output.sha256);
    try {
      body.replaceChildren(...(await content(await bytes, { stream, step, output, page, span })));
      const mark = body.querySelector("mark");
      if (mark) requestAnimationFrame(() => mark.scrollIntoView({ block: "center", inline: "nearest" }));
    } catch (error) {
      bytes = undefined;
      body.replaceChildren(
        el("p", { class: "fault", role: "alert" }, `${words.loadFailed} ${(error as Error).message}`),
      );
    }
  }
  return { element, open };
}

function facts(output: Output, { words, rawUrl }: Page): Node[] {
  const notes = Object.entries(output.redactions ?? {}).map(([rule, count]) => words.masked(count, rule));
  if (notes.length > 0) notes.push(words.maskedHash);
  if (output.truncatedFrom) notes.push(words.truncated(formatCount(output.truncatedFrom)));
  return [
    el(
      "a",
      {
        class: "digest",
        href: rawUrl(output.sha256),
        download: `${output.sha256}.txt`,
        title: output.sha256,
      },
      `sha256:${output.sha256}`,
    ),
    ...notes.map((note) => el("span", { class: "note" }, note)),
  ];
}

interface Opened {
  stream: string;
  step: string;
  output: Output;
  page: Page;
  span?: [number, number];
}

async function content(bytes: Uint8Array, { stream, step, output, page, span }: Opened): Promise<Node[]> {
  const { words, lang } = page;
  const genuine = bytesToHex(sha256(bytes)) === output.sha256;
  const verdict = el(
    "p",
    { class: genuine ? "digest-ok" : "fault" },
    genuine ? `✓ ${words.digestOk}` : `✗ ${words.digestBad}`,
  );
  const shown = showBytes(bytes, span);
  // most readers open few outputs: what colours and measures them comes with the first one
  const { terminalView } = await import("./terminal/view.js");
  const { output: label, copyOutput } = terminalWords[lang];
  if (shown.kind === "text")
    return [
      el("div", { class: "raw-tools" }, verdict, copyButton(shown.text, words, copyOutput)),
      terminalView(shown.text, label(stream, step), lang, shown.mark),
    ];
  return [
    verdict,
    el("p", { class: "note" }, words.binary),
    shown.shown < bytes.length &&
      el("p", { class: "note" }, words.cut(formatCount(shown.shown), formatCount(bytes.length))),
    el(
      "pre",
      { class: "bytes", tabindex: "0", role: "group", "aria-label": label(stream, step) },
      shown.text,
    ),
  ].filter((node) => node !== false);
}
