import type { Clock, KubeApi, Log, Transport } from "../effects.js";
import { LabError } from "../errors.js";
import { exit } from "../exit-codes.js";
import { registryImage } from "../registry/image.js";
import { systemClock } from "./transport/clock.js";
import { withOneDocker } from "./transport/docker-endpoint.js";
import { localTransport } from "./transport/local.js";
import { sshTransport } from "./transport/ssh.js";

/** What can be set about the dedicated cluster. */
export interface Settings {
  /** Name of the dedicated cluster: LABBOOK_CLUSTER, default `labbook`. */
  cluster: string;
  /** Node image for new clusters: LABBOOK_NODE_IMAGE. Absent: the one that the kind command brings. */
  nodeImage?: string;
  /** File with a kind cluster configuration, on this machine: LABBOOK_KIND_CONFIG. */
  kindConfig?: string;
  /** Image of the labs' own registry: LABBOOK_REGISTRY_IMAGE, default the pinned one of labs/environment. */
  registryImage: string;
}

/** Everything that the environment's commands touch. */
export interface EnvironmentEffects {
  transport: Transport;
  clock: Clock;
  log: Log;
  settings: Settings;
  /** Folder of this tool's own state, as the VM sees it. */
  stateDir: string;
  connect(kubeconfigText: string, transport: Transport): Promise<KubeApi>;
  /** Results, on stdout. */
  output(text: string): void;
  /** Asks a person; false when there is nobody to ask. */
  ask(question: string): Promise<boolean>;
}

/**
 * The real effects.
 * @param on `local` or `ssh://user@host[:port]`
 */
export function environmentEffects(
  on: string,
  more: Pick<EnvironmentEffects, "log" | "ask">,
): EnvironmentEffects {
  const transport = withOneDocker(on === "local" ? localTransport() : sshTransport(on));
  return {
    transport,
    clock: systemClock,
    settings: readSettings(process.env),
    // Relative on purpose, so that evidence holds no path of a machine: commands start in the project's root here,
    // and in the user's home folder over ssh.
    stateDir: ".labbook",
    connect: async (kubeconfigText, vm) => (await import("./kube/api.js")).kubeApi(kubeconfigText, vm),
    output: (text) => process.stdout.write(text),
    ...more,
  };
}

/** @throws LabError (usage) when the cluster's name is none that kind would take. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const cluster = env.LABBOOK_CLUSTER || "labbook";
  checkClusterName(cluster);
  return {
    cluster,
    registryImage: registryImage(env),
    ...(env.LABBOOK_NODE_IMAGE && { nodeImage: env.LABBOOK_NODE_IMAGE }),
    ...(env.LABBOOK_KIND_CONFIG && { kindConfig: env.LABBOOK_KIND_CONFIG }),
  };
}

export function checkClusterName(name: string): void {
  if (/^[a-z0-9][a-z0-9.-]*$/.test(name) && name.length <= 50) return;
  throw new LabError(
    "BAD_CLUSTER_NAME",
    `expected a cluster name of lower-case letters, digits, dots and dashes, got ${JSON.stringify(name)}`,
    { exitCode: exit.usage },
  );
}
