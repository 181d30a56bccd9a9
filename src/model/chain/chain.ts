/** The identity chain of one Pod, extracted from recorded outputs. Pure: the same bytes give the same chain. */
import { appLinks } from "./app-links.js";
import { containerLinks } from "./container-links.js";
import { deliveryLinks, freeSteps } from "./delivery/index.js";
import { type Broken, isBroken } from "./facts.js";
import { proveGeneration } from "./generation.js";
import { networkLinks } from "./network-links.js";
import { findSandbox, podLinks, sandboxLinks } from "./pod-links.js";
import type { StepOutput } from "./readings.js";
import { openScene, type Scene } from "./scene.js";
import { declaredContainers } from "./spec.js";
import type { Chain, Delivery, Link } from "./types.js";

export interface ChainInput {
  /** Id of the chain. */
  id: string;
  pod: Chain["pod"];
  tries: number;
  /** Outputs of the steps `….pod-first`, `….node`, `….vm` and `….pod-last`; a missing one gives breaks. */
  steps: StepOutput[];
  /** What was asked beyond the Pod itself; its steps are among `steps`. */
  delivery?: Delivery;
}

/** Reads every link, then lets only those stand that are proven within one generation. Never throws on bad output. */
export function chainFrom({ id, pod, tries, steps, delivery }: ChainInput): Chain {
  const scene = openScene(pod, steps);
  const links = allLinks(scene, steps, delivery);
  const proof = proveGeneration(scene);
  const chain = {
    id,
    pod,
    tries,
    steps: steps.map(({ record }) => record.id),
    ...(delivery && { delivery }),
  };
  const apart = [scene.apiStep, ...freeSteps(delivery)];
  switch (proof.kind) {
    case "held":
      return { ...chain, generation: proof.generation, links };
    case "changed": {
      const reason: Broken = { code: "generation-changed", reason: proof.reason };
      const free = freeSteps(delivery);
      const stands = (link: Link) => link.value !== undefined && isOnlyFrom(link, free);
      const kept = links.map((link) => (stands(link) ? link : breakLink(link, reason)));
      return { ...chain, generation: null, links: kept };
    }
    case "unproven": {
      const stands = (link: Link) => link.break !== undefined || (proof.api && isOnlyFrom(link, apart));
      const kept = links.map((link) => (stands(link) ? link : breakLink(link, proof.reason)));
      return { ...chain, generation: null, links: kept };
    }
  }
}

/** Why it is worth collecting again: the readings show two generations. Undefined when they do not. */
export function unsettled(chain: Chain): string | undefined {
  const changed = chain.links.find(
    ({ id, break: why }) =>
      why?.code === "generation-changed" ||
      (why?.code === "mismatch" && /^container\..*\.id$|^sandbox\.id$/.test(id)),
  );
  return changed?.break?.reason;
}

function allLinks(scene: Scene, steps: StepOutput[], delivery: Delivery | undefined): Link[] {
  const sandbox = findSandbox(scene);
  const containers = isBroken(scene.api.first) ? [] : declaredContainers(scene.api.first.root);
  const pod = podLinks(scene, sandbox);
  const running = [
    sandboxLinks(scene, sandbox),
    ...containers.map((container) => containerLinks(scene, sandbox, container)),
    networkLinks(scene, sandbox),
  ];
  const links = delivery
    ? deliveryLinks(delivery, scene, steps, { pod, running })
    : [pod, ...running].flatMap((list) => list.links);
  return [...links, ...appLinks(scene, links).links];
}

function isOnlyFrom(link: Link, steps: string[]): boolean {
  return [...link.sources, ...(link.agrees ?? []).map(({ source }) => source)].every((source) =>
    steps.includes(source.step),
  );
}

function breakLink({ id, layer, container }: Link, reason: Broken): Link {
  const head = container === undefined ? { id, layer } : { id, layer, container };
  const { code, remedy } = reason;
  return { ...head, sources: [], break: { code, reason: reason.reason, ...(remedy ? { remedy } : {}) } };
}
