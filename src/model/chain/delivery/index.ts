/** The links of a delivery, in the order of cause and effect around those of the Pod. */
import type { LinkList } from "../facts.js";
import type { StepOutput } from "../readings.js";
import type { Scene } from "../scene.js";
import type { Delivery, DeliveryRole, Link } from "../types.js";
import { answerLinks } from "./answer-links.js";
import { originLinks } from "./origin-links.js";
import { openDelivery } from "./scene.js";
import { serviceLinks } from "./service-links.js";
import { claimLinks, mountedLinks } from "./volume-links.js";

/** Links of the Pod by the part of the chain that they belong to. */
export interface PodParts {
  pod: LinkList;
  /** Sandbox, containers and network. */
  running: LinkList[];
}

/**
 * Source, build and registry come first, then the Pod as the API has it and its claim, then what runs on the node, the
 * Service, the mounted volume, and the answers. So the first break in the list is the first element without proof.
 */
export function deliveryLinks(delivery: Delivery, pod: Scene, steps: StepOutput[], parts: PodParts): Link[] {
  const scene = openDelivery(delivery, pod, steps);
  const running = parts.running.flatMap(({ links }) => links);
  const own = [...parts.pod.links, ...running];
  const origin = originLinks(scene, own);
  const claim = claimLinks(scene, own);
  const mounted = mountedLinks(scene, own);
  const known = [...origin, ...own, ...claim, ...mounted];
  return [
    ...origin,
    ...parts.pod.links,
    ...claim,
    ...running,
    ...serviceLinks(scene, own),
    ...mounted,
    ...answerLinks(scene, known),
  ];
}

/** Roles that do not speak about a running generation of the Pod: their links stand when the node could not be read. */
const FREE: DeliveryRole[] = [
  ...(["source", "build", "push", "manifest", "service", "endpoints", "claim", "volume", "written"] as const),
];

export function freeSteps(delivery: Delivery | undefined): string[] {
  return FREE.flatMap((role) => delivery?.steps[role] ?? []);
}
