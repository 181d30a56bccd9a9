import type { Capability, Environment, EnvironmentKind } from "../../../src/model/run.js";
import type { Transport } from "../../effects.js";
import { MissingError } from "../../errors.js";
import { askMany, judge } from "./ask.js";
import { readOsName } from "./node.js";
import { vmProbes, vmPrograms } from "./vm.js";

const facts: string[][] = [
  ["uname", "-r"],
  ["uname", "-m"],
  ["cat", "/proc/sys/kernel/random/boot_id"],
  ["cat", "/etc/os-release"],
  ["getconf", "_NPROCESSORS_ONLN"],
  ["stat", "--file-system", "--format=%T", "/sys/fs/cgroup"],
];

/**
 * What the VM is and can do, in one process start.
 * @param needs only these are probed. Default: all.
 * @throws MissingError when the VM does not answer at all
 */
export async function readVm(
  transport: Transport,
  kind: EnvironmentKind,
  needs?: string[],
): Promise<{ vm: Environment["vm"]; capabilities: Capability[] }> {
  const all = kind === "kind" ? vmProbes : [...vmProbes, ...vmPrograms];
  const probes = needs ? all.filter(({ name }) => needs.includes(name)) : all;
  const commands = [...facts, ...probes.map((probe) => probe.argv)];
  const { outputs, ended } = await askMany(transport, [], commands);
  const [kernel, arch, bootId, os, cpus, cgroup] = outputs
    .slice(0, facts.length)
    .map((one) => (one?.exitCode === 0 ? one.text.trim() : undefined));
  if (!kernel || !bootId) {
    throw new MissingError(
      "NO_VM",
      `the VM (${transport.name}) does not say its kernel and boot ID: ${ended}`,
    );
  }
  return {
    vm: {
      kernel,
      bootId,
      os: readOsName(os ?? ""),
      ...(cpus && /^\d+$/.test(cpus) && { cpus: Number(cpus) }),
      ...(cgroup && { cgroup: cgroup === "cgroup2fs" ? ("v2" as const) : ("v1" as const) }),
      arch: arch ?? "",
    },
    capabilities: probes.map((probe, index) => judge(probe, outputs[facts.length + index], ended)),
  };
}
