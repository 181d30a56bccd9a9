/** What came back through the Service: who answered, and the state with its checksum. */
import { otherProcess, ownKernel } from "../app-links.js";
import { type Broken, broken, type Fact, isBroken, LinkList, type Witness } from "../facts.js";
import { at } from "../json.js";
import type { Json } from "../readings.js";
import { field, optional } from "../scene.js";
import type { Link } from "../types.js";
import type { Answer } from "./http.js";
import { type DeliveryScene, digest, witness } from "./scene.js";

export function answerLinks(scene: DeliveryScene, links: Link[]): Link[] {
  const list = new LinkList();
  if (scene.asked("identity")) identityLinks(scene, list, links);
  if (scene.asked("written")) list.fact("state.written", "app", written(scene));
  if (scene.asked("state")) stateLinks(scene, list, links);
  return list.links;
}

function identityLinks(scene: DeliveryScene, list: LinkList, links: Link[]): undefined {
  const answer = ok(scene, "identity");
  // without an answer there is one break: nothing else was said that could be missing
  if (isBroken(answer)) return list.broken("request.id", "app", answer);
  const json = answer.json();
  if (isBroken(json)) return list.broken("request.id", "app", json);
  list.fact("request.id", "app", requestId(answer), [
    { with: "requestId in the body", fact: optional(json, json.root, "requestId") },
  ]);
  const container = `container.${scene.delivery.container}`;
  const linkOf = (id: string) => links.find((link) => link.id === `${container}.${id}`);
  const elsewhere = otherProcess(scene.pod, json, linkOf);
  const say = (id: string, path: string[], ...others: string[]) => {
    const fact = field(json, json.root, "/identity", ...path);
    const witnesses = others.map((other) => witness(links, other));
    const isKernels = others.some((other) => /\.(?:pid\.container|startTicks)$/.test(other));
    if (elsewhere && isKernels && !isBroken(fact) && differs(fact, witnesses))
      return list.broken(`request.${id}`, "app", elsewhere);
    list.fact(`request.${id}`, "app", fact, witnesses);
  };
  // the kubelet hands a static Pod's own UID to it, which is not the mirror's
  const isStatic = links.some(({ id }) => id === "pod.nodeUid");
  say("podUid", ["pod", "uid"], isStatic ? "pod.nodeUid" : "pod.uid");
  say("node", ["pod", "node"], "pod.node");
  say("pid", ["pid"], `${container}.pid.container`);
  say("startTicks", ["startTicks"], `${container}.startTicks`);
  netLink(list, json, links, container, ownKernel(scene.pod));
  say("source", ["source", "digest"], "source.archive");
  say("image", ["image", "digest"], "registry.manifest", `${container}.image.manifestDigest`);
}

function differs(fact: Fact, witnesses: Witness[]): boolean {
  return witnesses.some((one) => one.fact !== undefined && String(one.fact.value) !== String(fact.value));
}

function netLink(
  list: LinkList,
  json: Json,
  links: Link[],
  container: string,
  elsewhere: Broken | undefined,
): undefined {
  const told = at(json.root, "namespaces", "net");
  const inode = /\[(\d+)\]$/.exec(String(told?.value))?.[1];
  if (!told || !inode)
    return list.broken("request.ns.net", "app", broken("field-missing", "/identity gives no net namespace"));
  const end = told.span[1] - 1;
  const source = { ...json.source(told), span: [end - inode.length, end] as [number, number] };
  const [fact, node] = [{ value: inode, source }, witness(links, `${container}.ns.net`)];
  if (elsewhere && differs(fact, [node])) return list.broken("request.ns.net", "app", elsewhere);
  list.fact("request.ns.net", "app", fact, [node]);
}

/** The state as it was read back: its bytes are hashed here, and header, file and writer must say the same. */
function stateLinks(scene: DeliveryScene, list: LinkList, links: Link[]): undefined {
  const answer = ok(scene, "state");
  if (isBroken(answer)) return list.broken("state.sha256", "app", answer);
  const header = answer.header("x-content-sha256");
  const prefixed = header && { ...header, value: `sha256:${header.value}` };
  list.fact("state.sha256", "app", { value: digest(answer.body), source: answer.bodySource }, [
    { with: "header X-Content-SHA256", fact: prefixed },
    witness(list.links, "state.written"),
    witness(links, "volume.sha256"),
  ]);
  list.fact("state.requestId", "app", requestId(answer));
}

function written(scene: DeliveryScene): Fact<string> | Broken {
  const answer = ok(scene, "written");
  const json = isBroken(answer) ? answer : answer.json();
  const fact = field(json, isBroken(json) ? undefined : json.root, "the answer to PUT /state", "sha256");
  return isBroken(fact) ? fact : { ...fact, value: `sha256:${fact.value}` };
}

/** The request ID that came back must be the one that was sent. */
function requestId(answer: Answer): Fact<string> | Broken {
  const back = answer.header("x-request-id");
  const sent = answer.sent("x-request-id");
  if (!back) return broken("field-missing", "the answer has no header X-Request-Id");
  if (sent !== undefined && sent !== back.value)
    return broken("mismatch", `sent the request ID ${sent}, got ${back.value}`);
  return back;
}

function ok(scene: DeliveryScene, role: "identity" | "state" | "written"): Answer | Broken {
  const answer = scene.answer(role);
  if (isBroken(answer) || answer.status.value === 200) return answer;
  const json = answer.json();
  const said = isBroken(json) ? undefined : at(json.root, "error", "code")?.value;
  return broken("absent", `expected 200, got ${answer.status.value}${said ? ` ${said}` : ""}`);
}
