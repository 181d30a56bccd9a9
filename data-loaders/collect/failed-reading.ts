import { chooseContainer, chooseSandbox, inspected } from "../../src/model/chain/cri.js";
import { type Broken, broken, isBroken } from "../../src/model/chain/facts.js";
import { at } from "../../src/model/chain/json.js";
import { apiAnswer, type Batch, type Json, type StepOutput } from "../../src/model/chain/readings.js";
import { openScene, type Scene, text } from "../../src/model/chain/scene.js";
import { declaredContainers } from "../../src/model/chain/spec.js";
import type { Chain } from "../../src/model/chain/types.js";

/** Sections of the node's output that every chain stands on. */
const NEEDED = ["pods/first", "ps/first", "images", "boot-id", "pods/last", "ps/last"];
/** What a node need not have a program for; a shell ends with 127 then. */
const WHERE_INSTALLED = ["tasks", "ip-route", "ip-link"];

/**
 * Which reading of one try failed, in one sentence; undefined when all that the chain stands on was read. That something is
 * not there (a Pod, a container, an optional program) is an answer and no failure.
 * @param steps the Pod's readings and those of its delivery
 */
export function failedReading(pod: Chain["pod"], steps: StepOutput[]): string | undefined {
  const scene = openScene(pod, steps);
  const onNode = !isBroken(scene.api.first) && pod.node !== "";
  const fault = [
    ...steps.map(stepFault),
    ...(onNode ? [scene.node.fault ?? nodeFault(scene), scene.vm.fault] : []),
  ].find((one) => one !== undefined);
  return fault?.reason;
}

/** A record that is not OK, but for an object that the API server says is not there. */
function stepFault(step: StepOutput): Broken | undefined {
  const { id, target, status, reason } = step.record;
  if (target === "api") {
    const answer = apiAnswer(step, "the API server's answer");
    return isBroken(answer) && answer.code === "step-failed" ? answer : undefined;
  }
  return status === "OK" ? undefined : broken("step-failed", `step ${id} is ${status}: ${reason}`);
}

function nodeFault(scene: Scene): Broken | undefined {
  const { node } = scene;
  const installed = WHERE_INSTALLED.filter((name) => node.exit(name) !== 127);
  const sections = [...NEEDED, ...installed].map((name) => node.section(name));
  return sections.find(isBroken) ?? inspectFault(scene);
}

/** A sandbox or container that both lists name and that the runtime did not describe. */
function inspectFault({ node, nodeUid, api }: Scene): Broken | undefined {
  const lists = ["pods/first", "ps/first", "pods/last", "ps/last"].map((name) => node.json(name));
  const unread = lists.find(isBroken);
  if (unread) return unread;
  const [pods, ps, podsLast, psLast] = lists as [Json, Json, Json, Json];
  const sandbox = nodeUid === undefined ? undefined : text(chooseSandbox(podsLast.root, nodeUid), "id");
  if (sandbox === undefined || isBroken(api.first)) return undefined;
  const containers = declaredContainers(api.first.root).flatMap(
    ({ name }) => text(chooseContainer(psLast.root, sandbox, name), "id") ?? [],
  );
  return (
    undescribed(node, "inspectp", [sandbox].filter(listedIn(pods, "items"))) ??
    undescribed(node, "inspect", containers.filter(listedIn(ps, "containers")))
  );
}

function listedIn(list: Json, member: string): (id: string) => boolean {
  const items = at(list.root, member)?.items ?? [];
  return (id) => items.some((item) => text(item, "id") === id);
}

function undescribed(node: Batch, section: string, ids: string[]): Broken | undefined {
  if (ids.length === 0) return undefined;
  const told = node.json(section);
  if (isBroken(told)) return told;
  const id = ids.find((one) => inspected(told.root, one) === undefined);
  return id === undefined
    ? undefined
    : broken("step-failed", `section ${section} of step ${node.step} does not describe ${id}`);
}
