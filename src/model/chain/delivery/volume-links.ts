/** The volume: claim and PersistentVolume, the mount that the kernel shows, and the file by its inode. */
import { type Broken, broken, type Fact, isBroken, LinkList, notComparable } from "../facts.js";
import { nodePid } from "../generation.js";
import { at, type JsonNode } from "../json.js";
import { mountPoint, mountPoints } from "../places.js";
import type { Json } from "../readings.js";
import { field, text } from "../scene.js";
import { declaredContainers, statusId } from "../spec.js";
import type { Link } from "../types.js";
import { type DeliveryScene, says, witness } from "./scene.js";
import { askedPath, otherVolume, pathOf } from "./volume-path.js";

/** What the API says of the volume before the Pod's sandbox can be made. */
export function claimLinks(scene: DeliveryScene, links: Link[]): Link[] {
  const list = new LinkList();
  const volume = scene.asked("volume")
    ? scene.object("volume")
    : broken("step-failed", "no volume was asked for");
  if (scene.asked("claim")) {
    const claim = scene.object("claim");
    list.fact("volume.claim", "storage", declared(scene, claim), [
      says("the volume's claimRef", volume, "spec", "claimRef", "uid"),
    ]);
  }
  if (!scene.asked("volume")) return list.links;
  list.fact("volume.name", "storage", field(volume, rootOf(volume), "the volume", "metadata", "name"), [
    says("the claim's volumeName", scene.object("claim"), "spec", "volumeName"),
  ]);
  // the name has said that the volume is missing
  if (isBroken(volume)) return list.links;
  list.fact("volume.path", "storage", pathOf(volume));
  nodeLink(list, volume, links, scene.delivery.container);
  return list.links;
}

/** What kernel and file system say of it while the container runs. */
export function mountedLinks(scene: DeliveryScene, links: Link[]): Link[] {
  const list = new LinkList();
  if (!scene.asked("files")) return list.links;
  const pid = pidOf(scene);
  mountLink(scene, list, pid, links);
  const why = list.links[0]?.break;
  if (why && why.code !== "not-comparable") return list.links;
  const dir = (where: string) => statOf(scene, where, "dir");
  list.fact("volume.directory", "storage", dir("outside"), [
    { with: "the container's own root", fact: heard(dir("inside")) },
  ]);
  const file = (where: string) => statOf(scene, where, "file");
  list.fact("volume.file", "storage", file("outside"), [
    { with: "the container's own root", fact: heard(file("inside")) },
  ]);
  if (!list.links.at(-1)?.break) list.fact("volume.sha256", "storage", sum(scene, "outside"));
  return list.links;
}

/** The claim's UID, when it is bound and the Pod declares it. */
function declared(scene: DeliveryScene, claim: Json | Broken): Fact | Broken {
  if (isBroken(claim)) return claim;
  const name = text(claim.root, "metadata", "name");
  const phase = text(claim.root, "status", "phase");
  if (phase !== "Bound")
    return broken("absent", `the claim ${name} is ${phase ?? "without a phase"}, not Bound`);
  const { first } = scene.pod.api;
  if (isBroken(first)) return first;
  const volumes = at(first.root, "spec", "volumes")?.items ?? [];
  // the claim of a generic ephemeral volume is called <Pod>-<volume>
  const claimOf = (volume: JsonNode) =>
    at(volume, "ephemeral")
      ? `${text(first.root, "metadata", "name")}-${text(volume, "name")}`
      : text(volume, "persistentVolumeClaim", "claimName");
  if (!volumes.some((volume) => claimOf(volume) === name))
    return broken("absent", `the Pod declares no volume of the claim ${name}`);
  return field(claim, claim.root, "the claim", "metadata", "uid");
}

/** The node that the volume's files are on must be the Pod's. */
function nodeLink(list: LinkList, volume: Json, links: Link[], container: string): undefined {
  const terms = at(volume.root, "spec", "nodeAffinity", "required", "nodeSelectorTerms")?.items ?? [];
  const names = terms.flatMap((term) =>
    (at(term, "matchExpressions")?.items ?? [])
      .filter((one) => text(one, "key") === "kubernetes.io/hostname" && text(one, "operator") === "In")
      .flatMap((one) => at(one, "values")?.items ?? []),
  );
  const where = witness(links, "pod.node").fact;
  if (names.length === 0) {
    return list.broken(
      "volume.node",
      "storage",
      broken("field-missing", "the volume does not say which node it is on"),
    );
  }
  const mine = where ? names.find((name) => name.value === where.value) : names[0];
  if (!mine) {
    const reason = `the volume is on ${names.map((name: JsonNode) => name.value).join(", ")}, the Pod is on ${where!.value}`;
    const isRunning = witness(links, `container.${container}.state`).fact?.value === "CONTAINER_RUNNING";
    // The kubelet mounts a volume only where the Node's labels allow it: the label then differs from the Node's name.
    const why = isRunning ? notComparable(`${reason}, and runs there`) : broken("mismatch", reason);
    return list.broken("volume.node", "storage", why);
  }
  const agrees = where ? [{ with: "pod.node", source: where.source }] : [];
  list.value("volume.node", "storage", mine.value, [volume.source(mine)], { agrees });
}

/** The line of mountinfo for the directory. Without one, its files are in the container's writable layer. */
function mountLink(scene: DeliveryScene, list: LinkList, pid: number | Broken, links: Link[]): undefined {
  const stop = (reason: Broken) => list.broken("volume.mount", "storage", reason);
  if (typeof pid !== "number") return stop(pid);
  const info = scene.pod.node.text(`proc/${pid}/mountinfo`);
  if (isBroken(info)) return stop(info);
  const { path, container } = scene.delivery;
  const found = mountPoint(scene.pod, pid, info, path);
  const mounts = links.find(({ id }) => id === `container.${container}.mounts`);
  const asked = askedPath(scene.pod, pid, info, found, mounts?.value as Record<string, string> | undefined);
  if (isBroken(found) || "none" in found) {
    // Evidence from before links were read: the runtime was asked for nothing here, so nothing is mounted.
    const isOld = isBroken(scene.pod.node.text(`proc/${pid}/places`));
    if (isBroken(found) && (asked !== undefined || !isOld)) return stop(found);
    const root = mountPoints(info).findLast((mount) => mount.path === "/");
    const where = root
      ? `its files lie in the mount at / (${root.line.type})`
      : "nothing is mounted above it";
    return stop(broken("absent", `nothing is mounted at ${path}: ${where}`));
  }
  const source = mounts?.sources[0];
  const other = asked === undefined ? undefined : otherVolume(scene, asked);
  if (other) return stop(other);
  const agrees = [
    ...(asked !== undefined && source ? [{ with: mounts!.id, source }] : []),
    ...found.links.map(({ value: link, source: line }) => ({ with: `link ${link}`, source: line })),
  ];
  list.value("volume.mount", "storage", { ...found.mount.line }, [found.mount.fact.source], { agrees });
}

/** `<device> <inode> …` as stat tells it by one of the two ways to the same place. */
function statOf(scene: DeliveryScene, where: string, what: "dir" | "file"): Fact<string> | Broken {
  const told = scene.files.text(`${where}/${what}`);
  if (isBroken(told)) return told.code === "step-failed" ? notThere(scene, told, what) : told;
  return (
    told.match(/^(\d+ \d+)/m) ??
    broken("field-missing", `stat tells no device and inode for ${where}/${what}`)
  );
}

/** That stat found nothing is an answer, not a failure of the reading. */
function notThere(scene: DeliveryScene, told: Broken, what: string): Broken {
  if (!/No such file/.test(told.reason)) return told;
  const reason = what === "file" ? "the volume holds no state file" : "the volume's directory is not there";
  return broken("absent", `${reason} (${told.reason.replace(/^.*: /, "")}, step ${scene.files.step})`);
}

function sum(scene: DeliveryScene, where: string): Fact<string> | Broken {
  const told = scene.files.text(`${where}/sum`);
  if (isBroken(told)) return told;
  const found = told.match(/^([0-9a-f]{64}) /m);
  return found
    ? { ...found, value: `sha256:${found.value}` }
    : broken("field-missing", `sha256sum tells no checksum for ${where}`);
}

function heard(fact: Fact | Broken): Fact | undefined {
  return isBroken(fact) ? undefined : fact;
}

function pidOf({ pod, delivery }: DeliveryScene): number | Broken {
  const { first } = pod.api;
  if (isBroken(first)) return first;
  const container = declaredContainers(first.root).find(({ name }) => name === delivery.container);
  const id = container && statusId(container);
  const pid = id === undefined ? undefined : nodePid(pod, "inspect", id);
  return pid ?? broken("not-running", `no process of container ${delivery.container} is known`);
}

function rootOf(json: Json | Broken) {
  return isBroken(json) ? undefined : json.root;
}
