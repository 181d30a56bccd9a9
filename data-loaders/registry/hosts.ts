import type { Transport } from "../effects.js";
import { must } from "../environment/command.js";

export const CERTS_D = "/etc/containerd/certs.d";

/**
 * What a node's containerd is told about the registry, in the way that kind documents: a hosts.toml for its name that
 * leads to the container on the nodes' own network. The first line says whose file it is.
 */
export function hostsToml(host: string, run: string): string {
  return `# labbook.dev/run ${run}\nserver = "http://${host}"\n\n[host."http://${host}"]\n  capabilities = ["pull", "resolve"]\n`;
}

/** Argument: the folder. */
const WRITE = 'mkdir -p "$1" && cat >"$1/hosts.toml"';

/** Puts the file on a node and lets the node ask the registry once. `statuses` are the HTTP answers that mean it is up. */
export async function tellNode(
  transport: Transport,
  node: string,
  host: string,
  toml: string,
): Promise<void> {
  const script = ["sh", "-c", WRITE, "labbook-registry", `${CERTS_D}/${host}`];
  await must(transport, `telling ${node} of the registry`, ["docker", "exec", "-i", node, ...script], {
    timeoutMs: 30_000,
    stdin: new TextEncoder().encode(toml),
  });
  const curl = ["curl", "--silent", "--show-error", "--output", "/dev/null", "--max-time", "10"];
  const patient = ["--retry", "5", "--retry-connrefused", "--retry-delay", "1"];
  await must(
    transport,
    `reaching the registry from ${node}`,
    ["docker", "exec", node, ...curl, ...patient, `http://${host}/v2/`],
    {
      timeoutMs: 60_000,
      remedy: `is the registry's container on the nodes' network? docker network inspect kind`,
    },
  );
}
