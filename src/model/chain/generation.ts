/** Whether the first and the last readings show one generation of the Pod. */
import { attempt, chooseContainer, chooseSandbox, inspected } from "./cri.js";
import { type Broken, broken, isBroken } from "./facts.js";
import { at } from "./json.js";
import { startTicks, task } from "./process.js";
import { type Moment, type Scene, text } from "./scene.js";
import { declaredContainers, statusId } from "./spec.js";
import type { Generation } from "./types.js";

export type Proof =
  | { kind: "held"; generation: Generation | null }
  | { kind: "changed"; reason: string }
  /** A reading is missing. `api` says whether the API's own first and last readings agree. */
  | { kind: "unproven"; reason: Broken; api: boolean };

/** Compares the API's two readings, the CRI's two lists and the start times of all processes. */
export function proveGeneration(scene: Scene): Proof {
  const api = compare(apiReading(scene, "first"), apiReading(scene, "last"));
  if (api.kind !== "same") return api.kind === "changed" ? api : { ...api, api: false };
  const cri = compare(criReading(scene, "first"), criReading(scene, "last"));
  if (cri.kind !== "same") return cri.kind === "changed" ? cri : { ...cri, api: true };
  const ids = Object.entries(cri.reading).flatMap(([key, value]) =>
    /^(sandbox|container .*) id$/.test(key) ? value : [],
  );
  const ticks = compare(tickReading(scene, "first", ids), tickReading(scene, "last", ids));
  if (ticks.kind !== "same") return ticks.kind === "changed" ? ticks : { ...ticks, api: true };
  return { kind: "held", generation: generationOf(scene, api.reading, cri.reading, ticks.reading) };
}

/** The PID of a running container or sandbox on the node, by the CRI or else by the task list. */
export function nodePid(scene: Scene, section: "inspect" | "inspectp", id: string): number | undefined {
  const list = scene.node.json(section);
  const told = isBroken(list) ? undefined : at(inspected(list.root, id), "info", "pid")?.value;
  if (typeof told === "number" && told > 0) return told;
  const row = task(scene.node, id);
  return row && !isBroken(row) ? row.pid.value : undefined;
}

type Reading = Record<string, string>;
type Comparison =
  | { kind: "same"; reading: Reading }
  | { kind: "changed"; reason: string }
  | { kind: "unproven"; reason: Broken };

function apiReading({ api }: Scene, when: Moment): Reading | Broken {
  const answer = api[when];
  if (isBroken(answer)) {
    // A Pod that was there and is gone has changed; it is not a reading that failed.
    return answer.code === "absent" && when === "last" ? { "Pod UID": "(gone)" } : answer;
  }
  const pod = answer.root;
  const reading: Reading = {
    "Pod UID": text(pod, "metadata", "uid") ?? "",
    node: text(pod, "spec", "nodeName") ?? "",
  };
  for (const container of declaredContainers(pod)) {
    reading[`container ${container.name} id`] = statusId(container) ?? "";
    reading[`container ${container.name} restarts`] = String(
      at(container.status, "restartCount")?.value ?? "",
    );
  }
  return reading;
}

function criReading(scene: Scene, when: Moment): Reading | Broken {
  const [pods, ps] = [scene.node.json(`pods/${when}`), scene.node.json(`ps/${when}`)];
  if (isBroken(pods)) return pods;
  if (isBroken(ps)) return ps;
  const sandbox = scene.nodeUid === undefined ? undefined : chooseSandbox(pods.root, scene.nodeUid);
  const sandboxId = text(sandbox, "id");
  if (!sandbox || !sandboxId || isBroken(scene.api.first)) return {};
  const reading: Reading = { "sandbox id": sandboxId, "sandbox attempt": String(attempt(sandbox)) };
  reading["sandbox state"] = text(sandbox, "state") ?? "";
  for (const { name } of declaredContainers(scene.api.first.root)) {
    const container = chooseContainer(ps.root, sandboxId, name);
    reading[`container ${name} id`] = text(container, "id") ?? "";
    reading[`container ${name} attempt`] = container ? String(attempt(container)) : "";
    reading[`container ${name} state`] = text(container, "state") ?? "";
  }
  return reading;
}

/** Start ticks by container or sandbox id, for everything that has a process. */
function tickReading(scene: Scene, when: Moment, ids: string[]): Reading | Broken {
  const reading: Reading = {};
  for (const id of ids) {
    const pid = id === "" ? undefined : (nodePid(scene, "inspect", id) ?? nodePid(scene, "inspectp", id));
    if (pid === undefined || !scene.node.names().includes(`proc/${pid}/stat/first`)) continue;
    if (!scene.node.names().includes(`proc/${pid}/stat/last`)) {
      return broken(
        "step-failed",
        `the last reading of process ${pid} is missing, so one generation cannot be shown`,
      );
    }
    const ticks = startTicks(scene.node, `proc/${pid}/stat/${when}`);
    reading[`start of process ${pid} (${id.slice(0, 12)})`] = isBroken(ticks)
      ? "(no such process)"
      : ticks.value;
  }
  return reading;
}

function compare(first: Reading | Broken, last: Reading | Broken): Comparison {
  if (isReadingBroken(first)) return { kind: "unproven", reason: first };
  if (isReadingBroken(last)) return { kind: "unproven", reason: last };
  const keys = [...new Set([...Object.keys(first), ...Object.keys(last)])];
  const differences = keys.filter((key) => first[key] !== last[key]);
  if (differences.length === 0) return { kind: "same", reading: first };
  const told = differences.map(
    (key) => `${key}: first ${first[key] || "(none)"}, last ${last[key] || "(none)"}`,
  );
  return { kind: "changed", reason: `between the first and the last reading ${told.join("; ")}` };
}

function isReadingBroken(reading: Reading | Broken): reading is Broken {
  return isBroken(reading);
}

function generationOf(scene: Scene, api: Reading, cri: Reading, ticks: Reading): Generation | null {
  if (!cri["sandbox id"] || isBroken(scene.api.first)) return null;
  const containers: Generation["containers"] = {};
  for (const { name } of declaredContainers(scene.api.first.root)) {
    const id = cri[`container ${name} id`];
    if (!id) continue;
    const started = Object.entries(ticks).find(([key]) => key.endsWith(`(${id.slice(0, 12)})`))?.[1];
    const restarts = Number(api[`container ${name} restarts`] || 0);
    containers[name] = { id, restarts, ...(started ? { startTicks: started } : {}) };
  }
  return { podUid: api["Pod UID"]!, sandboxId: cri["sandbox id"], containers };
}
