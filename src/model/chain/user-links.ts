/** User IDs, each with the level that it was read at, and the map between the levels. */
import { type Broken, broken, type Fact, isBroken, type LinkList } from "./facts.js";
import type { Scene } from "./scene.js";

export function userLinks(scene: Scene, list: LinkList, pid: Fact<number> | Broken): undefined {
  const ids = ["uid.node", "uid.map", "uid.container"];
  if (isBroken(pid)) {
    for (const id of ids) list.broken(id, "kernel", pid);
    return;
  }
  const status = scene.node.text(`proc/${pid.value}/status`);
  const map = scene.node.text(`proc/${pid.value}/uid_map`);
  const real = isBroken(status) ? status : status.match(/^Uid:\s*(\d+)/m);
  const uid = real ?? broken("field-missing", `/proc/${pid.value}/status has no Uid`);
  list.fact("uid.node", "kernel", isBroken(uid) ? uid : { ...uid, value: Number(uid.value) });
  list.fact("uid.map", "kernel", isBroken(map) ? map : map.whole());
  if (isBroken(map) || isBroken(uid))
    return list.broken("uid.container", "kernel", isBroken(map) ? map : (uid as Broken));
  const ranges = map.matchAll(/^ *(\d+) +(\d+) +(\d+)$/m);
  const range = ranges.find(({ groups: [, , outside, length] }) => inRange(uid.value, outside!, length!));
  if (!range) {
    const reason = `the user map of process ${pid.value} has no range for user ${uid.value}`;
    return list.broken("uid.container", "kernel", broken("absent", reason));
  }
  const inside = Number(range.groups[1]) + Number(uid.value) - Number(range.groups[2]);
  list.value("uid.container", "kernel", inside, [uid.source, range.fact.source]);
}

function inRange(uid: string, outside: string, length: string): boolean {
  return Number(uid) >= Number(outside) && Number(uid) < Number(outside) + Number(length);
}
