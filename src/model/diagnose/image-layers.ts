import { criContainer, type Scene } from "./scene.js";
import { eventProof, ofPod, type Subject } from "./subjects.js";
import type { Layer, Proof } from "./types.js";

type Judged = Omit<Layer, "id">;

/** Does the image's name lead to a manifest? */
export function imageReference(scene: Scene, subject: Subject): Judged {
  const used = imageUsed(scene, subject);
  if (used) return { state: "works", proof: [used] };
  const trouble = pullTrouble(scene, subject);
  if (!trouble) return { state: "not determined", proof: [] };
  const { reason, proof } = trouble;
  if (reason === "InvalidImageName") return { state: "fails", cause: "no valid name", proof: [proof] };
  if (reason === "ErrImageNeverPull")
    return { state: "fails", cause: "not on the node, and not to be pulled", proof: [proof] };
  if (/failed to resolve (reference|image)/.test(proof.text))
    return { state: "fails", cause: whyUnresolved(proof.text), proof: [proof] };
  // the runtime got further than the name: what it complains of is content
  return contentTrouble(proof.text)
    ? { state: "works", proof: [proof] }
    : { state: "not determined", proof: [proof] };
}

/** Is everything there that the manifest names, whole, for this platform, and unpacked? */
export function imageContent(scene: Scene, subject: Subject): Judged {
  const used = imageUsed(scene, subject);
  if (used) return { state: "works", proof: [used] };
  const trouble = pullTrouble(scene, subject);
  const cause = trouble && contentTrouble(trouble.proof.text);
  return cause
    ? { state: "fails", cause, proof: [trouble.proof] }
    : { state: "not determined", proof: trouble ? [trouble.proof] : [] };
}

/** A container made from the image, or kubelet's own word that the image is there. */
function imageUsed(scene: Scene, { spec, status, pointer }: Subject): Proof | undefined {
  const made = criContainer(scene, spec.name);
  if (made)
    return {
      reading: "containers",
      pointer: `$.containers[${made.index}].imageRef`,
      text: made.container.imageRef ?? made.container.id,
    };
  if (status?.imageID) return ofPod(`${pointer}.imageID`, status.imageID);
  return eventProof(scene, ["Pulled"], () => true, spec.name);
}

/** The runtime's own words: an event tells them whole, a back-off may hide them. */
function pullTrouble(
  scene: Scene,
  { spec, status, pointer }: Subject,
): { reason: string; proof: Proof } | undefined {
  const waiting = status?.state?.waiting;
  const reason = waiting?.reason ?? "";
  if (!/^(ErrImage|ImagePull|InvalidImageName|RegistryUnavailable)/.test(reason)) return undefined;
  const event = eventProof(scene, ["Failed"], (message) => /^Failed to pull image/.test(message), spec.name);
  return {
    reason,
    proof: event ?? ofPod(`${pointer}.state.waiting`, `${reason}: ${waiting?.message ?? ""}`),
  };
}

const UNREACHED =
  /dial tcp|no such host|connection refused|connection reset|i\/o timeout|no route to host|TLS handshake|context deadline exceeded/;

/** Why a name led to nothing: the registry said no, said that it does not know it, or was never reached. */
export function whyUnresolved(message: string): string {
  if (/authorization failed|no basic auth|40[13] |unauthorized|forbidden|access denied/i.test(message))
    return "not allowed";
  if (UNREACHED.test(message)) return "registry not reached";
  if (/not found/.test(message)) return "name not found";
  return "unresolved";
}

/** What is wrong with the content, or undefined when the message is not about content. */
export function contentTrouble(message: string): string | undefined {
  if (/failed to resolve (reference|image)/.test(message)) return undefined;
  if (
    /no match for platform|does not match the specified platform|no unpack platforms|platform.*not found/.test(
      message,
    )
  )
    return "no such platform";
  if (/unexpected commit digest|digest mismatch|failed precondition|failed size validation/.test(message))
    return "bytes differ";
  if (UNREACHED.test(message)) return "registry not reached";
  if (/(sha256:[0-9a-f]{64}|blobs?\b).*not found|failed to copy.*not found|404/.test(message))
    return "blob missing";
  if (/failed to extract layer|apply layer|no space left on device/.test(message)) return "not unpacked";
  return undefined;
}
