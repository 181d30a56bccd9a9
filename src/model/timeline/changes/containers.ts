import { at, byKey, type KubeObject, number, objects, text } from "../fields.js";
import type { Change } from "./change.js";
import { serverTime } from "./server-time.js";

const LISTS = [
  ["container", "containerStatuses"],
  ["init container", "initContainerStatuses"],
  ["ephemeral container", "ephemeralContainerStatuses"],
] as const;

/**
 * `container app waiting (ContainerCreating)`, `container app running`, `container app terminated (Error, exit 1)`,
 * `container app restarts 0→1`, `container app ready false→true`. The server's time is startedAt or finishedAt
 * unless it holds a zero form. A container that ended and started between two states has both its end
 * (lastState) and its start as changes.
 */
export function containerChanges(before: KubeObject | undefined, after: KubeObject): Change[] {
  return LISTS.flatMap(([word, list]) => {
    const old = statuses(before, list);
    return [...statuses(after, list)].flatMap(([name, now]) =>
      statusChanges(`${word} ${name}`, `status.${list}[${name}]`, old.get(name), now),
    );
  });
}

function statusChanges(name: string, field: string, was: KubeObject | undefined, now: KubeObject): Change[] {
  const [oldState, state] = [stateOf(was, "state", field), stateOf(now, "state", field)];
  const [oldLast, last] = [stateOf(was, "lastState", field), stateOf(now, "lastState", field)];
  const unseenEnd = last && last.key !== oldLast?.key && last.key !== oldState?.key ? [last.change] : [];
  const [oldCount, count] = [number(was, "restartCount") ?? 0, number(now, "restartCount") ?? 0];
  const [oldReady, ready] = [at(was, "ready") ?? false, at(now, "ready") ?? false];
  return [
    ...unseenEnd.map((change) => prefixed(name, change)),
    ...(state && state.key !== oldState?.key ? [prefixed(name, state.change)] : []),
    ...(oldCount === count ? [] : [{ change: `${name} restarts ${oldCount}→${count}` }]),
    ...(oldReady === ready ? [] : [{ change: `${name} ready ${oldReady}→${ready}` }]),
  ];
}

/** The one state that is set, with a key that tells two runs of the container apart. */
function stateOf(status: KubeObject | undefined, slot: "state" | "lastState", field: string) {
  const waiting = at(status, slot, "waiting");
  if (waiting) {
    const change = `waiting (${text(waiting, "reason") ?? "no reason"})`;
    return { key: change, change: { change } };
  }
  const running = at(status, slot, "running");
  if (running) {
    const startedAt = text(running, "startedAt");
    const server = serverTime(startedAt, `${field}.${slot}.running.startedAt`);
    return { key: `running ${startedAt}`, change: { change: "running", ...server } };
  }
  const terminated = at(status, slot, "terminated");
  if (terminated) {
    const finishedAt = text(terminated, "finishedAt");
    const exit = number(terminated, "exitCode");
    const how = [text(terminated, "reason"), exit === undefined ? undefined : `exit ${exit}`].filter(Boolean);
    const change = `terminated (${how.join(", ")})`;
    const server = serverTime(finishedAt, `${field}.${slot}.terminated.finishedAt`);
    const key = `${change} ${text(terminated, "containerID") ?? ""} ${finishedAt}`;
    return { key, change: { change, ...server } };
  }
  return undefined;
}

function prefixed(name: string, change: Change): Change {
  return { ...change, change: `${name} ${change.change}` };
}

function statuses(pod: KubeObject | undefined, list: string): Map<string, KubeObject> {
  return byKey(objects(pod, "status", list), (status) => text(status, "name") ?? "");
}
