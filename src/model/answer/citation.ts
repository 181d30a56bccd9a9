import { canonical } from "../hash.js";
import type { Raw } from "../observe.js";
import { lookup } from "../predictions/lookup.js";
import type { Verdict } from "../predictions/types.js";
import type { RunDocument, Source, Value } from "../run.js";
import type { Citation } from "./types.js";

/** A citation with what it stands for and where the bytes are. */
export type Proof =
  | { kind: "observation"; name: string; value: Value; unit?: string; sources: ProofSource[] }
  | { kind: "link"; name: string; value: Value; unit?: string; sources: ProofSource[] }
  | { kind: "verdict"; name: string; verdict: Verdict }
  | { kind: "output"; name: string; text: string; sources: ProofSource[] };

/** A source with the digest of the output that it points into; derived values have none. */
export type ProofSource = Source & { sha256?: string };

export interface Cited {
  run: RunDocument;
  raw: Raw;
  /** Verdicts on the answer's own statements. */
  verdicts: Verdict[];
  /** The chapter's other runs that are at hand, so that evidence of another run can be told from none. */
  others?: RunDocument[];
}

/** What a citation proves, or why it proves nothing. */
export function prove(citation: Citation, cited: Cited): { proof: Proof } | { fault: string } {
  const { run } = cited;
  if (citation.run !== undefined && citation.run !== run.id)
    return { fault: `is evidence of run ${citation.run}; the answer stands on run ${run.id}` };
  if ("verdict" in citation) return proveVerdict(citation, cited);
  if ("output" in citation) return proveOutput(citation, cited);
  const [kind, name] =
    "observation" in citation
      ? (["observation", citation.observation] as const)
      : (["link", citation.link] as const);
  if (kind === "link") {
    const chain = run.chains.find(({ id }) => id === name.slice(0, name.indexOf("/")));
    if (chain && !chain.generation)
      return { fault: `the chain ${chain.id} holds no one generation: its links prove nothing together` };
  }
  const found = lookup(name, run);
  if ("missing" in found) return { fault: missing(name, found, cited) };
  if (citation.value !== undefined && canonical(citation.value) !== canonical(found.value)) {
    const other = elsewhere(name, citation.value, cited);
    const also = other ? `; that is a value of run ${other}` : "";
    return {
      fault: `${name}: the run observed ${brief(found.value)}, the answer says ${brief(citation.value)}${also}`,
    };
  }
  return { proof: { kind, name, value: found.value, ...whereOf(name, run) } };
}

function missing(name: string, found: { missing: string; reason: string }, cited: Cited): string {
  const other = cited.others?.find((run) => "value" in lookup(name, run));
  if (other && found.missing === "UNKNOWN")
    return `${name} was observed in run ${other.id}, not in ${cited.run.id}`;
  return found.missing === "NOT_RUN"
    ? `${name} was NOT_RUN: ${found.reason}`
    : `${name} has no proof: ${found.reason}`;
}

function elsewhere(name: string, value: Value, { others = [] }: Cited): string | undefined {
  return others.find((run) => {
    const found = lookup(name, run);
    return "value" in found && canonical(found.value) === canonical(value);
  })?.id;
}

function proveVerdict(citation: Extract<Citation, { verdict: unknown }>, { run, verdicts }: Cited) {
  const found = [...verdicts, ...run.verdicts].find(({ prediction }) => prediction === citation.of);
  if (!found)
    return { fault: `${citation.of} is no prediction of run ${run.id} and no statement of the answer` };
  if (found.verdict === "NOT_RUN") return { fault: `${citation.of} was NOT_RUN: ${found.explanation}` };
  if (found.verdict !== citation.verdict)
    return { fault: `${citation.of} was judged ${found.verdict}, the answer says ${citation.verdict}` };
  return { proof: { kind: "verdict" as const, name: citation.of, verdict: found } };
}

function proveOutput(
  citation: Extract<Citation, { output: unknown }>,
  { run, raw, others = [] }: Cited,
): { proof: Proof } | { fault: string } {
  const { output: id, stream, span, text, sha256 } = citation;
  const step =
    run.steps.findLast((one) => one.id === id) ?? run.cleanup.steps.findLast((one) => one.id === id);
  if (!step) {
    const other = others.find((one) => one.steps.some((candidate) => candidate.id === id));
    return {
      fault: other ? `step ${id} is of run ${other.id}, not of ${run.id}` : `run ${run.id} has no step ${id}`,
    };
  }
  if (step.status === "NOT_RUN" || step.status === "BLOCKED")
    return { fault: `step ${id} is ${step.status}: ${step.reason ?? "no reason"}` };
  const output = step[stream];
  if (!output) return { fault: `step ${id} has no ${stream}` };
  if (sha256 !== undefined && sha256 !== output.sha256)
    return {
      fault: `${stream} of step ${id} has the digest ${output.sha256} in run ${run.id}, the answer cites ${sha256}`,
    };
  const bytes = raw(output.sha256);
  if (!bytes) return { fault: `raw/${output.sha256} is missing` };
  const [start, end] = span;
  if (start >= end || end > bytes.length)
    return {
      fault: `the span ${start}–${end} is not within the ${bytes.length} bytes of ${stream} of step ${id}`,
    };
  const there = decode(bytes.subarray(start, end));
  if (there === undefined) return { fault: `bytes ${start}–${end} of ${stream} of step ${id} are not text` };
  if (there !== text)
    return {
      fault: `bytes ${start}–${end} of ${stream} of step ${id} are ${brief(there)}, the answer says ${brief(text)}`,
    };
  return {
    proof: { kind: "output", name: id, text, sources: [{ step: id, stream, span, sha256: output.sha256 }] },
  };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined; // the span cuts a character, or it is no text
  }
}

/** Unit and sources of an observation or link that has a value. */
function whereOf(name: string, run: RunDocument): { unit?: string; sources: ProofSource[] } {
  const slash = name.indexOf("/");
  const chain = slash > 0 ? run.chains.find(({ id }) => id === name.slice(0, slash)) : undefined;
  const link = chain?.links.find(({ id }) => id === name.slice(slash + 1));
  const observation = run.observations[name];
  const unit = link?.unit ?? observation?.unit;
  const sources = link?.sources ?? (observation?.source ? [observation.source] : []);
  return { ...(unit !== undefined && { unit }), sources: sources.map((source) => withDigest(source, run)) };
}

function withDigest(source: Source, run: RunDocument): ProofSource {
  const step = run.steps.findLast(({ id }) => id === source.step);
  const output = source.stream === "record" ? undefined : step?.[source.stream];
  return output ? { ...source, sha256: output.sha256 } : source;
}

function brief(value: Value): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
