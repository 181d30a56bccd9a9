import type { Capability, Environment, EnvironmentKind } from "../../src/model/run.js";
import type { LabError } from "../errors.js";
import type { ProvenCluster } from "./cluster/prove.js";
import type { EnvironmentEffects } from "./effects.js";
import { askOne } from "./probes/ask.js";
import type { Probe } from "./probes/probe.js";
import { dockerProbe, dockerServerVersion, kindProbe, kindVersion, kubectlProbe } from "./probes/programs.js";
import { readVm } from "./probes/vm-facts.js";

export interface Probed {
  environment: Environment;
  /** Absent when it could not be proven; `clusterError` says why. */
  cluster?: ProvenCluster;
  clusterError?: LabError;
}

/** What is there, by asking; never assumed. */
export async function probeEnvironment(
  kind: EnvironmentKind,
  effects: EnvironmentEffects,
): Promise<Environment> {
  return (await probe(kind, effects)).environment;
}

/**
 * The same, with the proven cluster for a run.
 * @param needs without a cluster only these are probed: docker, kind and kubectl take as long to start as most commands
 *   of a lab, and making namespaces to see whether it can be done takes longer. Default: everything is probed.
 */
export async function probe(
  kind: EnvironmentKind,
  effects: EnvironmentEffects,
  needs?: string[],
): Promise<Probed> {
  const { transport } = effects;
  const ask = (program: Probe) =>
    kind === "kind" || !needs || needs.includes(program.name) ? askOne(transport, program) : undefined;
  const [{ vm, capabilities }, docker, kindCommand, kubectl] = await Promise.all([
    readVm(transport, kind, kind === "kind" ? undefined : needs),
    ask(dockerProbe),
    ask(kindProbe),
    ask(kubectlProbe),
  ]);
  if (docker?.capability.present && transport.dockerHost)
    docker.capability.found += ` at ${placeOf(transport.dockerHost)}`;
  const programs = [docker, kindCommand, kubectl].filter((asked) => asked !== undefined);
  const environment: Environment = {
    kind,
    transport: transport.name,
    vm,
    ...(docker?.capability.present && { docker: dockerServerVersion(docker.output?.text ?? "") }),
    ...(kindCommand?.capability.present && { kindVersion: kindVersion(kindCommand.output?.text ?? "") }),
    capabilities: [nodeJs(), ...capabilities, ...programs.map(({ capability }) => capability)],
  };
  if (kind !== "kind" || !docker) return { environment };
  // most of it is of no use without a cluster
  const { probeCluster } = await import("./probe-cluster.js");
  return probeCluster(environment, effects, docker.capability);
}

/** Evidence names no one's home folder. */
function placeOf(dockerHost: string): string {
  return dockerHost.replace(/^unix:\/\/\/(home|Users)\/[^/]+/, "unix://~");
}

/** Whatever runs this is new enough: the command refuses any other before anything else (bin/node-version.cjs). */
function nodeJs(): Capability {
  return { name: "node", present: true, probe: "node --version", found: process.version };
}
