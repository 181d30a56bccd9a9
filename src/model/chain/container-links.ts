/** Links of one container. */

import { compareTimes, instantNs, parseTime } from "../time.js";
import { cgroupLinks } from "./cgroup-links.js";
import { chooseContainer, inspected } from "./cri.js";
import { type Broken, broken, type Fact, isBroken, LinkList, notComparable } from "./facts.js";
import { imageLinks } from "./image-links.js";
import { at, type JsonNode } from "./json.js";
import { mountLinks } from "./mount-links.js";
import type { Sandbox } from "./pod-links.js";
import { processLinks } from "./process-links.js";
import { field, optional, part, type Scene, text } from "./scene.js";
import type { DeclaredContainer } from "./spec.js";
import { userLinks } from "./user-links.js";

/** What has been found out about a container before its links are made. */
export interface ContainerScene {
  declared: DeclaredContainer;
  /** Its id, once the API and the CRI agree on it. */
  id: string;
  row: JsonNode;
  detail: JsonNode | undefined | Broken;
  /** Why it has no process; undefined when it runs. */
  absent: Broken | undefined;
}

export function containerLinks(
  scene: Scene,
  sandbox: Sandbox | Broken,
  declared: DeclaredContainer,
): LinkList {
  const list = LinkList.forContainer(declared.name);
  list.value("kind", "api", declared.kind, [kindSource(scene, declared)]);
  const found = join(scene, sandbox, declared);
  if (isBroken(found)) {
    list.broken("id", "cri", found);
    list.broken("state", "cri", found);
    imageLinks(scene, list, declared, found);
    processLinks(
      scene,
      list,
      subject(scene, { declared, id: "", row: declared.spec, detail: found, absent: found }),
    );
    list.broken("cgroup.path", "cgroup", found);
    return list;
  }
  stateLinks(scene, list, found);
  const pid = processLinks(scene, list, subject(scene, found));
  cgroupLinks(scene, list, found, pid);
  userLinks(scene, list, pid);
  mountLinks(scene, list, found, pid);
  imageLinks(scene, list, declared, found);
  return list;
}

/** Whether API and CRI name the same container; two ids are two generations, whose links must not be joined. */
function join(scene: Scene, sandbox: Sandbox | Broken, declared: DeclaredContainer): ContainerScene | Broken {
  if (isBroken(sandbox)) return sandbox;
  const ps = scene.node.json("ps/first");
  if (isBroken(ps)) return ps;
  const row = chooseContainer(ps.root, sandbox.id, declared.name);
  const api = text(declared.status, "containerID")?.replace(/^[^:]+:\/\//, "");
  const waiting = text(declared.status, "state", "waiting", "reason");
  const id = text(row, "id");
  if (!row || !id) {
    if (!api) return broken("absent", `the container was not created${waiting ? ` (${waiting})` : ""}`);
    // the kubelet's garbage collector removes ended containers, and their status stays
    if (at(declared.status, "state", "terminated"))
      return broken("absent", `the container ${api} has ended, and the runtime has removed it`);
    return broken(
      "mismatch",
      `the Pod status names container ${api}, the CRI has none in sandbox ${sandbox.id}`,
    );
  }
  // the kubelet writes the status after it made the container
  if (!api) return notComparable(`the CRI has container ${id}, the Pod status names none yet`);
  if (api !== id) return otherContainer(ps.root, sandbox.id, declared.name, { api, newest: id });
  const inspect = scene.node.json("inspect");
  const detail = isBroken(inspect) ? inspect : inspected(inspect.root, id);
  const state = text(row, "state");
  const why = waiting ? `${state}, waiting: ${waiting}` : `${state}`;
  const absent =
    state === "CONTAINER_RUNNING" ? undefined : broken("not-running", `the container has no process: ${why}`);
  return { declared, id, row, detail, absent };
}

/** A status that names one that the newest followed is behind; one that the CRI does not know is another Pod's or none. */
function otherContainer(
  ps: JsonNode,
  sandboxId: string,
  name: string,
  { api, newest }: { api: string; newest: string },
): Broken {
  const said = `the Pod status names container ${api}, the CRI's newest is ${newest}`;
  const earlier = (at(ps, "containers")?.items ?? []).find((item) => text(item, "id") === api);
  const isIts = text(earlier, "podSandboxId") === sandboxId && text(earlier, "metadata", "name") === name;
  return isIts ? notComparable(`${said}, which followed it`) : broken("mismatch", said);
}

function stateLinks(
  scene: Scene,
  list: LinkList,
  { declared, row, detail, absent, id }: ContainerScene,
): undefined {
  const { first } = scene.api;
  const ps = scene.node.json("ps/first");
  const inspect = scene.node.json("inspect");
  const node = isBroken(detail) ? undefined : detail;
  const status = (...path: string[]) => optional(first, declared.status, ...path);
  const told = (...path: string[]): Fact | Broken =>
    isBroken(detail) ? detail : field(inspect, node, "crictl inspect", "status", ...path);
  const apiId = status("containerID");
  list.fact("id", "cri", field(ps, row, "crictl ps", "id"), [
    { with: "Pod status containerID", fact: apiId && part(apiId, /^[^:]+:\/\/(.+)$/) },
    { with: "crictl inspect status.id", fact: optional(inspect, node, "status", "id") },
  ]);
  list.fact("state", "cri", field(ps, row, "crictl ps", "state"), [
    { with: "crictl inspect status.state", fact: optional(inspect, node, "status", "state") },
  ]);
  list.fact("restarts", "api", field(first, declared.status, "the Pod status", "restartCount"));
  timeLink(list, "startedAt", told("startedAt"), absent, status("state", "running", "startedAt"));
  if (!absent) return;
  const ended = ["state", "lastState"].find((key) => {
    const seen = text(declared.status, key, "terminated", "containerID");
    return seen?.endsWith(`://${id}`);
  });
  const witness = (name: string) =>
    ended ? [{ with: `Pod status ${ended}`, fact: status(ended, "terminated", name) }] : [];
  list.fact("exitCode", "cri", told("exitCode"), witness("exitCode"));
  list.fact("reason", "cri", told("reason"), witness("reason"));
  timeLink(
    list,
    "finishedAt",
    told("finishedAt"),
    absent,
    ended ? status(ended, "terminated", "finishedAt") : undefined,
  );
}

/** A time in its original text. The API tells whole seconds, so it agrees when it is that second. */
function timeLink(
  list: LinkList,
  id: string,
  fact: Fact | Broken,
  absent: Broken | undefined,
  api: Fact | undefined,
): undefined {
  if (isBroken(fact)) return list.broken(id, "cri", fact);
  const text = String(fact.value);
  if (parseTime(text).kind === "not-yet") {
    const reason = `"${text}" means that it has not happened${absent ? ` (${absent.reason})` : ""}`;
    return list.broken(id, "cri", broken("absent", reason));
  }
  const whole = instantNs(text);
  if (whole === undefined) return list.broken(id, "cri", broken("field-missing", `"${text}" is no time`));
  const second = new Date(Number(whole / 1_000_000_000n) * 1000).toISOString();
  const agrees =
    api && parseTime(String(api.value)).kind !== "not-yet" && compareTimes(second, String(api.value)) === 0;
  const extra = agrees ? { agrees: [{ with: "Pod status, whole seconds", source: api.source }] } : {};
  list.value(id, "cri", text, [fact.source], extra);
}

function subject(scene: Scene, found: ContainerScene) {
  const pod = isBroken(scene.api.first) ? undefined : scene.api.first.root;
  const hostPid = at(pod, "spec", "hostPID")?.value === true;
  return {
    prefix: "",
    id: found.id,
    section: "inspect" as const,
    detail: found.detail,
    absent: found.absent,
    hostPid,
  };
}

function kindSource(scene: Scene, { spec }: DeclaredContainer) {
  const name = at(spec, "restartPolicy") ?? at(spec, "name")!;
  if (isBroken(scene.api.first)) throw new Error("a declared container without a Pod object");
  return scene.api.first.source(name);
}
