import type { Capability, Environment, EnvironmentKind } from "../../src/model/run.js";
import type { EnvironmentEffects } from "../environment/effects.js";
import { noProvenCluster } from "../environment/needs.js";
import { probe } from "../environment/probe.js";
import { type ExitCode, exit } from "../exit-codes.js";
import { report } from "./report.js";

export interface DoctorOptions {
  /** What is looked at: everything (`kind`, the default), or only what plain Linux or docker labs need. */
  kind?: EnvironmentKind;
  json?: boolean;
}

/** Probes every capability and version; says what is missing and the command that would supply it. */
export async function doctor(options: DoctorOptions, effects: EnvironmentEffects): Promise<ExitCode> {
  return report(options, effects, async () => {
    const { environment } = await probe(options.kind ?? "kind", effects);
    if (options.json) effects.output(`${JSON.stringify(environment, null, 2)}\n`);
    else effects.output(describeEnvironment(environment));
    // What is missing is an answer, not a failure of the doctor.
    return exit.done;
  });
}

export function describeEnvironment(environment: Environment): string {
  const { vm, nodes = [], capabilities } = environment;
  const blocked = capabilities.filter(isBlocked);
  const missing = capabilities.filter((one) => !one.present && !isBlocked(one));
  const notAsked = blocked.length ? `, ${blocked.length} not asked` : "";
  return [
    `VM          ${environment.transport}: ${vm.os}, Linux ${vm.kernel} ${[vm.arch, ...(vm.cpus === undefined ? [] : [`${vm.cpus} CPUs`]), ...(vm.cgroup === undefined ? [] : [`cgroup ${vm.cgroup}`])].join(", ")}`,
    `boot ID     ${vm.bootId}`,
    `docker      ${environment.docker ?? "missing"}`,
    `kind        ${environment.kindVersion ?? "missing"}`,
    `cluster     ${environment.cluster ? `${environment.cluster.name}, kube-system ${environment.cluster.uid}` : "none proven"}`,
    ...nodes.map(
      (node) =>
        `  ${node.name} (${node.role}): kubelet ${node.kubelet}, containerd ${node.containerd}, runc ${node.runc}, crictl ${node.crictl}`,
    ),
    "",
    ...capabilities.filter((one) => !isBlocked(one)).map(line),
    ...blockedLine(blocked),
    "",
    missing.length + blocked.length === 0
      ? "Nothing is missing."
      : `Of ${capabilities.length}, ${missing.length} missing${notAsked}. A chapter needs only what \`./lab plan CHAPTER\` names.`,
    "",
  ].join("\n");
}

/** What cannot be asked while there is no proven cluster; its own line says how to get one. */
function isBlocked(one: Capability): boolean {
  return one.found.startsWith(noProvenCluster);
}

function blockedLine(blocked: Capability[]): string[] {
  return blocked.length
    ? [`?   not asked, ${blocked[0]!.found}: ${blocked.map((one) => one.name).join(", ")}`]
    : [];
}

function line(one: Capability): string {
  const found = one.found.split("\n").join("\n      ");
  const head = `${one.present ? "yes" : "NO "} ${one.name.padEnd(16)} ${found}`;
  return one.present ? head : `${head}\n      probed: ${one.probe}\n      try: ${one.remedy ?? ""}`;
}
