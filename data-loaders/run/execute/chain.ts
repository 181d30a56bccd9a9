import type { StepRecord } from "../../../src/model/run.js";
import { collectChains } from "../../collect/collect.js";
import { chainReader } from "../chain-reader.js";
import type { StepContext } from "../context.js";
import { baseRecord } from "./command.js";
import { kubectlArgv } from "./kubectl.js";

/**
 * Collects the identity chain of one Pod. Its readings are step records of their own, named `<id>.<try>.<reading>`. The
 * step is FAILED when one that the chain stands on failed in the last try.
 */
export async function executeChain(context: StepContext<"chain">): Promise<StepRecord> {
  const { run, step } = context;
  const namespace = step.namespace ?? run.namespace;
  const startedAt = run.clock.now().toISOString();
  const start = run.clock.monotonic();
  const reader = chainReader(context);
  const { identity, delivery } = step;
  const asked = { ...(identity && { identity }), ...(delivery && { delivery }) };
  const pods = [{ id: step.id, namespace, name: step.pod, ...asked }];
  const { chains, failures } = await collectChains(reader, { pods });
  run.seeds.push(...chains);
  const argv = kubectlArgv(run, ["get", "pod", step.pod, "-o", "json"], namespace);
  const tries = chains[0]?.tries ?? 0;
  const failed = failures.get(step.id);
  return {
    ...baseRecord(context, `pod/${namespace}/${step.pod}`, argv),
    ...(failed === undefined
      ? { status: "OK" }
      : {
          status: "FAILED",
          reason: `a reading that the chain stands on failed, in ${tries} tries: ${failed}`,
        }),
    startedAt,
    durationMs: Math.round(run.clock.monotonic() - start),
    tries,
  };
}
