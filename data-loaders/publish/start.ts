/** The first version of an answer file: its sealed prediction, and examples of how a claim is written. */
import { Document, isMap, isScalar, visit } from "yaml";
import { sealed } from "../../src/model/answer/seal.js";
import { type Access, ANSWER_SCHEMA, type Statement } from "../../src/model/answer/types.js";
import type { RunDocument } from "../../src/model/run.js";

export interface Start {
  chapter: string;
  exercise: string;
  statements: Statement[];
  access: Access;
  sealedAt: string;
  /** The run that it stands on; absent while there is none of the answerer's yet. */
  run: RunDocument | undefined;
  /** A run whose names stand in the examples. */
  example: RunDocument | undefined;
  task: string;
  /** What became of the seals on the page, one a line. */
  notes: string[];
}

export function startText({
  chapter,
  exercise,
  statements,
  access,
  sealedAt,
  run,
  example,
  task,
  notes,
}: Start): string {
  const prediction = sealed({ chapter, exercise }, { statements, sealedAt, access });
  const document = new Document({
    schema: ANSWER_SCHEMA,
    chapter,
    exercise,
    run: run?.id ?? "",
    prediction,
    claims: [],
    cannotConclude: [],
  });
  // small maps and lists in one line each, as a person would write them
  visit(document, {
    Collection(key, node, path) {
      const small =
        (isMap(node) || key === "value") && node.items.every((item) => !isMap(item) && size(item) < 60);
      if (path.length > 3 && small && JSON.stringify(node.toJSON()).length < 80) node.flow = true;
    },
    Scalar(_, node) {
      if (isScalar(node) && typeof node.value === "string" && node.value.length > 100)
        node.type = "QUOTE_DOUBLE";
    },
  });
  const body = document.toString({ lineWidth: 0 });
  return `${head(task, notes)}\n${body}\n${examples(example)}`;
}

function size(item: unknown): number {
  return JSON.stringify(item)?.length ?? 0;
}

function head(task: string, notes: string[]): string {
  return [
    "# yaml-language-server: $schema=../schema.json",
    ...task.split("\n").map((line) => `# ${line}`),
    "#",
    ...notes.map((note) => `# ${note}`),
    ...(notes.length > 0 ? ["#"] : []),
    "# `prediction` is sealed: nothing below it may be changed. Fill in `claims` and `cannotConclude`, in en, in zh, or in both.",
  ].join("\n");
}

function examples(run: RunDocument | undefined): string {
  const observation =
    run && Object.keys(run.observations).find((name) => run.observations[name]!.missing === undefined);
  const verdict = run?.verdicts.find((one) => one.verdict === "CONFIRMED");
  return `# How a claim is written (take out the #):
#
# claims:
#   - id: what-it-says
#     text:
#       en: "It was {{${observation ?? "name"}}}."
#       zh: "其值为 {{${observation ?? "name"}}}。"      # one language is enough
#     evidence:
#       - { observation: ${observation ?? "name"} }
#       - { link: <chain>/<link> }
#       - { verdict: ${verdict?.verdict ?? "CONFIRMED"}, of: ${verdict?.prediction ?? "<prediction>"} }
#       - { output: <step>, stream: stdout, span: [0, 10], text: "the bytes" }
#     # across: generations      when it compares two generations of one Pod
# cannotConclude:
#   - en: "…"
#     zh: "…"
# notRun: [ "step <id>" ]        what of the run was NOT_RUN, if anything was
`;
}
