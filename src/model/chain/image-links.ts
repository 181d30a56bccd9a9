/** The image as the Pod spec, the Pod status and the CRI each tell it. */
import type { ContainerScene } from "./container-links.js";
import { type Broken, broken, type Fact, isBroken, type LinkList } from "./facts.js";
import { at, type JsonNode } from "./json.js";
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
  list.fact("image.id", "image", field(first, declared.status, "the Pod status", "imageID"), [
    { with: "crictl inspect status.imageRef", fact: imageRef },
  ]);
  if (isBroken(found)) return digestsBroken(list, found);
  if (isBroken(found.detail)) return digestsBroken(list, found.detail);
  const images = scene.node.json("images");
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
  list.fact("image.configDigest", "image", field(images, image, "crictl images", "id"), [
    { with: "crictl inspect info.config.image", fact: askedConfig },
  ]);
  list.fact("image.manifestDigest", "image", manifestDigest(scene, image, declared));
}

/** By its id, by a repository digest, or by a tag. */
function findImage(root: JsonNode, ref: string): JsonNode | undefined {
  const images = at(root, "images")?.items ?? [];
  const listed = (image: JsonNode, key: string) =>
    (at(image, key)?.items ?? []).some((item) => item.value === ref);
  return images.find(
    (image) => text(image, "id") === ref || listed(image, "repoDigests") || listed(image, "repoTags"),
  );
}

function manifestDigest(scene: Scene, image: JsonNode, declared: DeclaredContainer): Fact | Broken {
  const images = scene.node.json("images");
  const digests = at(image, "repoDigests")?.items ?? [];
  // Of several repositories the one that the spec names, otherwise the first.
  const repository = (text(declared.spec, "image") ?? "").replace(/@.*$/, "").replace(/:[^/:]+$/, "");
  const chosen = digests.find((item) => String(item.value).split("@")[0]?.endsWith(repository)) ?? digests[0];
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
