/**
 * The one place that decides what a command finds in its environment: on this machine, over ssh and in a node.
 * It is a list of what is let through, not of what is kept out: a name that nobody thought of cannot change what a command
 * prints or where it leads. All of it is pure; nothing here reads this process's own environment.
 */
import type { CommandRequest } from "../../effects.js";
import { quote } from "./quote.js";

type Environment = Record<string, string>;
type Surroundings = Readonly<Record<string, string | undefined>>;

/** What every command takes over from where it runs: how programs are found, and whose process it is. */
export const inheritedNames = ["PATH", "USER", "LOGNAME"] as const;

/**
 * What every command has, wherever it runs.
 * - Locale, time zone and width: the same command prints the same text. LC_ALL wins over LANG; LANGUAGE, which would win over
 *   both, is not inherited.
 * - HOME leads nowhere: no ~/.curlrc, ~/.jq or ~/.kube/kuberc takes part. A folder that is not there, because kubectl takes
 *   anything else that it cannot look into for an error.
 * - KUBECONFIG leads nowhere: the proven cluster's own kubeconfig is always an argument. KUBERC is kubectl's file of
 *   preferred options. KUBECACHEDIR is where it keeps what an API server offers, by address, for hours: another cluster may
 *   have had that address, and root would make the folder. In /dev/null nothing can be kept.
 * - DOCKER_CONFIG leads nowhere: its `proxies` would be put into every container, and its `currentContext` would name another
 *   daemon. A folder that is not there is an empty configuration; for a file docker prints a warning.
 */
export const pinnedEnvironment: Readonly<Environment> = {
  LANG: "C.UTF-8",
  LC_ALL: "C.UTF-8",
  TZ: "UTC",
  COLUMNS: "200",
  HOME: "/nonexistent",
  KUBECONFIG: "/dev/null",
  KUBERC: "off",
  KUBECACHEDIR: "/dev/null",
  DOCKER_CONFIG: "/nonexistent",
};

/** Access rights that a command's new files do not get; a user's own mask would show in what a lab prints. */
export const pinnedUmask = 0o022;

/** Where docker's client is told which daemon is meant. Only the command that resolves it takes these over. */
export const dockerNames = [
  ...["HOME", "DOCKER_CONFIG", "DOCKER_CONTEXT"],
  ...["DOCKER_HOST", "DOCKER_TLS", "DOCKER_TLS_VERIFY", "DOCKER_CERT_PATH"],
] as const;

/** `docker pull` finds the user's logins with these. */
export const dockerLoginNames = ["HOME", "DOCKER_CONFIG"] as const;

/**
 * Proxies that lead out of the VM. Only `kind create cluster` takes them over: it hands them to the nodes, for pulling
 * images, and excepts the cluster's own networks. Nothing else does, so that no request to the API server, to a Pod or to the
 * labs' registry goes by a proxy.
 */
export const proxyNames = [
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
] as const;

/** Where the authorities are that the user trusts beside the system's. */
export const certificateNames = ["SSL_CERT_FILE", "SSL_CERT_DIR"] as const;

/** What a program needs that speaks ssh as the user does: agent, tickets, and a home folder for ProxyCommand. */
export const sshNames = ["HOME", "SSH_AUTH_SOCK", "KRB5CCNAME"] as const;

/**
 * The whole environment of a command on this machine, where `surroundings` is this process's own. A name of
 * `request.inherits` is as it is there, also when it is not there at all.
 */
export function childEnvironment(
  { env, inherits = [] }: Pick<CommandRequest, "env" | "inherits">,
  surroundings: Surroundings,
): Environment {
  const whole: Record<string, string | undefined> = { ...pinnedEnvironment };
  for (const name of [...inheritedNames, ...inherits]) whole[name] = surroundings[name];
  if (whole.PATH !== undefined) whole.PATH = withoutPackages(whole.PATH);
  const set = Object.entries({ ...whole, ...env }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as Environment;
}

/**
 * The same for a command on another machine, as words of a POSIX shell that has that machine's surroundings: arguments of
 * `env -i`. Names that are not set there stay unset.
 */
export function remoteEnvironment({ env, inherits = [] }: Pick<CommandRequest, "env" | "inherits">): string {
  const taken = [...inheritedNames, ...inherits].filter((name) => env?.[name] === undefined);
  const settings = Object.entries({ ...pinnedEnvironment, ...env }).filter(
    ([name]) => !(taken as string[]).includes(name),
  );
  return [
    ...taken.map((name) => `\${${name}+"${name}=$${name}"}`),
    ...settings.map(([name, value]) => quote(`${name}=${value}`)),
  ].join(" ");
}

/** The project's own packages come first on the PATH of whatever npm or the lab command starts; a lab's command finds none. */
function withoutPackages(path: string): string {
  return path
    .split(":")
    .filter((folder) => !/\/node_modules\/\.bin\/?$/.test(folder))
    .join(":");
}
