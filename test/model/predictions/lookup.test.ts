import { expect, test } from "vitest";
import { absent, predict, t } from "../../../labs/vocabulary/index.js";
import { chainFrom } from "../../../src/model/chain/chain.js";
import { judge } from "../../../src/model/predictions/judge.js";
import type { StepRecord } from "../../../src/model/run.js";

test("a link that is not there because the Pod could not be read is not proven absent", () => {
  const reason = "GET /api/v1/namespaces/n/pods/p: connect ECONNREFUSED";
  const record = { id: "broken.pod-first", status: "FAILED", reason } as StepRecord;
  const chain = chainFrom({
    id: "broken",
    pod: { namespace: "n", name: "p", node: "" },
    tries: 3,
    steps: [{ record, stdout: new Uint8Array() }],
  });
  const prediction = predict("p", "c", t("x", "x"), absent("broken/container.app.id"));
  const [verdict] = judge([prediction], { observations: {}, chains: [chain], steps: [] });
  expect(verdict).toMatchObject({ verdict: "INCONCLUSIVE" });
  expect(verdict!.explanation).toContain("ECONNREFUSED");
});
