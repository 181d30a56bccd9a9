/** The mounts that the kubelet asked for, beside the mount points that the kernel shows in the container. */
import type { Source } from "../run.js";
import type { ContainerScene } from "./container-links.js";
import { type Broken, broken, type Fact, isBroken, type LinkList, notComparable } from "./facts.js";
import { at, pathText } from "./json.js";
import { mountPoint, mountPoints } from "./places.js";
import { runtimeName, type Scene, text } from "./scene.js";

/** One link: destination → source on the node. Each destination leads to a mount point of the running process. */
export function mountLinks(
  scene: Scene,
  list: LinkList,
  { detail, absent }: ContainerScene,
  pid: Fact<number> | Broken,
): undefined {
  const inspect = scene.node.json("inspect");
  if (isBroken(inspect)) return list.broken("mounts", "storage", inspect);
  if (isBroken(detail)) return list.broken("mounts", "storage", detail);
  const mounts = at(detail, "status", "mounts");
  if (!mounts?.items) {
    const reason = `${runtimeName(scene.node)}, crictl inspect gives no ${pathText("status", "mounts")}`;
    return list.broken("mounts", "storage", broken("field-missing", reason));
  }
  const pairs = mounts.items.map(
    (item) => [text(item, "containerPath") ?? "", text(item, "hostPath") ?? ""] as const,
  );
  const value: Record<string, string> = Object.fromEntries(pairs);
  if (absent) return list.value("mounts", "storage", value, [inspect.source(mounts)]);
  if (isBroken(pid)) return list.broken("mounts", "storage", pid);
  const info = scene.node.text(`proc/${pid.value}/mountinfo`);
  if (isBroken(info)) return list.broken("mounts", "storage", info);
  const agrees: { with: string; source: Source }[] = [];
  for (const [destination] of pairs) {
    const found = mountPoint(scene, pid.value, info, destination);
    if (isBroken(found)) return list.broken("mounts", "storage", found);
    if ("none" in found && !mountPoints(info).some((mount) => mount.path === "/")) {
      const why = `process ${pid.value} has another root than its container, so that its table lacks what lies above`;
      return list.broken("mounts", "storage", notComparable(why));
    }
    if ("none" in found) {
      const place = found.none === destination ? "there" : `at ${found.none}, where it leads`;
      const reason = `crictl inspect lists a mount at ${destination}, the kernel shows none ${place}`;
      return list.broken("mounts", "storage", broken("mismatch", reason));
    }
    agrees.push({ with: `mountinfo ${destination}`, source: found.mount.point.source });
    agrees.push(...found.links.map(({ value: link, source }) => ({ with: `link ${link}`, source })));
  }
  const unique = agrees.filter(({ with: a }, index) => agrees.findIndex((one) => one.with === a) === index);
  list.value("mounts", "storage", value, [inspect.source(mounts)], { agrees: unique });
}
