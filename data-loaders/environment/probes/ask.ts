import type { Capability } from "../../../src/model/run.js";
import type { Transport } from "../../effects.js";
import { describeEnd, isExecFailure, stderrText, stdoutText } from "../command.js";
import { pasteReady } from "../transport/quote.js";
import { batchScript, splitBatch } from "./batch.js";
import type { Probe, ProbeOutput } from "./probe.js";

/** One command for one probe, with its text for whoever needs more of it. */
export async function askOne(
  transport: Transport,
  probe: Probe,
): Promise<{ capability: Capability; output: ProbeOutput | undefined }> {
  const result = await transport.run({
    argv: probe.argv,
    timeoutMs: 10_000,
    ...(probe.inherits && { inherits: probe.inherits }),
  });
  const ran = result.exitCode !== undefined && !result.timedOut;
  const output = ran
    ? { exitCode: result.exitCode!, text: `${stdoutText(result)}\n${stderrText(result)}` }
    : undefined;
  return { capability: judge(probe, output, describeEnd(result)), output };
}

/**
 * All commands in one process start.
 * On a loaded VM docker now and then fails to start a process in a container; then it is asked again.
 * @param prefix what leads to the place, such as `docker exec NODE`; empty for the VM
 */
export async function askMany(
  transport: Transport,
  prefix: string[],
  commands: string[][],
): Promise<{ outputs: (ProbeOutput | undefined)[]; ended: string }> {
  const argv = [...prefix, "sh", "-c", batchScript(commands)];
  for (let tries = 1; ; tries++) {
    const result = await transport.run({ argv, timeoutMs: 30_000 });
    const outputs = splitBatch(stdoutText(result), commands.length);
    if (!isExecFailure(result) || tries === 3) return { outputs, ended: describeEnd(result) };
  }
}

/** The capability that a probe's answer means; without an answer it is absent, with what happened instead. */
export function judge(probe: Probe, output: ProbeOutput | undefined, ended: string): Capability {
  const { present, found } = output ? probe.read(output) : { present: false, found: ended };
  return {
    name: probe.name,
    present,
    probe: pasteReady(probe.argv),
    found,
    ...(!present && { remedy: probe.remedy }),
  };
}
