/** A process that publishes an answer again and kills itself, as kill -9 does, after the named point. For publish.test.ts. */
import { signingKey } from "../../data-loaders/publish/key-file.js";
import { answerPaths } from "../../data-loaders/publish/paths.js";
import { publishAnswer } from "../../data-loaders/publish/publish-answer.js";

const [evidence, answers, keys, point] = process.argv.slice(2) as [string, string, string, string];
const now = "2026-12-02T00:00:00.000Z";
await publishAnswer(
  { evidence, answers },
  "c00",
  "1",
  async () => (await signingKey(answerPaths(answers).keys, keys, now)).signer,
  () => now,
  {
    again: true,
    passed: (passed) => {
      if (passed === point) process.kill(process.pid, "SIGKILL");
    },
  },
);
