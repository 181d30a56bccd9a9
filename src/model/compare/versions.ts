import type { Environment, NodeVersions, RunDocument } from "../run.js";
import type { VersionChange } from "./types.js";

/** What of the environment and of the lab's code is not the same: the first place to look for the cause of a change. */
export function compareVersions(a: RunDocument, b: RunDocument): VersionChange[] {
  const [was, is] = [factsOf(a), factsOf(b)];
  return (
    [...new Set([...Object.keys(was), ...Object.keys(is)])]
      .filter((name) => was[name] !== is[name])
      // a run probes for what its chapter needs: what one of the two never asked for is no difference
      .filter((name) => !isProbed(name) || (was[name] !== undefined && is[name] !== undefined))
      .map((name) => ({ name, a: was[name], b: is[name] }))
  );
}

function isProbed(name: string): boolean {
  return name === "docker" || name === "kind" || name.startsWith("capability ");
}

function factsOf(run: RunDocument): Record<string, string | undefined> {
  const { environment } = run;
  return {
    kernel: environment.vm.kernel,
    os: environment.vm.os,
    arch: environment.vm.arch,
    cpus: environment.vm.cpus?.toString(),
    cgroup: environment.vm.cgroup,
    docker: environment.docker ?? askedInVain(environment, "docker"),
    kind: environment.kindVersion ?? askedInVain(environment, "kind"),
    families: environment.families?.join(", "),
    ...nodeFacts(environment),
    ...Object.fromEntries(
      environment.capabilities.map((c) => [`capability ${c.name}`, c.present ? "present" : "missing"]),
    ),
    ...Object.fromEntries(
      Object.entries(run.labParts).map(([part, digest]) => [`lab ${part}`, digest.slice(0, 12)]),
    ),
  };
}

/** A program that was looked for and is not there. */
function askedInVain({ capabilities }: Environment, name: string): string | undefined {
  return capabilities.some((one) => one.name === name && !one.present) ? "missing" : undefined;
}

/** Per node, by role and number, since the nodes' names may differ from cluster to cluster. */
function nodeFacts({ nodes = [] }: Environment): Record<string, string> {
  const facts: Record<string, string> = { nodes: String(nodes.length) };
  const counts: Record<string, number> = {};
  for (const node of nodes) {
    const number = (counts[node.role] ?? 0) + 1;
    counts[node.role] = number;
    for (const field of fields) facts[`${node.role} ${number} ${field}`] = node[field];
    for (const [plugin, version] of Object.entries(node.cni))
      facts[`${node.role} ${number} cni ${plugin}`] = version;
  }
  return facts;
}

const fields = [
  "kubelet",
  "containerd",
  "runc",
  "crictl",
  "osImage",
  "imageDigest",
] as const satisfies (keyof NodeVersions)[];
