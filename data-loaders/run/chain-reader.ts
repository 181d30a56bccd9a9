import type { Step } from "../../labs/vocabulary/lab.js";
import type { StepRecord } from "../../src/model/run.js";
import type { CollectContext } from "../collect/context.js";
import type { StepContext } from "./context.js";
import { executeApi } from "./execute/api.js";
import { runCommand } from "./execute/command.js";
import { nodeArgv } from "./execute/node.js";

/** How the chain collector reads: every reading becomes a step record of the run. */
export function chainReader(context: StepContext<"chain">): CollectContext {
  const { run, step } = context;
  const readings = (id: string): StepContext => ({
    ...context,
    step: { ...step, id, expectExit: "any" } as Step,
  });
  const keep = (record: StepRecord) => {
    run.steps.push(record);
    return { record, stdout: (record.stdout && run.outputs.read(record.stdout.sha256)) ?? new Uint8Array() };
  };
  return {
    api: async (id, path) => {
      const base = readings(id);
      const inner = { ...base.step, kind: "api" as const, path, complete: { json: true as const } };
      return keep(await executeApi({ ...base, step: inner }));
    },
    node: async (id, node, argv, maxBytes) =>
      keep(
        await runCommand(readings(id), { target: `node/${node}`, argv: nodeArgv(run, node, argv), maxBytes }),
      ),
    vm: async (id, argv, maxBytes) => keep(await runCommand(readings(id), { target: "vm", argv, maxBytes })),
    earlier: (id) => {
      const record = run.steps.findLast((one) => one.id === id);
      const stdout = record?.stdout && run.outputs.read(record.stdout.sha256);
      return record && { record, stdout: stdout ?? new Uint8Array() };
    },
    sleep: (ms) => run.clock.sleep(ms, run.signal),
  };
}
