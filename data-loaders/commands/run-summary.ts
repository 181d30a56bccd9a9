import type { RunDocument } from "../../src/model/run.js";

/** What a person reads when a run is over. */
export function summary(run: RunDocument): string {
  const steps = tally(run.steps.map((step) => step.status));
  const verdicts = tally(run.verdicts.map((verdict) => verdict.verdict));
  const links = run.chains.flatMap((chain) => chain.links);
  const breaks = links.filter((link) => link.break);
  return [
    `${run.chapter}  ${run.status}${run.statusReason ? `: ${run.statusReason}` : ""}`,
    `  steps     ${steps}`,
    `  verdicts  ${verdicts}`,
    ...told(run).map((v) => `    ${v.verdict} ${v.prediction}: ${v.explanation}`),
    ...(links.length > 0
      ? [`  links     ${links.length - breaks.length} proven, ${breaks.length} broken`]
      : []),
    ...breaks.map((link) => `    break ${link.id}: ${link.break!.reason}`),
    `  decided   ${decidedOf(run)}`,
    `  leftovers ${run.cleanup.leftovers.length === 0 ? "none" : run.cleanup.leftovers.map((l) => `${l.kind} ${l.name}`).join("; ")}`,
  ].join("\n");
}

/** The verdicts that need a word of their own; what kept the others open stands below, each reason once. */
function told(run: RunDocument) {
  return run.verdicts.filter((verdict) => verdict.verdict === "REFUTED");
}

/** How many predictions came to a yes or no, and what kept the others open, each reason with their number. */
function decidedOf({ verdicts }: RunDocument): string {
  const open = verdicts.filter(({ verdict }) => verdict !== "CONFIRMED" && verdict !== "REFUTED");
  const head = `${verdicts.length - open.length} of ${verdicts.length} predictions`;
  if (open.length === 0) return head;
  const reasons = new Map<string, number>();
  for (const { explanation } of open) reasons.set(explanation, (reasons.get(explanation) ?? 0) + 1);
  const most = [...reasons].sort(([, a], [, b]) => b - a);
  return [`${head}; open:`, ...most.map(([reason, n]) => `    ${n} × ${reason}`)].join("\n");
}

function tally(words: string[]): string {
  if (words.length === 0) return "0 observed";
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, n]) => `${n} ${word}`).join(", ");
}
