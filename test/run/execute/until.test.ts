import { expect, test } from "vitest";
import type { RunContext } from "../../../data-loaders/run/context.js";
import { executeUntil } from "../../../data-loaders/run/execute/until.js";
import { createOutputs } from "../../../data-loaders/run/outputs.js";
import { until, vm } from "../../../labs/vocabulary/index.js";
import type { Step } from "../../../labs/vocabulary/lab.js";
import { FakeVm } from "../../environment/fake-vm.js";
import { LAYOUTS, laidOut } from "../../support/layouts.js";

const text = (en: string) => ({ en, zh: en });
const status = (ready: boolean) =>
  JSON.stringify({
    status: {
      conditions: [
        { type: "RuntimeReady", status: true },
        { type: "NetworkReady", status: ready },
      ],
    },
  });

async function waited(outputs: string[], step: ReturnType<typeof until>) {
  let asked = 0;
  let now = 0;
  const run = {
    transport: new FakeVm(() => ({ stdout: outputs[Math.min(asked++, outputs.length - 1)]! })),
    outputs: createOutputs(),
    signal: new AbortController().signal,
    clock: {
      now: () => new Date(0),
      monotonic: () => now,
      sleep: async (ms: number) => {
        now += ms;
      },
    },
  } as unknown as RunContext;
  const record = await executeUntil({ run, step: step as Step & { kind: "until" }, case: "c" });
  return { record, asked };
}

test.each(LAYOUTS)("waits until JSONPath finds something, whatever the layout: %s", async (layout) => {
  const outputs = [laidOut(status(false), layout)!, "not yet JSON", laidOut(status(true), layout)!];
  const has = "$.status.conditions[?@.type == 'NetworkReady' && @.status == true]";
  const { record, asked } = await waited(
    outputs,
    until("u", text("U"), vm("v", text("V"), ["info"]), { has }),
  );
  expect([record.status, record.tries, asked]).toEqual(["OK", 3, 3]);
});

test("says what the output never had", async () => {
  const step = until("u", text("U"), vm("v", text("V"), ["info"]), { has: "$.never" }, { timeoutSeconds: 2 });
  const { record } = await waited([status(true)], step);
  expect(record).toMatchObject({ status: "TIMED_OUT", timedOut: true });
  expect(record.reason).toMatch(/in 2 s the output still does not have \$\.never$/);
});

test("goes on matching text", async () => {
  const { record } = await waited(["one", "two"], until("u", text("U"), vm("v", text("V"), ["x"]), "^two$"));
  expect([record.status, record.tries]).toEqual(["OK", 2]);
});
