import { nodeUid } from "../../src/model/diagnose/node-uid.js";
import type { CriContainer, Pod } from "../../src/model/diagnose/scene.js";
import type { Reading, Readings } from "../../src/model/diagnose/types.js";
import type { CommandResult, Transport } from "../effects.js";
import { asPinned, type PinnedCluster } from "../environment/cluster/pinned-kubeconfig.js";
import { isExecFailure, stderrText, stdoutText } from "../environment/command.js";

/** Where a Pod is read: the proven cluster, and its nodes' names. */
export interface Place {
  transport: Transport;
  cluster: Pick<PinnedCluster, "kubeconfig" | "pinned">;
  nodes: string[];
  signal?: AbortSignal;
}

const SOCKETS =
  'pid=$(crictl inspect --output go-template --template "{{.info.pid}}" "$1") && cat "/proc/$pid/net/tcp" && { cat "/proc/$pid/net/tcp6" 2>/dev/null; true; }';

/** The sockets that a container's processes hold open, as `<file descriptor> socket:[<inode>]`. Their cgroup names the container. */
const OWNERS =
  'set -- $(grep -lF "$1" /proc/[0-9]*/cgroup 2>/dev/null | sed "s/cgroup$/fd/") && [ $# -gt 0 ] && find "$@" -lname "socket:*" -printf "%p %l\\n"';

/**
 * Everything that the walk through a Pod's layers looks at: what the API server says, and what the node's runtime and
 * kernel say. A command that fails is a reading too; nothing is thrown for what the Pod lacks.
 */
export async function readPod(place: Place, namespace: string, name: string): Promise<Readings> {
  const kubectl = (reading: string, ...words: string[]) =>
    read(place, reading, "vm", [
      ...[
        "kubectl",
        "--kubeconfig",
        place.cluster.kubeconfig,
        "--namespace",
        namespace,
        "get",
        ...words,
        "--output",
        "json",
      ],
    ]);
  const podReading = await kubectl("pod", "pod", name);
  const pod = parse<Pod>(podReading);
  const readings = [podReading];
  if (pod) {
    const node = pod.spec.nodeName;
    const [api, runtime] = await Promise.all([
      Promise.all([
        kubectl("events", "events", "--field-selector", `involvedObject.name=${name}`),
        kubectl("services", "services"),
        kubectl("endpointslices", "endpointslices.discovery.k8s.io"),
        ...(node ? [kubectl("node", "node", node)] : []),
      ]),
      node && place.nodes.includes(node) ? readNode(place, node, pod) : [],
    ]);
    readings.push(...api, ...runtime);
  }
  return { schema: "labbook/diagnosis/v1", namespace, pod: name, readings };
}

async function readNode(place: Place, node: string, pod: Pod): Promise<Reading[]> {
  const on = (reading: string, ...argv: string[]) =>
    read(place, reading, `node/${node}`, ["docker", "exec", node, ...argv]);
  const label = ["--label", `io.kubernetes.pod.uid=${nodeUid(pod)}`, "--output", "json"];
  const [sandboxes, containers] = await Promise.all([
    on("sandboxes", "crictl", "pods", ...label),
    on("containers", "crictl", "ps", "--all", ...label),
  ]);
  const newest = newestOf(parse<{ containers?: CriContainer[] }>(containers)?.containers ?? []);
  const each = await Promise.all(
    newest.flatMap(({ id, state, metadata }) => [
      on(`log/${metadata?.name}`, "crictl", "logs", "--tail", "20", id),
      ...(state === "CONTAINER_RUNNING"
        ? [on(`sockets/${metadata?.name}`, "sh", "-c", SOCKETS, "sockets", id)]
        : []),
      // in a network namespace of its own every socket is the Pod's
      ...(state === "CONTAINER_RUNNING" && pod.spec.hostNetwork
        ? [on(`owners/${metadata?.name}`, "sh", "-c", OWNERS, "owners", id)]
        : []),
    ]),
  );
  return [sandboxes, containers, ...each];
}

/** Of each name the container with the highest attempt. */
function newestOf(containers: CriContainer[]): CriContainer[] {
  const newest = new Map<string, CriContainer>();
  for (const one of containers) {
    const name = one.metadata?.name ?? "";
    const known = newest.get(name);
    if (!known || (one.metadata?.attempt ?? 0) > (known.metadata?.attempt ?? 0)) newest.set(name, one);
  }
  return [...newest.values()];
}

/** On a loaded VM docker now and then cannot start a process in a node; nothing has run then, so it is asked again. */
async function read(place: Place, name: string, target: string, argv: string[]): Promise<Reading> {
  const { transport, signal } = place;
  const request = { argv: asPinned(place.cluster, argv), timeoutMs: 30_000, ...(signal && { signal }) };
  let result = await transport.run(request);
  for (let tries = 1; isExecFailure(result) && tries < 3; tries++) result = await transport.run(request);
  const cut = cutShort(result);
  const ended = result.exitCode !== undefined && !result.timedOut && cut === undefined;
  return {
    name,
    target,
    argv,
    ...(ended && { exitCode: result.exitCode }),
    stdout: stdoutText(result),
    stderr: result.notStarted?.message ?? cut ?? stderrText(result),
  };
}

/** Why the output is not whole: what is missing in it proves nothing. */
function cutShort({ stdout, stdoutBytes, transportEndedEarly }: CommandResult): string | undefined {
  if (transportEndedEarly !== undefined) return transportEndedEarly;
  return stdoutBytes > stdout.length ? `${stdout.length} of ${stdoutBytes} bytes were kept` : undefined;
}

function parse<T>(reading: Reading): T | undefined {
  if (reading.exitCode !== 0) return undefined;
  try {
    return JSON.parse(reading.stdout) as T;
  } catch {
    return undefined; // the walk says what cannot be read; here only the next questions depend on it
  }
}
