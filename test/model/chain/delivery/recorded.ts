/** A recorded chain with its delivery: the outputs as they were stored, and ways to take one of them away or change it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ChainInput, chainFrom } from "../../../../src/model/chain/chain.js";
import type { StepOutput } from "../../../../src/model/chain/readings.js";
import type { Chain, DeliveryRole } from "../../../../src/model/chain/types.js";
import { breaksOf } from "../../../../src/model/predictions/breaks.js";
import type { StepRecord } from "../../../../src/model/run.js";

const FIXTURES = join(import.meta.dirname, "../../../fixtures");

export function recordedDelivery(name: string): ChainInput {
  const folder = join(FIXTURES, name);
  const { steps, ...chain } = JSON.parse(readFileSync(join(folder, "chain.json"), "utf8"));
  const read = ({ file, record }: { file: string; record: StepRecord }): StepOutput => ({
    record,
    stdout: new Uint8Array(readFileSync(join(folder, file))),
  });
  return { ...chain, steps: steps.map(read) };
}

const idOf = (input: ChainInput, role: DeliveryRole | "node" | "pod-first" | "pod-last") =>
  input.delivery!.steps[role as DeliveryRole] ??
  input.steps.find(({ record }) => record.id.endsWith(`.${role}`))!.record.id;

/** Without what that role told. */
export function without(input: ChainInput, role: DeliveryRole | "node"): ChainInput {
  const id = idOf(input, role);
  return { ...input, steps: input.steps.filter(({ record }) => record.id !== id) };
}

/** With another text in that role's output; the change must change something. One character a byte. */
export function changed(
  input: ChainInput,
  role: DeliveryRole | "node" | "pod-first" | "pod-last",
  change: (text: string) => string,
): ChainInput {
  const id = idOf(input, role);
  const steps = input.steps.map((step) => {
    if (step.record.id !== id) return step;
    const before = Buffer.from(step.stdout).toString("latin1");
    const after = change(before);
    if (after === before) throw new Error(`nothing was changed in ${id}`);
    return { ...step, stdout: new Uint8Array(Buffer.from(after, "latin1")) };
  });
  return { ...input, steps };
}

/** With another record of that role's step, and nothing printed. */
export function failed(input: ChainInput, role: DeliveryRole, record: Partial<StepRecord>): ChainInput {
  const id = idOf(input, role);
  const steps = input.steps.map((step) =>
    step.record.id === id ? { record: { ...step.record, ...record }, stdout: new Uint8Array() } : step,
  );
  return { ...input, steps };
}

/** The links that are breaks, with their codes. */
export function breaks(input: ChainInput): Record<string, string> {
  const chain = chainFrom(input);
  return Object.fromEntries(breaksOf(chain.links).map((id) => [id, linkOf(chain, id).break!.code]));
}

export function linkOf(chain: Chain, id: string) {
  const link = chain.links.find((one) => one.id === id);
  if (!link) throw new Error(`the chain has no link ${id}`);
  return link;
}

/** An API object, of whatever kind. */
// biome-ignore lint/suspicious/noExplicitAny: tests change what they know to be there
export type ApiObject = any;

/** With another JSON document in that role's output. */

export function changedJson(
  input: ChainInput,
  role: DeliveryRole | "pod-first" | "pod-last",
  change: (json: ApiObject) => void,
) {
  return changed(input, role, (text) => {
    const json = JSON.parse(text);
    change(json);
    return JSON.stringify(json);
  });
}
