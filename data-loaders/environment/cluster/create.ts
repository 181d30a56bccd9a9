import { MissingError } from "../../errors.js";
import { describeEnd, must, stderrText, stdoutText, succeeded } from "../command.js";
import type { EnvironmentEffects } from "../effects.js";
import { proxyNames } from "../transport/child-environment.js";
import { pasteReady } from "../transport/quote.js";
import { hostPorts } from "./kind-config.js";
import { kubeconfigPath, writePrivate } from "./kubeconfig.js";
import { forgetCluster, writeOrigin } from "./ownership.js";
import { explainKind } from "./troubles.js";

export interface CreateOptions {
  cluster: string;
  /** YAML text. */
  config: string;
  image?: string;
  /** Keep the nodes of a failed attempt for a look at them. */
  retain: boolean;
}

/**
 * `kind create cluster` with our own kubeconfig. A failed attempt is removed again, unless it is to be retained.
 * @throws MissingError with kind's last words and what they mean.
 */
export async function createCluster(effects: EnvironmentEffects, options: CreateOptions): Promise<void> {
  const { transport, log } = effects;
  const { cluster, config, image } = options;
  await checkPorts(effects, config);
  const kubeconfig = kubeconfigPath(effects, cluster);
  // Written first: a create that is cut off leaves nodes that the next command must know as its own.
  await writeOrigin(effects, cluster, "creating");
  await writePrivate(effects, `${effects.stateDir}/kind.${cluster}.yaml`, config);
  const argv = [
    ...["kind", "create", "cluster", "--name", cluster, "--kubeconfig", kubeconfig],
    ...["--config", `${effects.stateDir}/kind.${cluster}.yaml`, "--wait", "180s"],
    ...(image ? ["--image", image] : []),
    ...(options.retain ? ["--retain"] : []),
  ];
  log.info(`creating the cluster (some minutes)\n  $ ${pasteReady(argv)}`);
  const result = await transport.run({ argv, timeoutMs: 900_000, inherits: proxyNames });
  if (succeeded(result)) {
    await must(transport, "protecting the kubeconfig", ["chmod", "600", kubeconfig], { timeoutMs: 5000 });
    return;
  }
  const known = explainKind(stderrText(result) + stdoutText(result));
  if (options.retain) log.warn(`kept for a look: docker ps --filter label=io.x-k8s.kind.cluster=${cluster}`);
  else await deleteCluster(effects, cluster);
  throw new MissingError(
    "CREATE_FAILED",
    `kind did not create the cluster${known ? `: ${known.meaning}` : ""}\n  $ ${pasteReady(argv)}\n  expected exit 0, got ${describeEnd(result)}`,
    known?.remedy,
  );
}

/** Removes the cluster's containers and forgets it. The caller has made sure that it is ours. */
export async function deleteCluster(effects: EnvironmentEffects, cluster: string): Promise<void> {
  await must(
    effects.transport,
    "deleting the cluster",
    ["kind", "delete", "cluster", "--name", cluster, "--kubeconfig", kubeconfigPath(effects, cluster)],
    { timeoutMs: 120_000 },
  );
  await forgetCluster(effects, cluster);
}

async function checkPorts(effects: EnvironmentEffects, config: string): Promise<void> {
  const wanted = hostPorts(config);
  if (wanted.length === 0) return;
  const listening = await effects.transport.run({ argv: ["ss", "-ltnH"], timeoutMs: 5000 });
  if (!succeeded(listening)) {
    effects.log.warn(`host ports were not checked: ss -ltnH ${describeEnd(listening)}`);
    return;
  }
  const taken = new Set(
    stdoutText(listening)
      .split("\n")
      .map((line) => Number(/:(\d+)\s/.exec(line)?.[1])),
  );
  const clashes = wanted.filter((one) => taken.has(one.port));
  if (clashes.length === 0) return;
  throw new MissingError(
    "PORT_TAKEN",
    `the kind configuration asks for host ports that are taken: ${clashes.map((one) => `${one.port} (${one.at})`).join(", ")}`,
    `ss -ltnp | grep -E ':(${clashes.map((one) => one.port).join("|")}) '`,
  );
}
