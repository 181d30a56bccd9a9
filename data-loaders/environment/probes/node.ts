import { type Probe, program } from "./probe.js";

/** Programs that chapters use inside nodes; kind's own node image has all of them. */
export const nodePrograms: Probe[] = [
  ...["crictl", "ctr", "nsenter", "ip", "nft", "iptables-save", "curl", "jq"].map((name) => ({
    ...program(name, name),
    remedy: "./lab up with a node image that has it (kindest/node does)",
  })),
];

/** What the CNI configuration says; a cluster with another network plugin has the others' chapters NOT_RUN for a reason. */
export const networkProbes: Probe[] = [
  named("kindnet", '"name": *"kindnet"', "the network is kindnet's"),
  named("host-local", '"host-local"', "addresses are given by host-local"),
];

function named(name: string, pattern: string, means: string): Probe {
  return {
    name,
    argv: ["grep", "-l", "-r", "-e", pattern, "/etc/cni/net.d"],
    read: ({ exitCode, text }) =>
      exitCode === 0
        ? { present: true, found: `${text.trim().split("\n")[0]}: ${means}` }
        : { present: false, found: `no CNI configuration in /etc/cni/net.d says that ${means}` },
    remedy: "./lab up with kind's own network (no disableDefaultCNI in the kind configuration)",
  };
}

/** Versions are what the programs themselves say. A CNI plugin says it when it is called without CNI_COMMAND. */
export const nodeVersionCommands = {
  kubelet: ["kubelet", "--version"],
  containerd: ["containerd", "--version"],
  runc: ["runc", "--version"],
  crictl: ["crictl", "--version"],
  cni: [
    "sh",
    "-c",
    'for p in /opt/cni/bin/* /usr/lib/cni/*; do [ -x "$p" ] && printf "%s\\t%s\\n" "${p##*/}" "$(env -u CNI_COMMAND timeout 2 "$p" --version </dev/null 2>&1 | tr "\\n" " ")"; done; true',
  ],
  os: ["cat", "/etc/os-release"],
} as const satisfies Record<string, readonly string[]>;

export type NodeVersionName = keyof typeof nodeVersionCommands;

/** The version in what a program printed; the first line as it is where there is none. */
export function readVersion(name: Exclude<NodeVersionName, "cni" | "os">, text: string): string {
  const patterns = {
    kubelet: /Kubernetes (\S+)/,
    containerd: /^containerd \S+ (\S+)/m,
    runc: /^runc version (\S+)/m,
    crictl: /^crictl version (\S+)/m,
  };
  return patterns[name].exec(text)?.[1] ?? text.trim().split("\n")[0] ?? "";
}

/**
 * Plugin → version, from lines of `name<TAB>CNI ptp plugin v1.9.0 CNI protocol versions supported: 0.1.0, …, 1.1.0`.
 * A plugin that was built without a version says `version unknown`; then the newest protocol it speaks stands beside.
 */
export function readCniVersions(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line.includes("\t"));
  return Object.fromEntries(
    lines.map((line) => {
      const [name = "", said = ""] = line.split("\t");
      const version = / plugin (?:version )?(\S+)/.exec(said)?.[1] ?? said.trim();
      const protocol = /supported: .*?(\d[\d.]*)\s*$/.exec(said)?.[1];
      return [name, version === "unknown" && protocol ? `unknown (CNI ${protocol})` : version];
    }),
  );
}

/** PRETTY_NAME of os-release(5). */
export function readOsName(text: string): string {
  return /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(text)?.[1] ?? "";
}
