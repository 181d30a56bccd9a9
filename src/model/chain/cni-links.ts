/** Links of the CNI plugins: their configuration on the node, and the file that reserves the Pod IP. */
import { canonicalAddress } from "./address.js";
import { type Broken, broken, type Fact, isBroken, type LinkList } from "./facts.js";
import { at } from "./json.js";
import type { Sandbox } from "./pod-links.js";
import { field, type Scene } from "./scene.js";

/** The first CNI configuration by name, and the host-local file that reserves the Pod IP for this sandbox. */
export function cniLinks(
  scene: Scene,
  list: LinkList,
  sandbox: Sandbox | Broken,
  podIp: Fact | Broken,
): undefined {
  const section = scene.node
    .names()
    .filter((name) => name.startsWith("cni/"))
    .sort()[0];
  const stop = (id: string, reason: Broken) => list.broken(id, "network", reason);
  const none = scene.node.fault ?? broken("absent", "the node has no CNI configuration file");
  const json = section === undefined ? none : scene.node.json(section);
  const name = isBroken(json) ? json : field(json, json.root, "the CNI configuration", "name");
  if (isBroken(json) || isBroken(name)) stop("network.cniConfig", name as Broken);
  else {
    const plugins = (at(json.root, "plugins")?.items ?? [json.root]).flatMap(
      (plugin) => at(plugin, "type") ?? [],
    );
    const value = {
      file: section!.slice("cni/".length),
      name: name.value,
      plugins: plugins.map((plugin) => plugin.value),
    };
    list.value("network.cniConfig", "network", value, [name.source, ...plugins.map(json.source)]);
  }
  if (isBroken(sandbox)) return stop("network.ipamFile", sandbox);
  if (isBroken(podIp)) return stop("network.ipamFile", podIp);
  if (scene.node.fault) return stop("network.ipamFile", scene.node.fault);
  const files = scene.node.names().filter((file) => file.startsWith("ipam/"));
  const file = files.find(
    (path) => canonicalAddress(path.split("/").at(-1)!) === canonicalAddress(String(podIp.value)),
  );
  if (!file) {
    const reason = `the IPAM state of the CNI configuration has no file for ${podIp.value} that names this node's sandboxes`;
    return stop("network.ipamFile", broken("absent", reason));
  }
  const path = file.slice("ipam/".length);
  const content = scene.node.text(file);
  if (isBroken(content)) return stop("network.ipamFile", content);
  const owner = content.match(/^(\S+)/);
  if (owner?.value !== sandbox.id) {
    return stop(
      "network.ipamFile",
      broken("mismatch", `${path} names ${owner?.value ?? "nothing"}, expected ${sandbox.id}`),
    );
  }
  list.value("network.ipamFile", "network", path, [owner.source]);
}
