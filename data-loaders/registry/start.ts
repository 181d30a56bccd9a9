import type { Clock, Transport } from "../effects.js";
import { must, stdoutText } from "../environment/command.js";
import { MissingError } from "../errors.js";
import { packTar } from "../image/tar.js";
import { type Credentials, htpasswdLine, newCredentials } from "./credentials.js";
import { hostsToml, tellNode } from "./hosts.js";
import { ensureRegistryImage } from "./image.js";

export interface RegistryRequest {
  image: string;
  container: string;
  /** `<container>:5000`, as nodes and image references name it. */
  host: string;
  run: string;
  nodes: string[];
  authenticated: boolean;
}

export interface StartedRegistry {
  container: string;
  containerId: string;
  host: string;
  /** Plain HTTP, on the VM's loopback only: `http://127.0.0.1:<port>`. */
  url: string;
  image: string;
  network: string;
  nodes: string[];
  hostsToml: string;
  auth?: Credentials;
}

const MINUTE = 60_000;
const PASSWORDS = "labbook-htpasswd";

/**
 * Starts a registry on the nodes' own docker network, reachable on the VM through loopback only, and tells every node of
 * it. Its undo must have been declared before. Errors: MissingError with the command that failed.
 */
export async function startRegistry(
  { transport, clock }: { transport: Transport; clock: Clock },
  wanted: RegistryRequest,
): Promise<StartedRegistry> {
  const { image, container, host, run, nodes } = wanted;
  await ensureRegistryImage(transport, image);
  const network = await networkOf(transport, nodes[0]!);
  const auth = wanted.authenticated ? newCredentials() : undefined;
  await must(transport, "creating the registry", createArgv(wanted, network), { timeoutMs: MINUTE });
  if (auth) {
    const file = {
      name: PASSWORDS,
      mode: 0o444,
      bytes: new TextEncoder().encode(await htpasswdLine(transport, auth)),
    };
    const stdin = await packTar([file], 0);
    await must(transport, "giving the registry its passwords", ["docker", "cp", "-", `${container}:/`], {
      timeoutMs: MINUTE,
      stdin,
    });
  }
  await must(transport, "starting the registry", ["docker", "start", container], { timeoutMs: MINUTE });
  const url = `http://${await publishedAt(transport, container)}`;
  await untilItAnswers({ transport, clock }, container, url);
  const toml = hostsToml(host, run);
  await Promise.all(nodes.map((node) => tellNode(transport, node, host, toml)));
  const containerId = await inspect(transport, container, "{{.Id}}");
  return { container, containerId, host, url, image, network, nodes, hostsToml: toml, ...(auth && { auth }) };
}

/** The image's own configuration with what a lab needs: plain HTTP, no cache that hides changed files, deletion. */
function createArgv({ image, container, run, authenticated }: RegistryRequest, network: string): string[] {
  const settings = {
    REGISTRY_HTTP_ADDR: ":5000",
    REGISTRY_STORAGE_FILESYSTEM_ROOTDIRECTORY: "/var/lib/registry",
    REGISTRY_STORAGE_CACHE_BLOBDESCRIPTOR: "",
    REGISTRY_STORAGE_DELETE_ENABLED: "true",
    OTEL_TRACES_EXPORTER: "none",
    ...(authenticated && {
      REGISTRY_AUTH: "htpasswd",
      REGISTRY_AUTH_HTPASSWD_REALM: "labbook",
      REGISTRY_AUTH_HTPASSWD_PATH: `/${PASSWORDS}`,
    }),
  };
  return [
    ...["docker", "create", "--name", container, "--network", network, "--publish", "127.0.0.1::5000"],
    ...["--label", `labbook.dev/run=${run}`],
    ...Object.entries(settings).flatMap(([name, value]) => ["--env", `${name}=${value}`]),
    image,
  ];
}

/** The docker network that the nodes are on: kind's, whatever it is called here. */
async function networkOf(transport: Transport, node: string): Promise<string> {
  const names = await inspect(
    transport,
    node,
    "{{range $name, $_ := .NetworkSettings.Networks}}{{$name}} {{end}}",
  );
  const network = names.split(" ")[0];
  if (network) return network;
  throw new MissingError("NO_NETWORK", `the node ${node} is on no docker network`, "./lab down && ./lab up");
}

async function publishedAt(transport: Transport, container: string): Promise<string> {
  const result = await must(
    transport,
    "asking for the registry's port",
    ["docker", "port", container, "5000/tcp"],
    {
      timeoutMs: MINUTE,
    },
  );
  const address = stdoutText(result).trim().split("\n")[0] ?? "";
  if (/^127\.0\.0\.1:\d+$/.test(address)) return address;
  throw new MissingError(
    "NO_PORT",
    `expected the registry at 127.0.0.1:<port>, got ${JSON.stringify(address)}`,
  );
}

async function inspect(transport: Transport, container: string, format: string): Promise<string> {
  const argv = ["docker", "inspect", "--type", "container", "--format", format, container];
  return stdoutText(await must(transport, `inspecting ${container}`, argv, { timeoutMs: MINUTE })).trim();
}

/** 200 or, where it wants a password, 401. Asked on the VM, so that it works over ssh too. */
async function untilItAnswers(
  { transport, clock }: { transport: Transport; clock: Clock },
  container: string,
  url: string,
): Promise<void> {
  const argv = [
    "curl",
    "--silent",
    "--output",
    "/dev/null",
    "--write-out",
    "%{http_code}",
    "--max-time",
    "5",
    `${url}/v2/`,
  ];
  const end = clock.monotonic() + MINUTE;
  for (;;) {
    const result = await transport.run({ argv, timeoutMs: 10_000 });
    if (/^(200|401)$/.test(stdoutText(result).trim())) return;
    if (clock.monotonic() > end) {
      const log = await transport.run({
        argv: ["docker", "logs", "--tail", "5", container],
        timeoutMs: MINUTE,
      });
      const said = new TextDecoder().decode(log.stderr).trim();
      throw new MissingError(
        "NO_ANSWER",
        `the registry does not answer at ${url}/v2/ within 60 s; its log ends:\n${said}`,
      );
    }
    await clock.sleep(300);
  }
}
