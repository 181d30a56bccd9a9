/** The mounts that the kubelet asked for, beside the mount points that the kernel shows in the container. */
import type { ContainerScene } from "./container-links.js";
import { type Broken, broken, type Fact, isBroken, type LinkList } from "./facts.js";
import { at, pathText } from "./json.js";
import { runtimeName, type Scene, text } from "./scene.js";

/** One link: destination → source on the node. Each destination is a mount point of the running process. */
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
  const value = Object.fromEntries(pairs);
  if (absent) return list.value("mounts", "storage", value, [inspect.source(mounts)]);
  const info = isBroken(pid) ? pid : scene.node.text(`proc/${pid.value}/mountinfo`);
  if (isBroken(info)) return list.broken("mounts", "storage", info);
  const points = info
    .matchAll(/^\d+ \d+ \S+ \S+ (\S+) /m)
    .map(({ fact }) => ({ ...fact, value: unescapeMount(fact.value) }));
  const agrees = [];
  for (const [destination] of pairs) {
    const point = points.findLast(
      ({ value: path }) => path === destination || path === destination.replace(/^\/var\/run\//, "/run/"),
    );
    if (!point) {
      const reason = `crictl inspect lists a mount at ${destination}, the kernel shows none there`;
      return list.broken("mounts", "storage", broken("mismatch", reason));
    }
    agrees.push({ with: `mountinfo ${destination}`, source: point.source });
  }
  list.value("mounts", "storage", value, [inspect.source(mounts)], { agrees });
}

/** mountinfo writes space, tab, newline and backslash as octal escapes. */
function unescapeMount(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
