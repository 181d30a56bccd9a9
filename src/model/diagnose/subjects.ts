import type { ContainerSpec, ContainerStatus, Scene, State } from "./scene.js";
import type { Proof } from "./types.js";

/** A container that the Pod's progress hangs on at this moment. */
export interface Subject {
  spec: ContainerSpec;
  status?: ContainerStatus;
  /** Where its status stands in the Pod's JSON. */
  pointer: string;
  init: boolean;
}

/** The first init container that has not finished, or else every app container. */
export function subjects(scene: Scene): Subject[] {
  const { pod } = scene;
  if (!pod) return [];
  const inits = (pod.spec.initContainers ?? []).filter((one) => one.restartPolicy !== "Always");
  const initialized = pod.status.conditions?.some((c) => c.type === "Initialized" && c.status === "True");
  const open = initialized
    ? undefined
    : inits.find((spec) => !finished(pod.status.initContainerStatuses, spec.name));
  if (open) return [subject(open, pod.status.initContainerStatuses, "initContainerStatuses", true)];
  return pod.spec.containers.map((spec) =>
    subject(spec, pod.status.containerStatuses, "containerStatuses", false),
  );
}

function subject(
  spec: ContainerSpec,
  statuses: ContainerStatus[] | undefined,
  field: string,
  init: boolean,
): Subject {
  const index = statuses?.findIndex((one) => one.name === spec.name) ?? -1;
  const status = statuses?.[index];
  return { spec, ...(status && { status }), pointer: `$.status.${field}[${index}]`, init };
}

function finished(statuses: ContainerStatus[] | undefined, name: string): boolean {
  return statuses?.find((one) => one.name === name)?.state?.terminated?.exitCode === 0;
}

/**
 * How the container ended last: what is waiting for a restart tells it in lastState. ContainerStatusUnknown is no end:
 * kubelet fills it in, exit code 137 and all, for a container that it did not find any more.
 */
export function lastEnd(
  subject: Subject,
): { terminated: NonNullable<State["terminated"]>; pointer: string } | undefined {
  const { state, lastState } = subject.status ?? {};
  if ((state?.terminated ?? lastState?.terminated)?.reason === "ContainerStatusUnknown") return undefined;
  if (state?.terminated)
    return { terminated: state.terminated, pointer: `${subject.pointer}.state.terminated` };
  if (!state?.running && lastState?.terminated)
    return { terminated: lastState.terminated, pointer: `${subject.pointer}.lastState.terminated` };
  return undefined;
}

/** A value of the Pod's JSON as a proof. */
export function ofPod(pointer: string, value: unknown): Proof {
  return { reading: "pod", pointer, text: typeof value === "string" ? value : JSON.stringify(value) };
}

/** The newest event of the Pod that fits, as a proof. */
export function eventProof(
  scene: Scene,
  reasons: string[],
  fits: (message: string) => boolean = () => true,
  container?: string,
): Proof | undefined {
  const found = scene.events.find(
    ({ event }) =>
      reasons.includes(event.reason ?? "") &&
      (container === undefined || event.involvedObject?.fieldPath?.endsWith(`{${container}}`)) &&
      fits(event.message ?? ""),
  );
  return (
    found && {
      reading: "events",
      pointer: `$.items[${found.index}]`,
      text: `${found.event.reason}: ${found.event.message}`,
    }
  );
}
