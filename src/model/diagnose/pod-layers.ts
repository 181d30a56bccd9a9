import { readySandbox, type Scene } from "./scene.js";
import { eventProof, ofPod } from "./subjects.js";
import type { Layer, Proof } from "./types.js";

type Judged = Omit<Layer, "id">;

/** Is there such an object? */
export function api(scene: Scene): Judged {
  const { pod } = scene;
  const reading = scene.reading("pod");
  if (pod) return { state: "works", proof: [ofPod("$.metadata.uid", pod.metadata.uid)] };
  const said = reading?.stderr.trim() ?? "";
  const proof = said ? [{ reading: "pod", text: said }] : [];
  return /\(NotFound\)/.test(said)
    ? { state: "fails", cause: "no such Pod", proof }
    : { state: "not determined", proof };
}

/** Has it a node? */
export function scheduling({ pod }: Scene): Judged {
  const node = pod?.spec.nodeName;
  if (node) return { state: "works", proof: [ofPod("$.spec.nodeName", node)] };
  const { found, proof } = condition(pod?.status.conditions, "PodScheduled");
  return found?.status === "False"
    ? { state: "fails", cause: found.reason ?? "not scheduled", proof }
    : { state: "not determined", proof };
}

/** Is the node Ready, and did its kubelet take the Pod? */
export function node(scene: Scene): Judged {
  const { pod } = scene;
  const refused = pod?.status.phase === "Failed" && pod.status.reason;
  if (refused)
    return {
      state: "fails",
      cause: refused,
      proof: [ofPod("$.status", `${refused}: ${pod.status.message ?? ""}`)],
    };
  const { found, proof } = condition(scene.node?.status?.conditions, "Ready", "node");
  if (!found) return { state: "not determined", proof: failed(scene, "node") };
  return found.status === "True"
    ? { state: "works", proof }
    : { state: "fails", cause: `Ready is ${found.status}`, proof };
}

/** kubelet makes the sandbox only after every volume is mounted, so a sandbox proves the volumes. */
export function volumes(scene: Scene): Judged {
  if ((scene.pod?.spec.volumes ?? []).length === 0) return { state: "not applicable", proof: [] };
  const sandbox = sandboxProof(scene);
  if (sandbox) return { state: "works", proof: [sandbox] };
  const refused = eventProof(scene, ["FailedMount", "FailedAttachVolume", "FailedMapVolume"]);
  if (refused) return { state: "fails", cause: refused.text.split(":")[0]!, proof: [refused] };
  // an attempt to make the sandbox comes after the volumes too
  const tried = eventProof(scene, ["FailedCreatePodSandBox"]);
  return tried
    ? { state: "works", proof: [tried] }
    : { state: "not determined", proof: failed(scene, "sandboxes") };
}

/** A READY sandbox with an address. */
export function sandbox(scene: Scene): Judged {
  const { pod } = scene;
  const there = sandboxProof(scene);
  const address = pod?.status.podIP;
  if (there && address) return { state: "works", proof: [there, ofPod("$.status.podIP", address)] };
  const refused = eventProof(scene, ["FailedCreatePodSandBox"]);
  if (refused && !there) {
    const cause = /network|\bcni\b/i.test(refused.text) ? "network setup refused" : "sandbox refused";
    return { state: "fails", cause, proof: [refused] };
  }
  return { state: "not determined", proof: there ? [there] : failed(scene, "sandboxes") };
}

function sandboxProof(scene: Scene): Proof | undefined {
  const found = readySandbox(scene);
  return (
    found && {
      reading: "sandboxes",
      pointer: `$.items[${found.index}].state`,
      text: `${found.sandbox.state} ${found.sandbox.id}`,
    }
  );
}

interface Conditions {
  type: string;
  status: string;
  reason?: string;
  message?: string;
}

export function condition(
  conditions: Conditions[] | undefined,
  type: string,
  reading = "pod",
): { found: Conditions | undefined; proof: Proof[] } {
  const index = conditions?.findIndex((one) => one.type === type) ?? -1;
  const found = conditions?.[index];
  if (!found) return { found, proof: [] };
  const words = [`${type}=${found.status}`, found.reason, found.message].filter(Boolean).join(", ");
  return { found, proof: [{ reading, pointer: `$.status.conditions[${index}]`, text: words }] };
}

/** What a reading said when it failed; nothing where it is missing or sound. */
export function failed(scene: Scene, name: string): Proof[] {
  const reading = scene.reading(name);
  const said = reading && reading.exitCode !== 0 ? reading.stderr.trim() || `exit ${reading.exitCode}` : "";
  return said ? [{ reading: name, text: said.split("\n").at(-1)! }] : [];
}
