/** Where the image came from: source archive, base, build, push, and what the registry has. */
import { type Broken, broken, type Fact, isBroken, LinkList, notComparable, type Witness } from "../facts.js";
import { namesOneImage } from "../image-reference.js";
import { at } from "../json.js";
import type { Json } from "../readings.js";
import { field } from "../scene.js";
import type { Link } from "../types.js";
import { type DeliveryScene, digest, says, witness } from "./scene.js";

/** `links` are those of the Pod, which the digests are compared with. */
export function originLinks(scene: DeliveryScene, links: Link[]): Link[] {
  const list = new LinkList();
  const image = (id: string) => `container.${scene.delivery.container}.image.${id}`;
  const push = scene.asked("push") ? scene.told("push") : broken("step-failed", "nothing was pushed");
  const build = scene.asked("build") ? scene.told("build") : broken("step-failed", "nothing was built");
  if (scene.asked("source")) {
    list.fact("source.archive", "source", scene.checksum(), [
      says("the build's sourceDigest", build, "sourceDigest"),
      says("the push's source", push, "source"),
    ]);
  }
  if (scene.asked("build")) {
    const told = (...path: string[]) => field(build, rootOf(build), "the build", ...path);
    list.fact("build.base", "build", told("base", "id"), [says("the push's base", push, "base", "id")]);
    list.fact("build.config", "build", told("configDigest"));
    list.fact("build.manifest", "build", told("manifestDigest"));
  }
  if (scene.asked("push")) {
    const told = (...path: string[]) => field(push, rootOf(push), "the push", ...path);
    list.fact("registry.push", "registry", told("digest"), [witness(list.links, "build.manifest")]);
    refLink(list, told("ref"), witness(links, image("ref")));
  }
  if (scene.asked("manifest")) {
    list.fact("registry.manifest", "registry", served(scene), [
      ...witnessed(scene),
      witness(list.links, "registry.push"),
      witness(links, image("manifestDigest")),
    ]);
  }
  return list.links;
}

/** What was pushed is what the Pod asks for, in whatever spelling: with the registry written out, with a tag beside the digest. */
function refLink(list: LinkList, ref: Fact | Broken, pod: Witness): undefined {
  const same = isBroken(ref) || !pod.fact ? true : namesOneImage(String(ref.value), String(pod.fact.value));
  if (same === undefined) {
    const reason = `the push names ${(ref as Fact).value}, the Pod asks for ${pod.fact!.value}`;
    return list.broken("registry.ref", "registry", notComparable(reason));
  }
  const fact = same && pod.fact && !isBroken(ref) ? { ...pod.fact, value: ref.value } : pod.fact;
  return list.fact("registry.ref", "registry", ref, [{ ...pod, fact }]);
}

/** The digest of the manifest's bytes as the registry sent them; the bytes are hashed here, nobody is believed. */
function served(scene: DeliveryScene): Fact<string> | Broken {
  const answer = scene.answer("manifest");
  if (isBroken(answer)) return answer;
  if (answer.status.value !== 200)
    return broken("absent", `the registry answers ${answer.status.value} for the manifest`);
  return { value: digest(answer.body), source: answer.bodySource };
}

function witnessed(scene: DeliveryScene) {
  const answer = scene.answer("manifest");
  const header = isBroken(answer) ? undefined : answer.header("docker-content-digest");
  return [{ with: "header Docker-Content-Digest", fact: header }];
}

function rootOf(json: Json | Broken) {
  return isBroken(json) ? undefined : at(json.root);
}
