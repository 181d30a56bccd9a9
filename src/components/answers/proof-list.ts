/** What a claim stands on, each with its value and the bytes that prove it. */
import type { AnswerRecord } from "../../model/answer/record.js";
import { el } from "../element.js";
import { formatValue } from "../format.js";
import { evidenceFileUrl } from "./fetch.js";
import type { AnswerWords } from "./words.js";

type Proof = AnswerRecord["claims"][number]["proofs"][number];
type ProofSource = Extract<Proof, { sources: unknown }>["sources"][number];

export function proofList(proofs: Proof[], chapter: string, t: AnswerWords): HTMLElement {
  return el(
    "ul",
    { class: "proofs" },
    proofs.map((proof) =>
      el(
        "li",
        { "data-kind": proof.kind },
        el("span", { class: "proof-kind" }, t.kinds[proof.kind]),
        el("span", { class: "ref" }, proof.name),
        proof.kind === "verdict"
          ? el("span", { class: "proof-value" }, `${proof.verdict.verdict}: ${proof.verdict.explanation}`)
          : [
              el(
                "code",
                { class: "value" },
                proof.kind === "output" ? proof.text : formatValue(proof.value, proof.unit),
              ),
              proof.sources.map((source) => place(source, chapter, t)),
            ],
      ),
    ),
  );
}

function place(source: ProofSource, chapter: string, t: AnswerWords): HTMLElement {
  const { step, stream, span, sha256, pointer } = source;
  const words =
    step === "derived"
      ? `${t.derived}: ${pointer ?? ""}`
      : span
        ? t.bytesOf(span[0], span[1], step, stream)
        : `${t.streamOf(step, stream)}${pointer ? ` · ${pointer}` : ""}`;
  return el(
    "span",
    { class: "proof-source" },
    sha256
      ? el("a", { href: evidenceFileUrl(chapter, `raw/${sha256}`), title: `sha256:${sha256}` }, words)
      : words,
  );
}
