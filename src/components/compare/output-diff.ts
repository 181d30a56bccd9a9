/** Two outputs side against side, one line under the other; equal stretches are folded. */
import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex } from "@noble/hashes/utils";
import { compareOutputs, type OutputLine } from "../../model/compare/outputs.js";
import type { Side } from "../../model/compare/pseudonyms.js";
import type { Output } from "../../model/run.js";
import { showBytes } from "../bytes.js";
import { el } from "../element.js";
import { formatCount } from "../format.js";
import { withChips } from "./chips.js";
import type { View } from "./view.js";

/** Equal lines that are shown around a difference. */
const context = 3;
/** More differing lines than these would not be read. */
const most = 1000;

type Outputs = Partial<Record<Side, Output>>;

export async function outputDiff(outputs: Outputs, label: string, view: View): Promise<HTMLElement[]> {
  const [a, b] = await Promise.all([bytesOf(outputs.a, view), bytesOf(outputs.b, view)]);
  const notes = [...faults(outputs, { a, b }, view), links(outputs, view)];
  const [was, is] = [showBytes(a), showBytes(b)];
  if (was.kind === "hex" || is.kind === "hex") return [...notes, el("p", { class: "note" }, view.t.binary)];
  const lines = compareOutputs(was.text, is.text, view.names);
  const count = (kind: OutputLine["kind"]) => lines.filter((line) => line.kind === kind).length;
  const [removed, added] = [count("removed"), count("added")];
  if (removed + added === 0) return [...notes, el("p", { class: "clean" }, view.t.equalUnderNames)];
  const shown = upTo(lines, most);
  return [
    ...notes,
    el("p", { class: "note" }, view.t.lines(formatCount(removed), formatCount(added))),
    diffTable(shown, label, view),
    ...(shown.length < lines.length && removed + added > most
      ? [el("p", { class: "note" }, view.t.tooMany(formatCount(most), formatCount(removed + added)))]
      : []),
  ];
}

async function bytesOf(output: Output | undefined, view: View): Promise<Uint8Array> {
  return output && output.bytes > 0 ? view.raw(output.sha256) : new Uint8Array();
}

function faults(outputs: Outputs, bytes: Record<Side, Uint8Array>, { t }: View): HTMLElement[] {
  return (["a", "b"] as const)
    .filter((side) => outputs[side] && bytesToHex(sha256(bytes[side])) !== outputs[side].sha256)
    .map((side) => el("p", { class: "fault", role: "alert" }, t.badDigest(side)));
}

function links(outputs: Outputs, { t, rawUrl }: View): HTMLElement {
  const sides = (["a", "b"] as const).filter((side) => outputs[side]);
  return el(
    "p",
    { class: "raw-head" },
    sides.map((side) => el("a", { href: rawUrl(outputs[side]!.sha256) }, t.rawOf(side))),
  );
}

function upTo(lines: OutputLine[], limit: number): OutputLine[] {
  let differing = 0;
  const end = lines.findIndex(({ kind }) => kind !== "same" && ++differing > limit);
  return end === -1 ? lines : lines.slice(0, end);
}

function diffTable(lines: OutputLine[], label: string, view: View): HTMLElement {
  const near = nearChanges(lines);
  const rows: HTMLElement[] = [];
  for (let index = 0; index < lines.length; index++) {
    if (near[index]) {
      rows.push(row(lines[index]!, view));
      continue;
    }
    let end = index;
    while (end < lines.length && !near[end]) end++;
    rows.push(foldedRow(lines.slice(index, end), view));
    index = end - 1;
  }
  return el(
    "div",
    { class: "diff-scroll", tabindex: "0", role: "group", "aria-label": label },
    el(
      "table",
      { class: "diff" },
      el(
        "thead",
        { class: "for-ears" },
        el(
          "tr",
          null,
          ["a", "b", "±", label].map((name) => el("th", { scope: "col" }, name)),
        ),
      ),
      el("tbody", null, rows),
    ),
  );
}

function nearChanges(lines: OutputLine[]): boolean[] {
  const near = lines.map(() => false);
  lines.forEach(({ kind }, index) => {
    if (kind !== "same") near.fill(true, Math.max(0, index - context), index + context + 1);
  });
  return near;
}

function row({ kind, text, a, b }: OutputLine, view: View): HTMLElement {
  const sign = { same: " ", removed: "−", added: "+" }[kind];
  return el(
    "tr",
    { class: `diff-${kind}` },
    el("td", { class: "line-number" }, a ?? ""),
    el("td", { class: "line-number" }, b ?? ""),
    el("td", { class: "sign" }, sign),
    el("td", { class: "line" }, withChips(text, kind === "added" ? "b" : "a", view)),
  );
}

function foldedRow(lines: OutputLine[], view: View): HTMLElement {
  const unfold = () => folded.replaceWith(...lines.map((line) => row(line, view)));
  const folded = el(
    "tr",
    { class: "diff-folded" },
    el(
      "td",
      { colspan: 4 },
      el("button", { type: "button", onclick: unfold }, `⋯ ${view.t.folded(formatCount(lines.length))}`),
    ),
  );
  return folded;
}
