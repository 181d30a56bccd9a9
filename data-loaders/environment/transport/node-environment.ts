/**
 * A command in a node has the environment that the node's container was made with, and that came from the surroundings of
 * whoever made the cluster: kind passes on the user's proxies, and docker's client puts those of its configuration into every
 * container. They are for containerd, which pulls images; a command that asks a Pod or the labs' registry must not meet them.
 */

/** What kind and its node images set themselves. */
const ofKind = /^(PATH|HOME|HOSTNAME|container|KUBECONFIG|KIND_EXPERIMENTAL_\w+)$/;

/** A proxy without an address is none. */
const proxy = /^(https?|all|no|ftp)_proxy$/i;

/** Names in a container's settings (`Config.Env` of `docker inspect`) that a command in it is not to have. */
export function foreignNames(settings: readonly string[]): string[] {
  return settings.flatMap((setting) => {
    const [name = "", ...value] = setting.split("=");
    // without `=` it is not set
    if (ofKind.test(name) || value.length === 0) return [];
    return proxy.test(name) && value.join("=") === "" ? [] : [name];
  });
}

/**
 * `docker exec` without these names. An `--env` that gives no value takes the name away where docker's client has none of that
 * name, and the client that runs has the pinned environment.
 */
export function execWithout(argv: string[], names: readonly string[]): string[] {
  const [program, verb, ...rest] = argv;
  if (program !== "docker" || verb !== "exec") return argv;
  return [program, verb, ...names.flatMap((name) => ["--env", name]), ...rest];
}

/** The container that a `docker exec` of this tool is for: its first word that is no option. */
export function execTarget([program, verb, ...rest]: string[]): string | undefined {
  if (program !== "docker" || verb !== "exec") return undefined;
  return rest.find((word) => !word.startsWith("-"));
}
