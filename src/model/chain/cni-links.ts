/** Links of the CNI plugins: their configuration on the node, and the file that reserves the Pod IP. */
import { canonicalAddress } from "./address.js";
import { type Broken, broken, type Fact, isBroken, type LinkList, notComparable } from "./facts.js";
import { at } from "./json.js";
import type { Sandbox } from "./pod-links.js";
import { field, type Scene, text } from "./scene.js";

/** The first CNI configuration by name, and the file that reserves the Pod IP. */
export function cniLinks(
  scene: Scene,
  list: LinkList,
  sandbox: Sandbox | Broken,
  podIp: Fact | Broken,
): undefined {
  const section = cniFiles(scene)[0];
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
  ipamLink(scene, list, sandbox, podIp);
}

/** The file that reserves the address for this sandbox: its name is the address, its first line the owner. */
export function ipamLink(
  scene: Scene,
  list: LinkList,
  sandbox: Sandbox | Broken,
  podIp: Fact | Broken,
  suffix = "",
): undefined {
  const id = `network.ipamFile${suffix}`;
  const stop = (reason: Broken) => list.broken(id, "network", reason);
  if (isBroken(sandbox)) return stop(sandbox);
  if (isBroken(podIp)) return stop(podIp);
  if (scene.node.fault) return stop(scene.node.fault);
  const wanted = canonicalAddress(String(podIp.value));
  const owners = scene.node
    .names()
    .filter((name) => name.startsWith("ipam/") && canonicalAddress(name.split("/").at(-1)!) === wanted)
    .map((name) => {
      const content = scene.node.text(name);
      const owner = isBroken(content) ? content : content.match(/^(\S+)/);
      return { path: name.slice("ipam/".length), owner };
    });
  // two networks may give the same address: the one of this sandbox counts
  const mine =
    owners.find(({ owner }) => owner && !isBroken(owner) && owner.value === sandbox.id) ?? owners[0];
  if (!mine) return stop(noFile(scene, podIp));
  const { path, owner } = mine;
  if (isBroken(owner)) return stop(owner);
  if (owner?.value !== sandbox.id) {
    const said = `${path} names ${owner?.value ?? "nothing"}, expected ${sandbox.id}`;
    return stop(isOfNode(scene, path) ? broken("mismatch", said) : notComparable(said));
  }
  list.value(id, "network", path, [owner.source]);
}

/** host-local keeps a folder for each network: what another one has reserved, or one of before, says nothing of this Pod. */
function isOfNode(scene: Scene, path: string): boolean {
  const folder = path.split("/").at(-2);
  const [file] = cniFiles(scene);
  const config = file === undefined ? undefined : scene.node.json(file);
  return config === undefined || isBroken(config) || text(config.root, "name") === folder;
}

/** Only host-local keeps files of this kind; who gives addresses otherwise keeps them elsewhere. */
function noFile(scene: Scene, podIp: Fact): Broken {
  const types = cniFiles(scene).flatMap((name) => {
    const json = scene.node.json(name);
    if (isBroken(json)) return [];
    const plugins = at(json.root, "plugins")?.items ?? [json.root];
    return plugins.flatMap((plugin) => text(plugin, "ipam", "type") ?? []);
  });
  if (types.length > 0 && !types.includes("host-local"))
    return notComparable(
      `addresses are given by ${[...new Set(types)].join(", ")}, which keeps no file of host-local's kind`,
    );
  const reason = `the IPAM state of the CNI configuration has no file for ${podIp.value} that names this node's sandboxes`;
  return broken("absent", reason);
}

function cniFiles(scene: Scene): string[] {
  return scene.node
    .names()
    .filter((name) => name.startsWith("cni/"))
    .sort();
}
