/** The path of a volume as API, kubelet and runtime each write it. */
import { type Broken, broken, type Fact, isBroken, notComparable } from "../facts.js";
import { at } from "../json.js";
import { type Found, mountPoint, simplified } from "../places.js";
import type { Json, Text } from "../readings.js";
import { type Scene, text } from "../scene.js";
import type { DeliveryScene } from "./scene.js";

/** Where a PersistentVolume says that its files are. */
export function pathOf(volume: Json): Fact | Broken {
  const node = at(volume.root, "spec", "hostPath", "path") ?? at(volume.root, "spec", "local", "path");
  if (!node)
    return broken("field-missing", "the volume is neither hostPath nor local: it has no path on a node");
  return { value: node.value, source: volume.source(node) };
}

/** What the runtime was asked to mount at the place: its destination may be another spelling of the same place. */
export function askedPath(
  scene: Scene,
  pid: number,
  info: Text,
  found: Found,
  mounts: Record<string, string> | undefined,
): string | undefined {
  const pairs = Object.entries(mounts ?? {});
  if (isBroken(found)) return undefined;
  const real = "mount" in found ? found.mount.path : found.none;
  return pairs.find(([destination]) => {
    if (simplified(destination) === real) return true;
    const other = mountPoint(scene, pid, info, destination);
    return !isBroken(other) && "mount" in other && other.mount.path === real;
  })?.[1];
}

/**
 * Why what the runtime was asked for is not, or may not be, the PersistentVolume; undefined when it is. The kubelet hands a
 * hostPath on as it is, a local volume and a part of a volume (`subPath`) under names of its own.
 */
export function otherVolume(scene: DeliveryScene, asked: string): Broken | undefined {
  const volume = scene.asked("volume") ? scene.object("volume") : undefined;
  if (!volume || isBroken(volume)) return undefined;
  const host = pathOf(volume);
  if (isBroken(host)) return undefined;
  const { path } = scene.delivery;
  const said = `the runtime mounts ${asked} at ${path}, the volume is ${host.value}`;
  if (simplified(asked) === simplified(String(host.value))) return undefined;
  const own = /\/volumes\/kubernetes\.io~([^/]+)\/([^/]+)(?:\/mount)?$/.exec(asked);
  if (own) {
    const isIt = own[1] === "local-volume" && own[2] === text(volume.root, "metadata", "name");
    return isIt ? undefined : broken("mismatch", said);
  }
  const partOf = /\/volume-subpaths\/([^/]+)\/[^/]+\/\d+$/.exec(asked)?.[1];
  if (partOf !== undefined)
    return partOf === volumeName(scene) || partOf === text(volume.root, "metadata", "name")
      ? undefined
      : broken("mismatch", said);
  // one of them may be a link to the other: the directory's inode decides
  return notComparable(said);
}

/** The Pod's name for the volume of the claim. */
function volumeName(scene: DeliveryScene): string | undefined {
  const claim = scene.object("claim");
  const { first } = scene.pod.api;
  if (isBroken(claim) || isBroken(first)) return undefined;
  const name = text(claim.root, "metadata", "name");
  const volumes = at(first.root, "spec", "volumes")?.items ?? [];
  return text(
    volumes.find((volume) => text(volume, "persistentVolumeClaim", "claimName") === name),
    "name",
  );
}
