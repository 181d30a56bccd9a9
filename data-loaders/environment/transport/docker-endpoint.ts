import type { CommandRequest, CommandResult, Transport } from "../../effects.js";
import { dockerNames, sshNames } from "./child-environment.js";
import { execTarget, execWithout } from "./node-environment.js";

/** Where the docker daemon is that the user means, as settings of the command that leads there. */
export interface DockerEndpoint {
  /** `unix:///var/run/docker.sock`, `tcp://host:port` or `ssh://user@host`. */
  host: string;
  env: Record<string, string>;
}

/** DOCKER_HOST wins over any context, as it does in docker's client; `context inspect` follows the rest of its rules. */
const ASK =
  'printf "%s\\0" "$DOCKER_HOST" "$DOCKER_TLS" "$DOCKER_TLS_VERIFY" "${DOCKER_CERT_PATH:-${DOCKER_CONFIG:-$HOME/.docker}}"; ' +
  '[ -n "$DOCKER_HOST" ] || exec docker context inspect';

/**
 * The same transport, on which every command that uses docker reaches one daemon, and a command in a node finds nothing of
 * what somebody's surroundings put into its container. The daemon is the one that DOCKER_HOST, DOCKER_CONTEXT
 * or the current context named when the first of them began. Whoever changes the context meanwhile changes nothing.
 */
export function withOneDocker(transport: Transport): Transport {
  let asked: Promise<DockerEndpoint | CommandResult | undefined> | undefined;
  let host: string | undefined;
  const keptOut = new Map<string, readonly string[]>();
  const endpoint = () => {
    asked ??= resolveDocker(transport).then((found) => {
      if (found && "host" in found) host = found.host;
      return found;
    });
    return asked;
  };
  /** The request as it leads to the daemon, or what docker said instead of where that is. */
  async function pinned(request: CommandRequest): Promise<CommandRequest | CommandResult> {
    if (!usesDocker(request.argv)) return request;
    const found = await endpoint();
    if (!found) return request;
    if (!("host" in found)) return { ...found, argv: request.argv };
    const inherits = [...(request.inherits ?? []), ...(found.host.startsWith("ssh:") ? sshNames : [])];
    const argv = execWithout(request.argv, keptOut.get(execTarget(request.argv) ?? "") ?? []);
    return { ...request, argv, inherits, env: { ...found.env, ...request.env } };
  }
  return {
    name: transport.name,
    get dockerHost() {
      return host;
    },
    resolveDocker: async () => {
      await endpoint();
      return host;
    },
    async run(request) {
      const ready = await pinned(request);
      return "timeoutMs" in ready ? { ...(await transport.run(ready)), argv: request.argv } : ready;
    },
    async start(request, onLine) {
      const ready = await pinned(request);
      if ("timeoutMs" in ready) return transport.start(ready, onLine);
      const ended = Promise.resolve(ready);
      return { argv: request.argv, startedAt: ready.startedAt, ended, stop: () => ended };
    },
    keepOut: (container, names) => {
      keptOut.set(container, names);
    },
    forward: (to, port) => transport.forward(to, port),
    close: () => transport.close(),
  };
}

/** kind starts docker; a script may. */
function usesDocker([program, ...words]: string[]): boolean {
  return program === "docker" || program === "kind" || words.some((word) => /\bdocker\b/.test(word));
}

/** Undefined without docker's client; docker's own result when it says that there is no such context. */
async function resolveDocker(transport: Transport): Promise<DockerEndpoint | CommandResult | undefined> {
  const result = await transport.run({
    argv: ["sh", "-c", ASK],
    inherits: dockerNames,
    timeoutMs: 10_000,
  });
  if (result.exitCode === 127) return undefined;
  if (result.exitCode !== 0) return result;
  const [host = "", tls = "", verify = "", certs = "", context = ""] = new TextDecoder()
    .decode(result.stdout)
    .split("\0");
  if (host === "") return ofContext(JSON.parse(context) as Context[]);
  const secured = tls !== "" || verify !== "";
  return {
    host,
    env: {
      DOCKER_HOST: host,
      ...(tls !== "" && { DOCKER_TLS: tls }),
      ...(verify !== "" && { DOCKER_TLS_VERIFY: verify }),
      ...(secured && { DOCKER_CERT_PATH: certs }),
    },
  };
}

/** What of `docker context inspect` says where the daemon is. */
interface Context {
  Endpoints: { docker?: { Host?: string; SkipTLSVerify?: boolean } };
  TLSMaterial?: { docker?: string[] };
  Storage: { TLSPath: string };
}

function ofContext([context]: Context[]): DockerEndpoint | undefined {
  const { Host: host, SkipTLSVerify: unchecked } = context?.Endpoints.docker ?? {};
  if (!context || !host) return undefined;
  const certificates = context.TLSMaterial?.docker?.length;
  return {
    host,
    env: {
      DOCKER_HOST: host,
      ...(certificates && { DOCKER_CERT_PATH: `${context.Storage.TLSPath}/docker` }),
      ...(unchecked && { DOCKER_TLS: "1" }),
      ...(certificates && !unchecked && { DOCKER_TLS_VERIFY: "1" }),
    },
  };
}
