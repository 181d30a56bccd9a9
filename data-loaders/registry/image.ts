import { versions } from "../../labs/environment/versions.js";
import type { Transport } from "../effects.js";
import { must } from "../environment/command.js";
import type { Probe } from "../environment/probes/probe.js";
import {
  certificateNames,
  dockerLoginNames,
  proxyNames,
} from "../environment/transport/child-environment.js";

/** The image that the lab's own registry runs: the setting LABBOOK_REGISTRY_IMAGE, else the pinned public one. */
export function registryImage(env: Record<string, string | undefined> = process.env): string {
  return env.LABBOOK_REGISTRY_IMAGE || versions.registryImage;
}

/** Whether a registry could be started: its image is on the VM, or the VM's docker can reach where it is pulled from. */
export function registryProbe(image: string): Probe {
  const script =
    'docker image inspect --format "here, {{.Id}}" "$1" 2>/dev/null || { docker manifest inspect "$1" >/dev/null && echo can be pulled; }';
  return {
    name: "registry",
    argv: ["sh", "-c", script, "registry", image],
    // here docker's client asks the registry itself, and not the daemon
    inherits: [...dockerLoginNames, ...proxyNames, ...certificateNames],
    read: ({ exitCode, text }) =>
      exitCode === 0
        ? { present: true, found: `${image}: ${text.trim().split("\n")[0]}` }
        : {
            present: false,
            found: `${image} is neither here nor can it be pulled: ${text.trim().split("\n").at(-1)}`,
          },
    remedy: `docker pull ${image}, or name an image of docker distribution that this docker has: LABBOOK_REGISTRY_IMAGE=<image>`,
  };
}

/** docker distribution takes passwords as bcrypt only, and the C library of most systems can make that. */
export const bcryptProbe: Probe = {
  name: "bcrypt",
  argv: ["perl", "-e", 'print crypt("probe", q{$2b$04$abcdefghijklmnopqrstuu})'],
  read: ({ exitCode, text }) =>
    exitCode === 0 && text.startsWith("$2b$")
      ? { present: true, found: "crypt(3) knows $2b$" }
      : { present: false, found: text.trim().split("\n")[0] || "crypt(3) does not know $2b$" },
  remedy: "sudo apt-get install perl-base (on a system whose crypt(3) knows bcrypt, as libxcrypt does)",
};

/** Asked in each node: containerd reads hosts.toml files only where its configuration says so. */
export const registryHostsProbe: Probe = {
  name: "registry-hosts",
  argv: ["sh", "-c", "containerd config dump 2>/dev/null | grep -F config_path"],
  read: ({ text }) => {
    const set = /\bconfig_path = ['"][^'"]*\/etc\/containerd\/certs\.d/.test(text);
    return set
      ? { present: true, found: "containerd reads /etc/containerd/certs.d" }
      : { present: false, found: "containerd's registry.config_path is not /etc/containerd/certs.d" };
  },
  remedy:
    `./lab up --kind-config FILE with containerdConfigPatches: [plugins."io.containerd.cri.v1.images".registry] ` +
    `config_path = "/etc/containerd/certs.d" (kind's node images have it since v0.27)`,
};

/** Sees to it that the image is on the VM. */
export async function ensureRegistryImage(transport: Transport, image: string): Promise<void> {
  const found = await transport.run({ argv: ["docker", "image", "inspect", image], timeoutMs: 30_000 });
  if (found.exitCode === 0) return;
  await must(transport, "pulling the registry's image", ["docker", "pull", "--quiet", image], {
    timeoutMs: 300_000,
    inherits: dockerLoginNames,
    remedy: registryProbe(image).remedy,
  });
}
