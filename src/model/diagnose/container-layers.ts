import { criContainer, type Scene } from "./scene.js";
import { eventProof, lastEnd, ofPod, type Subject } from "./subjects.js";
import type { Layer, Proof } from "./types.js";

type Judged = Omit<Layer, "id">;

/** runc's words when the program itself could not be executed, as against everything that comes before. */
const EXEC =
  /exec: "|exec \S+: (no such file or directory|permission denied|exec format error)|exec format error|executable file not found/;

/** Was the container made, with all its mounts and settings? */
export function containerCreate(scene: Scene, subject: Subject): Judged {
  const refusal = refusalOf(scene, subject);
  if (refusal && !EXEC.test(refusal.text))
    return { state: "fails", cause: errnoOf(refusal.text), proof: [refusal] };
  if (refusal) return { state: "works", proof: [refusal] };
  const ran = hasRun(scene, subject);
  return ran ? { state: "works", proof: [ran] } : { state: "not determined", proof: [] };
}

/** Did the kernel execute the program? */
export function processStart(scene: Scene, subject: Subject): Judged {
  const refusal = refusalOf(scene, subject);
  if (refusal && EXEC.test(refusal.text))
    return { state: "fails", cause: errnoOf(refusal.text), proof: [refusal] };
  if (refusal) return { state: "not determined", proof: [] };
  const ended = lastEnd(subject);
  const said = ended && execLog(scene, subject.spec.name);
  if (ended && said)
    return {
      state: "fails",
      cause: errnoOf(said.text),
      proof: [said, ofPod(ended.pointer, ended.terminated)],
    };
  // an execve that fails late leaves an exit code as a process would: only the log can tell them apart
  if (ended && ended.terminated.exitCode !== 0 && scene.reading(`log/${subject.spec.name}`)?.exitCode !== 0)
    return { state: "not determined", proof: [ofPod(ended.pointer, ended.terminated)] };
  const ran = hasRun(scene, subject);
  return ran ? { state: "works", proof: [ran] } : { state: "not determined", proof: [] };
}

/** Does it run now? A Pod that has done its work, and was to end, counts as works. */
export function processAlive(scene: Scene, subject: Subject): Judged {
  const { status, pointer, spec, init } = subject;
  const running = status?.state?.running;
  const cri = criContainer(scene, spec.name);
  const criSays = cri && {
    reading: "containers",
    pointer: `$.containers[${cri.index}].state`,
    text: `${cri.container.state} ${cri.container.id}`,
  };
  // kubelet and the runtime must speak of one container: between two of them neither says anything of the other's
  const same = status?.containerID === undefined || status.containerID.endsWith(`//${cri?.container.id}`);
  if (running && same && cri?.container.state === "CONTAINER_RUNNING") {
    const proof = [criSays!, ofPod(`${pointer}.state.running`, running)];
    return init
      ? { state: "not determined", cause: "init container still runs", proof }
      : { state: "works", proof };
  }
  const end = lastEnd(subject);
  if (end && scene.pod?.status.phase === "Succeeded")
    return { state: "works", cause: "has finished", proof: [ofPod(end.pointer, end.terminated)] };
  if (end) {
    const { exitCode, signal, reason } = end.terminated;
    const how = reason === "OOMKilled" ? reason : signal ? `signal ${signal}` : `exit code ${exitCode}`;
    const last = lastWords(scene, spec.name);
    const proof = [ofPod(end.pointer, end.terminated), ...(last ? [last] : [])];
    return { state: "fails", cause: `ended with ${how}`, proof };
  }
  if (cri?.container.state === "CONTAINER_EXITED")
    return { state: "fails", cause: "ended", proof: [criSays!] };
  return { state: "not determined", proof: criSays ? [criSays] : [] };
}

/** kubelet's or the runtime's refusal to make or start the container, in full. */
function refusalOf(scene: Scene, subject: Subject): Proof | undefined {
  const { status, pointer, spec } = subject;
  const waiting = status?.state?.waiting;
  const end = lastEnd(subject);
  if (end && /^(StartError|ContainerCannotRun)$/.test(end.terminated.reason ?? ""))
    return ofPod(end.pointer, `${end.terminated.reason}: ${end.terminated.message ?? ""}`);
  if (
    /^(CreateContainer|RunContainer|PreCreateHook|PreStartHook|PostStartHook)\w*$/.test(waiting?.reason ?? "")
  ) {
    const event = eventProof(scene, ["Failed"], (message) => /^Error:/.test(message), spec.name);
    const own = ofPod(`${pointer}.state.waiting`, `${waiting!.reason}: ${waiting!.message ?? ""}`);
    return waiting?.message ? own : (event ?? own);
  }
  return undefined;
}

/** It ran at least once: it runs, or ended as kubelet saw it end. */
function hasRun(scene: Scene, subject: Subject): Proof | undefined {
  const { status, pointer, spec } = subject;
  const running = status?.state?.running;
  if (running) return ofPod(`${pointer}.state.running`, running);
  const end = lastEnd(subject);
  if (end) return ofPod(end.pointer, end.terminated);
  const cri = criContainer(scene, spec.name);
  // EXITED is also what is left of a container that could not be started
  if (cri?.container.state === "CONTAINER_RUNNING")
    return { reading: "containers", pointer: `$.containers[${cri.index}].state`, text: cri.container.state };
  return undefined;
}

/** runc's init writes its last words to the container's own log when execve fails after the start. */
function execLog(scene: Scene, name: string): Proof | undefined {
  const log = scene.reading(`log/${name}`);
  const line = `${log?.stdout ?? ""}\n${log?.stderr ?? ""}`
    .split("\n")
    .findLast((one) =>
      /^(.*\s)?exec \S+: (exec format error|no such file or directory|permission denied)\s*$/.test(one),
    );
  return line === undefined ? undefined : { reading: `log/${name}`, text: line.trim() };
}

/** The last line of its log, as it stands: what it means is for the reader. */
function lastWords(scene: Scene, name: string): Proof | undefined {
  const log = scene.reading(`log/${name}`);
  const line = `${log?.stdout ?? ""}\n${log?.stderr ?? ""}`.split("\n").findLast((one) => one.trim() !== "");
  return log?.exitCode === 0 && line !== undefined
    ? { reading: `log/${name}`, text: line.trim() }
    : undefined;
}

/** The errno in words as runc prints it at the end, or the last part of the message. */
function errnoOf(message: string): string {
  const known =
    /exec format error|read-only file system|no such file or directory|permission denied|not a directory|operation not permitted|invalid argument|no such device|secret "[^"]+" not found|configmap "[^"]+" not found|runAsNonRoot/i.exec(
      message,
    );
  return known?.[0].toLowerCase() ?? "refused";
}
