import { parse, stringify } from "yaml";
import { MissingError, RefusedError } from "../../errors.js";

/** The one way to an API server that a kubeconfig's context means: server, CA and user, and nothing that leads elsewhere. */
export interface Access {
  server: string;
  /** Certificate of the CA, PEM in base64. */
  ca: string;
  /** A kubeconfig of exactly this: one cluster, one user, one context, which is the current one. */
  text: string;
}

type Entry = Record<string, unknown>;
type Named = Entry & { name?: unknown };

/** What is left out because it says nothing about where a request goes and as whom. */
const idle = new Set(["extensions", "disable-compression", "namespace", "proxy-url"]);

/**
 * Reads one context out of a kubeconfig, by its name: others, and which of them is current, decide nothing. `proxy-url` is
 * left out, as the API server is asked directly, here and by kubectl.
 * @returns undefined when the file has no such context
 * @throws MissingError when the text is no kubeconfig
 * @throws RefusedError (exit 8) when the context holds anything but a server with its CA and a user with a certificate or
 *   token: a program that makes credentials, an impersonation or a file would be another user tomorrow than was proven today
 */
export function oneAccess(text: string, context: string, file: string): Access | undefined {
  const whole = read(text, file);
  const found = only(whole.contexts, context, `contexts named ${context}`, file);
  if (!found) return undefined;
  const names = strictly(found.context, ["cluster", "user"], [], `the context ${context}`, file);
  const clusterName = names.cluster as string;
  const userName = names.user as string;
  const cluster = only(whole.clusters, clusterName, `clusters named ${clusterName}`, file);
  const user = only(whole.users, userName, `users named ${userName}`, file);
  if (!cluster || !user) return undefined;
  const place = strictly(
    cluster.cluster,
    ["server", "certificate-authority-data"],
    [],
    `the cluster ${clusterName}`,
    file,
  );
  const login = strictly(
    user.user,
    [],
    ["client-certificate-data", "client-key-data", "token"],
    `the user ${userName}`,
    file,
  );
  const { server, "certificate-authority-data": ca } = place as Record<string, string>;
  const kubeconfig = {
    ...{ apiVersion: "v1", kind: "Config", "current-context": context },
    clusters: [{ name: context, cluster: { server, "certificate-authority-data": ca } }],
    users: [{ name: context, user: login }],
    contexts: [{ name: context, context: { cluster: context, user: context } }],
  };
  return { server: server!, ca: ca!, text: stringify(kubeconfig) };
}

function read(text: string, file: string): Entry {
  let whole: unknown;
  try {
    whole = parse(text);
  } catch (error) {
    throw new MissingError(
      "BAD_KUBECONFIG",
      `${file} cannot be read: ${(error as Error).message}`,
      "./lab up",
    );
  }
  if (typeof whole === "object" && whole !== null) return whole as Entry;
  throw new MissingError("BAD_KUBECONFIG", `${file} is no kubeconfig`, "./lab up");
}

/** kubectl takes the first of several entries of one name and other programs the last: then nothing is proven. */
function only(list: unknown, name: string, what: string, file: string): Named | undefined {
  const entries = (Array.isArray(list) ? (list as Named[]) : []).filter((one) => one?.name === name);
  if (entries.length > 1) throw refused(file, `it has ${entries.length} ${what}; expected one`);
  return entries[0];
}

/** The entry's own fields, all of them strings: those that must be there and those that may. */
function strictly(
  value: unknown,
  required: string[],
  allowed: string[],
  what: string,
  file: string,
): Record<string, string> {
  const entry = Object.entries((value ?? {}) as Entry).filter(([, one]) => one !== null && one !== "");
  const kept = entry.filter(([name]) => !idle.has(name));
  const known = new Set([...required, ...allowed]);
  const foreign = kept.filter(
    ([name, one]) => !(known.has(name) && typeof one === "string") && one !== false,
  );
  if (foreign.length > 0) {
    const names = foreign.map(([name]) => name).join(", ");
    throw refused(file, `${what} has ${names}; expected nothing but ${[...known].join(", ")}`);
  }
  const missing = required.filter((name) => !kept.some(([one]) => one === name));
  if (missing.length > 0) throw refused(file, `${what} has no ${missing.join(", ")}`);
  return Object.fromEntries(kept.filter(([, one]) => one !== false)) as Record<string, string>;
}

function refused(file: string, why: string): RefusedError {
  return new RefusedError(
    "BAD_KUBECONFIG",
    `refused: ${file} does not say one proven way to its cluster: ${why}`,
    "kind get clusters, then ./lab adopt CLUSTER, which has kind write the file again",
  );
}
