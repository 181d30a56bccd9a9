/** The image as the Pod spec, the Pod status and the CRI each tell it. */
import type { ContainerScene } from "./container-links.js";
import { type Broken, broken, type Fact, isBroken, type LinkList, notComparable } from "./facts.js";
import { bareImage, imageReference, namesOneImage } from "./image-reference.js";
import { at, type JsonNode } from "./json.js";
import type { Json } from "./readings.js";
import { field, optional, part, type Scene, text } from "./scene.js";
import type { DeclaredContainer } from "./spec.js";

export function imageLinks(
  scene: Scene,
  list: LinkList,
  declared: DeclaredContainer,
  found: ContainerScene | Broken,
): undefined {
  const { first } = scene.api;
  list.fact("image.ref", "image", field(first, declared.spec, "the Pod spec", "image"));
  const inspect = scene.node.json("inspect");
  const detail = isBroken(found) || isBroken(found.detail) ? undefined : found.detail;
  const imageRef = optional(inspect, detail, "status", "imageRef");
  const images = scene.node.json("images");
  idLink(list, field(first, declared.status, "the Pod status", "imageID"), imageRef, images);
  if (isBroken(found)) return digestsBroken(list, found);
  if (isBroken(found.detail)) return digestsBroken(list, found.detail);
  if (isBroken(images)) return digestsBroken(list, images);
  const image = imageRef && findImage(images.root, String(imageRef.value));
  if (!image) {
    return digestsBroken(
      list,
      broken("absent", `the node's image list has no image ${imageRef?.value ?? "(none named)"}`),
    );
  }
  const asked = optional(inspect, detail, "info", "config", "image", "image");
  // Only a digest without repository is a config digest; `name@sha256:…` is a manifest's, another thing.
  const askedConfig = asked && /^sha256:/.test(String(asked.value)) ? asked : undefined;
  const id = field(images, image, "crictl images", "id");
  // some runtimes leave out "sha256:" in their lists
  const same =
    askedConfig && !isBroken(id) && bareImage(String(id.value)) === bareImage(String(askedConfig.value));
  list.fact("image.configDigest", "image", id, [
    {
      with: "crictl inspect info.config.image",
      fact: same ? { ...askedConfig, value: id.value } : askedConfig,
    },
  ]);
  list.fact("image.manifestDigest", "image", manifestDigest(scene, image, declared));
}

/** Status and runtime may name one image by its ID and by a digest: the node's list says whether it is one. */
function idLink(
  list: LinkList,
  id: Fact | Broken,
  imageRef: Fact | undefined,
  images: Json | Broken,
): undefined {
  const other = { with: "crictl inspect status.imageRef", fact: imageRef };
  if (isBroken(id) || !imageRef || id.value === imageRef.value)
    return list.fact("image.id", "image", id, [other]);
  const [a, b] = [String(id.value), String(imageRef.value)];
  const [one, two] = isBroken(images) ? [] : [a, b].map((ref) => findImage(images.root, ref));
  if (bareImage(a) === bareImage(b) || (one && one === two) || namesOneImage(bareImage(a), bareImage(b)))
    return list.fact("image.id", "image", id, [{ ...other, fact: { ...imageRef, value: id.value } }]);
  if (one && two) return list.fact("image.id", "image", id, [other]);
  const reason = `the Pod status names image ${a}, the runtime ${b}, and the node's image list has not both`;
  return list.broken("image.id", "image", notComparable(reason));
}

/** By its id, by a repository digest, or by a tag. */
function findImage(root: JsonNode, ref: string): JsonNode | undefined {
  const images = at(root, "images")?.items ?? [];
  const listed = (image: JsonNode, key: string) =>
    (at(image, key)?.items ?? []).some((item) => namesOneImage(String(item.value), bareImage(ref)) === true);
  return images.find(
    (image) =>
      bareImage(text(image, "id") ?? "") === bareImage(ref) ||
      listed(image, "repoDigests") ||
      listed(image, "repoTags"),
  );
}

function manifestDigest(scene: Scene, image: JsonNode, declared: DeclaredContainer): Fact | Broken {
  const images = scene.node.json("images");
  const digests = at(image, "repoDigests")?.items ?? [];
  // Of several the one that the spec names by its digest, then by its repository, otherwise the first.
  const asked = imageReference(text(declared.spec, "image") ?? "");
  const named = digests.map((item) => ({ item, told: imageReference(String(item.value)) }));
  const chosen =
    named.find(({ told }) => asked?.digest !== undefined && told?.digest === asked.digest)?.item ??
    named.find(({ told }) => told?.repository === asked?.repository)?.item ??
    digests[0];
  if (!chosen || isBroken(images)) {
    return broken(
      "loaded-not-pulled",
      "loaded, not pulled: this node has no repository digest",
      "push the image to the lab registry and deploy it by digest",
    );
  }
  const fact = { value: chosen.value, source: images.source(chosen) };
  return (
    part(fact, /@(.+)$/) ?? broken("field-missing", `repository digest ${String(chosen.value)} has no digest`)
  );
}

function digestsBroken(list: LinkList, reason: Broken): undefined {
  list.broken("image.configDigest", "image", reason);
  list.broken("image.manifestDigest", "image", reason);
}
