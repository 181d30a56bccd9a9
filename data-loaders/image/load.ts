import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { REPOSITORY } from "./assemble.js";
import { mustRun } from "./command.js";
import { type ImageEffects, ImageFault, type ProbeImage } from "./types.js";

export interface LoadedNode {
  node: string;
  /** False when the node had the image already. */
  loaded: boolean;
}

const MINUTE = 60_000;

/**
 * Brings the image into every node's containerd (namespace k8s.io), under its tag and under `name@digest`, so that a Pod
 * can ask for it by digest without a registry. Returns when the CRI of each node lists that repository digest.
 * `nodes` are the node containers' names on the VM. Errors: ImageFault NODE_REFUSED.
 */
export async function loadProbeImage(
  effects: ImageEffects,
  nodes: string[],
  image: ProbeImage,
): Promise<LoadedNode[]> {
  return Promise.all(nodes.map((node) => loadNode(effects, node, image)));
}

async function loadNode(effects: ImageEffects, node: string, image: ProbeImage): Promise<LoadedNode> {
  const before = await present(effects, node, image);
  if (!before.complete) {
    await importArchive(effects, node, image);
    // Whether an import names the digest itself depends on the version of ctr; a tag is only a name, so give it both.
    const after = await present(effects, node, image);
    for (const name of after.missing) await tagImage(effects, node, after.known ?? image.tag, name);
    const last = await present(effects, node, image);
    if (!last.complete) throw incomplete(node, image, last.listing);
  }
  await untilCriKnows(effects, node, image);
  return { node, loaded: !before.complete };
}

/** What `ctr images check` says of both names: a name counts when all its content is there and unpacked. */
async function present(effects: ImageEffects, node: string, image: ProbeImage) {
  const argv = ctr(node, ["images", "check", `name==${image.tag}`, `name==${image.ref}`]);
  const remedy = `Is ${node} a running node of the dedicated cluster? docker ps --filter name=${node}`;
  const fault = {
    code: "NODE_REFUSED",
    what: `${node}: containerd does not list its images`,
    remedy,
  } as const;
  const result = await mustRun(effects, { argv, timeoutMs: MINUTE }, fault);
  const listing = new TextDecoder().decode(result.stdout);
  const lines = listing.split("\n");
  const has = (name: string) =>
    lines.some((line) => {
      const words = line.trim().split(/\s+/);
      return (
        words[0] === name &&
        words[2] === image.manifestDigest &&
        words[3] === "complete" &&
        words.at(-1) === "true"
      );
    });
  const missing = [image.tag, image.ref].filter((name) => !has(name));
  const known = [image.tag, image.ref].find(has);
  return { complete: missing.length === 0, missing, known, listing };
}

async function importArchive(effects: ImageEffects, node: string, image: ProbeImage): Promise<void> {
  const flags = ["--digests", "--all-platforms", "--base-name", REPOSITORY];
  const argv = ctr(node, ["images", "import", ...flags, "-"], ["-i"]);
  const remedy = `Free space on the node? docker exec ${node} df -h /var/lib/containerd`;
  const fault = { code: "NODE_REFUSED", what: `${node}: the image could not be imported`, remedy } as const;
  const stdin = await readFile(image.archivePath);
  await mustRun(effects, { argv, stdin, timeoutMs: 5 * MINUTE }, fault);
}

async function tagImage(effects: ImageEffects, node: string, from: string, to: string): Promise<void> {
  const argv = ctr(node, ["images", "tag", "--force", from, to]);
  const fault = {
    code: "NODE_REFUSED",
    what: `${node}: the image could not be named ${to}`,
    remedy: "",
  } as const;
  await mustRun(effects, { argv, timeoutMs: MINUTE }, fault);
}

/** The CRI plugin learns of an imported image by an event, a moment later. */
async function untilCriKnows(effects: ImageEffects, node: string, image: ProbeImage): Promise<void> {
  const argv = ["docker", "exec", node, "crictl", "inspecti", "-o", "json", image.ref];
  let got = "";
  for (let attempt = 0; attempt < 20; attempt++) {
    const result = await effects.transport.run({ argv, timeoutMs: MINUTE });
    got = new TextDecoder().decode(result.exitCode === 0 ? result.stdout : result.stderr);
    if (result.exitCode === 0 && repoDigests(got).includes(image.ref)) return;
    await sleep(250);
  }
  throw new ImageFault(
    "NODE_REFUSED",
    `${node}: the CRI does not list the image by its digest\n  ${argv.join(" ")}\n` +
      `expected status.repoDigests with ${image.ref}, got\n${got.slice(0, 600)}`,
  );
}

function repoDigests(text: string): string[] {
  return (JSON.parse(text) as { status?: { repoDigests?: string[] } }).status?.repoDigests ?? [];
}

function ctr(node: string, args: string[], execFlags: string[] = []): string[] {
  return ["docker", "exec", ...execFlags, node, "ctr", "-n", "k8s.io", ...args];
}

function incomplete(node: string, image: ProbeImage, listing: string): ImageFault {
  return new ImageFault(
    "NODE_REFUSED",
    `${node}: after the import, expected ${image.tag} and ${image.ref} complete and unpacked, got\n${listing}`,
  );
}
