/** What can be cited of a run, ready to be pasted under `evidence`. */
import { stringify } from "yaml";
import type { Citation, Statement } from "../../src/model/answer/types.js";
import type { Raw } from "../../src/model/observe.js";
import { lookup } from "../../src/model/predictions/lookup.js";
import type { RunDocument } from "../../src/model/run.js";

/** Every value that the statements speak about and every value that a case's steps gave, then the verdicts. */
export function citable(run: RunDocument, statements: Statement[], inCase: string): Citation[] {
  const ofCase = new Set(run.steps.filter((step) => step.case === inCase).map(({ id }) => id));
  const refs = statements.flatMap(({ claim }) => [
    ...claim.of,
    ...(claim.to && "observed" in claim.to ? [claim.to.observed] : []),
  ]);
  const seen = Object.entries(run.observations)
    .filter(([, observation]) => observation.source && ofCase.has(observation.source.step))
    .map(([name]) => name);
  const values = [...new Set([...refs, ...seen])].flatMap((name): Citation[] => {
    const found = lookup(name, run);
    if (!("value" in found)) return [];
    return [
      name.includes("/") ? { link: name, value: found.value } : { observation: name, value: found.value },
    ];
  });
  const ids = statements.map(({ id }) => id);
  const verdicts = run.verdicts
    .filter(({ prediction, verdict }) => ids.includes(prediction) && verdict !== "NOT_RUN")
    .map(({ prediction, verdict }): Citation => ({ verdict, of: prediction }));
  return [...values, ...verdicts];
}

/** Where a text stands in the run's outputs, the first place in each. */
export function findText(run: RunDocument, raw: Raw, text: string): Citation[] {
  const wanted = new TextEncoder().encode(text);
  return [...run.steps, ...run.cleanup.steps].flatMap((step) =>
    (["stdout", "stderr"] as const).flatMap((stream): Citation[] => {
      const output = step[stream];
      const bytes = output && raw(output.sha256);
      const at = bytes ? Buffer.from(bytes).indexOf(wanted) : -1;
      return at < 0 ? [] : [{ output: step.id, stream, span: [at, at + wanted.length], text }];
    }),
  );
}

export function citationLines(citations: Citation[]): string {
  return citations
    .map(
      (one) =>
        `- ${stringify(one, { collectionStyle: "flow", lineWidth: 0, flowCollectionPadding: true }).trim()}`,
    )
    .join("\n");
}
