/** The outputs that a delivery's links are read from, and the links of the Pod that they are compared with. */

import { sha256Hex } from "../../sha256.js";
import { type Broken, broken, type Fact, isBroken, type Witness } from "../facts.js";
import { at, parseJson } from "../json.js";
import { apiAnswer, Batch, type Json, type StepOutput } from "../readings.js";
import { optional, type Scene } from "../scene.js";
import type { Delivery, DeliveryRole, Link } from "../types.js";
import { type Answer, httpAnswer } from "./http.js";

export interface DeliveryScene {
  delivery: Delivery;
  pod: Scene;
  /** Whether the role was asked for. */
  asked(role: DeliveryRole): boolean;
  /** The JSON that a build or a push told. */
  told(role: "build" | "push"): Json | Broken;
  object(role: "service" | "endpoints" | "claim" | "volume"): Json | Broken;
  answer(role: "manifest" | "identity" | "state" | "written"): Answer | Broken;
  /** The URL of a request, from the command itself; undefined when it was not made. */
  url(role: "identity" | "state"): string | undefined;
  /** The checksum of the source archive, `sha256:<hex>`. */
  checksum(): Fact<string> | Broken;
  files: Batch;
}

const WHAT: Record<DeliveryRole, string> = {
  source: "the checksum of the source archive",
  build: "the build of the image",
  push: "the push of the image",
  manifest: "the registry's answer for the manifest",
  service: "the Service",
  endpoints: "the Service's EndpointSlices",
  claim: "the PersistentVolumeClaim",
  volume: "the PersistentVolume",
  files: "the reading of the volume's files",
  identity: "the answer to /identity through the Service",
  state: "the answer to /state through the Service",
  written: "the answer to the writing of /state",
};

export function openDelivery(delivery: Delivery, pod: Scene, steps: StepOutput[]): DeliveryScene {
  const output = (role: DeliveryRole): StepOutput | Broken => {
    const id = delivery.steps[role];
    const step = steps.findLast(({ record }) => record.id === id);
    return step ?? broken("step-failed", `${WHAT[role]} was not collected`);
  };
  const good = (role: DeliveryRole): StepOutput | Broken => {
    const step = output(role);
    if (isBroken(step) || step.record.status === "OK") return step;
    const { id, status, reason } = step.record;
    return broken("step-failed", `${WHAT[role]} (step ${id}, ${status})${reason ? `: ${reason}` : ""}`);
  };
  const files = output("files");
  return {
    delivery,
    pod,
    asked: (role) => delivery.steps[role] !== undefined,
    told(role) {
      const step = good(role);
      if (isBroken(step)) return step;
      const { id } = step.record;
      try {
        const root = parseJson(step.stdout);
        return {
          root,
          source: (node) => ({ step: id, stream: "stdout", span: node.span, pointer: node.pointer }),
        };
      } catch (error) {
        return broken("step-failed", `${WHAT[role]} (step ${id}) is ${(error as Error).message}`);
      }
    },
    object(role) {
      const step = output(role);
      return isBroken(step) ? step : apiAnswer(step, WHAT[role]);
    },
    answer(role) {
      const step = output(role);
      return isBroken(step) ? step : httpAnswer(step);
    },
    url(role) {
      const step = output(role);
      const last = isBroken(step) ? undefined : step.record.argv.at(-1);
      return last !== undefined && URL.canParse(last) ? last : undefined;
    },
    checksum() {
      const step = good("source");
      if (isBroken(step)) return step;
      const text = new TextDecoder().decode(step.stdout);
      const match = /^\\?([0-9a-f]{64}) [ *]/m.exec(text);
      const reason = `step ${step.record.id}: expected "<sha256>  <file>", got ${JSON.stringify(text.slice(0, 80))}`;
      if (!match) return broken("field-missing", reason);
      const start = match.index + match[0].indexOf(match[1]!);
      const source = {
        step: step.record.id,
        stream: "stdout" as const,
        span: [start, start + 64] as [number, number],
      };
      return { value: `sha256:${match[1]}`, source };
    },
    files: Batch.open(isBroken(files) ? undefined : files, WHAT.files),
  };
}

/** The URL that the Service was asked by; undefined when it was not. */
export function askedUrl({ url }: DeliveryScene): string | undefined {
  return url("identity") ?? url("state");
}

/** Another link of the chain as a witness; none when it is itself without proof, and says so itself. */
export function witness(links: Link[], id: string): Witness {
  const link = links.find((one) => one.id === id);
  const source = link?.sources[0];
  const proven = link?.value !== undefined && source;
  return { with: id, fact: proven ? { value: link.value!, source } : undefined };
}

/** A field of JSON as a witness under the name of who says it. */
export function says(who: string, json: Json | Broken, ...path: (string | number)[]): Witness {
  return { with: who, fact: isBroken(json) ? undefined : optional(json, at(json.root), ...path) };
}

/** `sha256:<hex>` of bytes. */
export function digest(bytes: Uint8Array): string {
  return `sha256:${sha256Hex(bytes)}`;
}
