import { type Layer, layerNames, type Readings, type Walk, walk } from "../../src/model/diagnose/index.js";
import { readPod } from "../collect/readings.js";
import { withPinned } from "../environment/cluster/pinned-kubeconfig.js";
import { proveCluster } from "../environment/cluster/prove.js";
import type { EnvironmentEffects } from "../environment/effects.js";
import { pasteReady } from "../environment/transport/quote.js";
import { createRedactor } from "../evidence/redact.js";
import { type ExitCode, exit } from "../exit-codes.js";
import { interruptible } from "../run/interrupt.js";

export interface DiagnoseOptions {
  pod: string;
  namespace: string;
  json?: boolean;
}

/**
 * Walks the layers of a Pod of the dedicated cluster and names the first one without proof. What it finds is a result:
 * exit 0, also for a Pod that does not work. Errors: exit 8 for any other cluster, exit 3 when there is none.
 */
export async function diagnose(options: DiagnoseOptions, effects: EnvironmentEffects): Promise<ExitCode> {
  const proven = await proveCluster(effects, effects.settings.cluster);
  const nodes = proven.nodes.map((node) => node.name);
  let read: Readings | undefined;
  await interruptible(effects, async (signal) => {
    read = await withPinned(effects, proven, (cluster) =>
      readPod({ transport: effects.transport, cluster, nodes, signal }, options.namespace, options.pod),
    );
    if (signal.aborted) read = undefined;
  });
  if (!read) return exit.interrupted;
  const readings = masked(read);
  const found = walk(readings);
  effects.output(
    options.json
      ? `${JSON.stringify({ ...found, readings: readings.readings }, null, 2)}\n`
      : describe(found, readings),
  );
  return exit.done;
}

/** Logs and specs may hold secrets: they are masked by the rules that evidence is masked by. */
function masked(readings: Readings): Readings {
  const redactor = createRedactor();
  for (const { stdout, stderr } of readings.readings)
    for (const text of [stdout, stderr]) redactor.learn(new TextEncoder().encode(text));
  return redactor.redactValue(readings);
}

/** The walk as a person reads it: a line a layer, the raw words that prove it, and the verdict last. */
export function describe({ namespace, pod, layers, first }: Walk, readings: Readings): string {
  const lines = layers.flatMap((layer) => [
    `${marks[layer.state]} ${layerNames[layer.id].en.padEnd(34)} ${said(layer)}`,
    ...(layer.state === "works" ? layer.proof.slice(0, 1) : layer.proof).map(
      ({ reading, text }) => `      ${reading}: ${short(text)}`,
    ),
  ]);
  return [`Pod ${namespace}/${pod}`, ...lines, "", ...conclusion(first, readings), ""].join("\n");
}

const marks: Record<Layer["state"], string> = {
  works: "yes",
  fails: "NO ",
  "not determined": " ? ",
  "not reached": " - ",
  "not applicable": " - ",
};

function said({ state, cause, container }: Layer): string {
  return [state, cause && `(${cause})`, container && `container ${container}`].filter(Boolean).join(" ");
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 400 ? `${line.slice(0, 400)}…` : line;
}

function conclusion(first: Layer | undefined, { readings }: Readings): string[] {
  if (!first) return ["Every layer that applies has proof that it works."];
  const name = layerNames[first.id].en;
  const head =
    first.state === "fails"
      ? `The first layer without proof is ${name}: it fails${first.cause ? ` (${first.cause})` : ""}.`
      : `The first layer without proof is ${name}: whether it works is not determined.`;
  const reading = readings.find((one) => one.name === first.proof[0]?.reading);
  return [head, ...(reading ? [`  $ ${pasteReady(reading.argv)}`] : ["  No output says anything about it."])];
}
