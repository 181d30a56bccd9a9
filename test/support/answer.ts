import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { landRun } from "../../data-loaders/evidence/store.js";
import { signingKey } from "../../data-loaders/publish/key-file.js";
import { makeKey } from "../../data-loaders/publish/key-store.js";
import { answerPaths, pathsOfAnswer } from "../../data-loaders/publish/paths.js";
import { publishAnswer } from "../../data-loaders/publish/publish-answer.js";
import { sealed } from "../../src/model/answer/seal.js";
import { ANSWER_SCHEMA, type Answer } from "../../src/model/answer/types.js";
import { recordedRun, temporaryFolder } from "./evidence.js";

export { makeKey };

/** The time that signatures of tests name. */
export const SIGNED_AT = "2026-12-01T00:00:00.000Z";

/** An answer to exercise 1 of c00 that stands on the recorded run and has no fault. */
export function soundAnswer(): Answer {
  const { run } = recordedRun();
  const of = { chapter: "c00", exercise: "1" };
  const statements = run.predictions
    .filter(({ id }) => ["hostname-outside", "pid-outside"].includes(id))
    .map(({ id, text, claim }) => ({ id, text, claim }));
  return {
    schema: ANSWER_SCHEMA,
    ...of,
    run: run.id,
    prediction: sealed(of, { statements, sealedAt: "2026-11-30T12:00:00.000Z", access: "RUN_SEEN" }),
    claims: [
      {
        id: "hostname",
        text: {
          en: "Inside it was {{hostname.inside.after}}, outside {{hostname.outside.after}}.",
          zh: "里面是 {{hostname.inside.after}}，外面是 {{hostname.outside.after}}。",
        },
        evidence: [
          { observation: "hostname.inside.after" },
          { observation: "hostname.outside.after", value: "vm" },
          { verdict: "CONFIRMED", of: "hostname-outside" },
          { output: "hostname-after", stream: "stdout", span: [0, 2], text: "vm" },
        ],
      },
    ],
    cannotConclude: [{ en: "That it is safe.", zh: "不能说它是安全的。" }],
  };
}

/** Evidence, an answer and keys in folders of their own, as a clone of the project has them. */
export async function clone(keys: string, answer: Answer = soundAnswer(), evidence = recordedRun()) {
  const root = temporaryFolder();
  const roots = { evidence: join(root.path, "evidence"), answers: join(root.path, "answers") };
  await landRun(roots.evidence, evidence.run, evidence.raw);
  const paths = pathsOfAnswer(roots.answers, "c00", "1");
  mkdirSync(join(roots.answers, "c00"), { recursive: true });
  writeFileSync(paths.answer, stringify(answer));
  const publish = (now = SIGNED_AT, options: Parameters<typeof publishAnswer>[5] = {}) =>
    publishAnswer(
      roots,
      "c00",
      "1",
      async () => (await signingKey(answerPaths(roots.answers).keys, keys, now)).signer,
      () => now,
      options,
    );
  return {
    root: root.path,
    roots,
    paths,
    keyFile: answerPaths(roots.answers).keys,
    publish,
    remove: root.remove,
  };
}
