import type { Pod } from "./scene.js";

/**
 * The UID that the Pod's node knows it by: the API UID, or of a static Pod the hash of its manifest, since its API object is
 * a mirror with a UID of its own. Anyone can set an annotation; the Node as owner is set by kubelet alone.
 */
export function nodeUid({ metadata }: Pod): string {
  const { uid, annotations, ownerReferences } = metadata;
  const mirrors =
    annotations?.["kubernetes.io/config.source"] === "file" &&
    ownerReferences?.some((owner) => owner.kind === "Node" && owner.apiVersion === "v1");
  return (mirrors && annotations["kubernetes.io/config.hash"]) || uid;
}
