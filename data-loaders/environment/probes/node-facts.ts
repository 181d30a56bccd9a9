import type { NodeVersions } from "../../../src/model/run.js";
import type { Transport } from "../../effects.js";
import type { KindContainer } from "../cluster/containers.js";
import { stdoutText } from "../command.js";
import { askMany } from "./ask.js";
import {
  type NodeVersionName,
  nodeVersionCommands,
  readCniVersions,
  readOsName,
  readVersion,
} from "./node.js";
import type { Probe, ProbeOutput } from "./probe.js";

export interface NodeReport {
  versions: NodeVersions;
  /** Answers to the probes, in their order; undefined where there was none. */
  answers: (ProbeOutput | undefined)[];
  /** How the node's one command ended. */
  ended: string;
}

/** Versions and tools of one node, in one `docker exec`. */
export async function readNode(
  transport: Transport,
  container: KindContainer,
  imageDigest: string,
  probes: Probe[],
): Promise<NodeReport> {
  const names = Object.keys(nodeVersionCommands) as NodeVersionName[];
  const commands = [
    ...names.map((name) => [...nodeVersionCommands[name]]),
    ...probes.map((probe) => probe.argv),
  ];
  const { outputs, ended } = await askMany(transport, ["docker", "exec", container.id], commands);
  const said = (name: NodeVersionName): ProbeOutput | undefined => outputs[names.indexOf(name)];
  const version = (name: Exclude<NodeVersionName, "cni" | "os">): string => {
    const output = said(name);
    if (output?.exitCode === 0) return readVersion(name, output.text);
    return `unknown (${output ? `exit ${output.exitCode}` : ended.split("\n")[0]})`;
  };
  return {
    versions: {
      name: container.name,
      role: container.role,
      containerId: container.id,
      imageDigest,
      kubelet: version("kubelet"),
      containerd: version("containerd"),
      runc: version("runc"),
      crictl: version("crictl"),
      cni: readCniVersions(said("cni")?.text ?? ""),
      osImage: readOsName(said("os")?.text ?? ""),
      addresses: container.addresses,
    },
    answers: outputs.slice(names.length),
    ended,
  };
}

/**
 * Image config digest → `repository@sha256:…` where docker knows the repository's digest. A node image that was loaded
 * or built has none; then the config digest itself (`sha256:…`) stands, which is a digest of another thing.
 */
export async function imageDigests(transport: Transport, imageIds: string[]): Promise<Map<string, string>> {
  const unique = [...new Set(imageIds)];
  // an image that docker no longer lists is left out, which is no reason to end: it prints the others
  const result = await transport.run({
    argv: ["docker", "image", "inspect", "--format", "{{.Id}} {{json .RepoDigests}}", ...unique],
    timeoutMs: 10_000,
  });
  return new Map(
    stdoutText(result)
      .split("\n")
      .filter(Boolean)
      .map((line) => {
        const [, id = "", digests = "[]"] = /^(\S+) (.*)$/.exec(line) ?? [];
        return [id, (JSON.parse(digests) as string[] | null)?.[0] ?? id];
      }),
  );
}
