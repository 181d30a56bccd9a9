/** Links of the Pod object and of its sandbox. */
import { chooseSandbox, inspected } from "./cri.js";
import { type Broken, broken, type Fact, isBroken, LinkList } from "./facts.js";
import { at, type JsonNode } from "./json.js";
import { processLinks } from "./process-links.js";
import { field, optional, type Scene, staticPodHash, text } from "./scene.js";

/** The chosen sandbox with its row in `crictl pods`, or why there is none. */
export interface Sandbox {
  id: string;
  row: JsonNode;
}

export function podLinks(scene: Scene, sandbox: Sandbox | Broken): LinkList {
  const list = new LinkList();
  const { first } = scene.api;
  const pod = isBroken(first) ? undefined : first.root;
  const api = (...path: string[]) => field(first, pod, "the API server", ...path);
  const cri = (...path: string[]) =>
    isBroken(sandbox) ? undefined : optional(scene.node.json("pods/first"), sandbox.row, ...path);
  const seen = (what: string, ...path: string[]) => ({ with: `CRI sandbox ${what}`, fact: cri(...path) });

  list.fact("pod.namespace", "api", api("metadata", "namespace"), [
    seen("metadata.namespace", "metadata", "namespace"),
  ]);
  list.fact("pod.name", "api", api("metadata", "name"), [seen("metadata.name", "metadata", "name")]);
  const isStatic = pod !== undefined && staticPodHash(pod) !== undefined;
  const uidWitness = [seen("metadata.uid", "metadata", "uid")];
  list.fact("pod.uid", "api", api("metadata", "uid"), isStatic ? [] : uidWitness);
  if (isStatic) {
    list.fact("pod.nodeUid", "api", api("metadata", "annotations", "kubernetes.io/config.hash"), uidWitness);
  }
  const scheduled = field(first, pod, "the API server", "spec", "nodeName");
  list.fact(
    "pod.node",
    "api",
    isBroken(scheduled) && pod ? broken("absent", "the Pod is not scheduled to a node yet") : scheduled,
  );
  return list;
}

export function findSandbox(scene: Scene): Sandbox | Broken {
  if (isBroken(scene.api.first)) return scene.api.first;
  const pods = scene.node.json("pods/first");
  if (isBroken(pods)) return pods;
  const row = scene.nodeUid === undefined ? undefined : chooseSandbox(pods.root, scene.nodeUid);
  const id = text(row, "id");
  return row && id ? { id, row } : broken("absent", `the CRI lists no sandbox with Pod UID ${scene.nodeUid}`);
}

export function sandboxLinks(scene: Scene, sandbox: Sandbox | Broken): LinkList {
  const list = new LinkList();
  if (isBroken(sandbox)) {
    for (const id of ["sandbox.id", "sandbox.podUid", "sandbox.state", "sandbox.attempt"])
      list.broken(id, "cri", sandbox);
    return list;
  }
  const pods = scene.node.json("pods/first");
  const inspectp = scene.node.json("inspectp");
  const detail = isBroken(inspectp) ? undefined : inspected(inspectp.root, sandbox.id);
  const told = (...path: string[]): Fact | undefined => optional(inspectp, detail, ...path);
  const witness = (...path: string[]) => [{ with: `crictl inspectp ${path.join(".")}`, fact: told(...path) }];
  const row = (...path: string[]) => field(pods, sandbox.row, "crictl pods", ...path);
  list.fact("sandbox.id", "cri", row("id"), witness("status", "id"));
  // the UID as the runtime was told it: for a static Pod the node's
  list.fact("sandbox.podUid", "cri", row("metadata", "uid"), witness("status", "metadata", "uid"));
  list.fact("sandbox.state", "cri", row("state"), witness("status", "state"));
  // In proto3 JSON a zero may be left out, so a missing attempt is told by whoever prints it.
  const attempt = row("metadata", "attempt");
  list.fact(
    "sandbox.attempt",
    "cri",
    isBroken(attempt) ? (told("status", "metadata", "attempt") ?? attempt) : attempt,
  );
  const running = text(sandbox.row, "state") === "SANDBOX_READY";
  const reason = broken(
    "not-running",
    `the sandbox is ${text(sandbox.row, "state") ?? "in an unknown state"}`,
  );
  processLinks(scene, list, {
    prefix: "sandbox.",
    id: sandbox.id,
    section: "inspectp",
    detail: isBroken(inspectp) ? inspectp : detail,
    absent: running ? undefined : reason,
    hostPid: hostPid(scene),
  });
  return list;
}

function hostPid(scene: Scene): boolean {
  return !isBroken(scene.api.first) && at(scene.api.first.root, "spec", "hostPID")?.value === true;
}
