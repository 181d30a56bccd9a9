import type { InventoryItem } from "../../src/model/run.js";
import type { Transport } from "../effects.js";
import type { ProvenCluster } from "../environment/cluster/prove.js";
import { isRunId } from "./run-id.js";

interface Scope {
  transport: Transport;
  cluster?: ProvenCluster;
  /** A lab alone on the cluster looks at everything; beside others only at what can be its own. */
  exclusive: boolean;
  namespace: string;
  runId: string;
  /** The lab starts processes that go on by themselves; only these bear a mark to be found by. */
  background: boolean;
  /** The lab can start containers that bear the run's label; asking docker takes as long as many a step. */
  containers: boolean;
}

/** What there is that a lab might leave behind: on the VM, in the cluster, on each node. */
export async function inventory(scope: Scope): Promise<InventoryItem[]> {
  const parts = await Promise.all([
    vmItems(scope),
    ...(scope.cluster
      ? [clusterItems(scope, scope.cluster), ...scope.cluster.nodes.map((n) => nodeItems(scope, n.name))]
      : []),
  ]);
  return parts.flat().sort((a, b) => key(a).localeCompare(key(b), "en"));
}

/** What is there afterwards and was not before. */
export function leftovers(before: InventoryItem[], after: InventoryItem[]): InventoryItem[] {
  const known = new Set(before.map(key));
  return after.filter((item) => !known.has(key(item)));
}

/** What was there before and is missing or different afterwards. A shim that had no sandbox yet has found it, or has ended. */
export function lost(before: InventoryItem[], after: InventoryItem[]): InventoryItem[] {
  return leftovers(after, before).filter(({ kind }) => kind !== "shim");
}

function key(item: InventoryItem): string {
  return `${item.kind} ${item.name}`;
}

/** The marked processes of a machine; whoever looks at all processes takes a while. */
const PROCESSES = `
grep -shzo '^LABBOOK_STEP=.*' /proc/[0-9]*/environ | tr '\\0' '\\n' | sed 's/^LABBOOK_STEP=/process /'`;

const VM_SCRIPT = `
(cd .labbook/files 2>/dev/null && for f in *; do [ -e "$f" ] && echo "files $f"; done)
cd .labbook/scratch 2>/dev/null && for f in *; do [ -e "$f" ] && echo "scratch $f"; done
cd /run/netns 2>/dev/null && for f in *; do [ -e "$f" ] && echo "netns $f"; done
true`;

const CONTAINERS = `
docker ps --all --filter label=labbook.dev/run --format 'container {{.Names}} {{.Label "labbook.dev/run"}}' 2>/dev/null`;

async function vmItems(scope: Scope): Promise<InventoryItem[]> {
  const result = await scope.transport.run({
    argv: ["sh", "-c", `${scope.containers ? CONTAINERS : ""}${script(VM_SCRIPT, scope)}`],
    timeoutMs: 20_000,
  });
  return items(new TextDecoder().decode(result.stdout)).filter(
    // what bears another run's ID is that run's: on one VM there may be a cluster beside this one, with a run of its own
    ({ kind, name }) =>
      name.includes(scope.runId) ||
      (scope.exclusive && kind !== "process" && kind !== "container" && !isRunId(name)),
  );
}

const NODE_SCRIPT = `
{ ip route show; ip -6 route show; } | sed 's/ expires [0-9]*sec//; s/^/route /'
for f in /etc/cni/net.d/* /etc/kubernetes/manifests/*; do [ -f "$f" ] && echo "file $f $(sha256sum <"$f" | cut -c1-16)"; done
for f in /etc/containerd/certs.d/*/hosts.toml; do
  [ -f "$f" ] && echo "registry $f $(sed -n 's/^# labbook.dev/run //p' "$f")"
done
for u in kubelet containerd; do echo "unit $u $(systemctl is-active $u)"; done
known=$(crictl pods --quiet 2>/dev/null)
[ -z "$known" ] || ps -ww -eo args | sed -n 's/^[^ ]*containerd-shim[^ ]* .*-id \\([0-9a-f]*\\).*/\\1/p' | while read -r id; do
  case "$known" in *"$id"*) ;; *) echo "shim $id" ;; esac
done
crictl pods 2>/dev/null | awk -F '  +' 'NR > 1 && $3 != "NotReady" {print "sandbox " $5 "/" $4}'
true`;

async function nodeItems(scope: Scope, node: string): Promise<InventoryItem[]> {
  const argv = ["docker", "exec", node, "sh", "-c", script(NODE_SCRIPT, scope)];
  const result = await scope.transport.run({ argv, timeoutMs: 30_000 });
  if (result.exitCode !== 0)
    throw new Error(`the inventory of ${node} could not be read: ${new TextDecoder().decode(result.stderr)}`);
  const all = items(new TextDecoder().decode(result.stdout)).map(({ kind, name }) => ({
    kind,
    name: `${node} ${name}`,
  }));
  return all.filter((item) =>
    scope.exclusive
      ? // what leads straight to a Pod's veth comes and goes with the Pod
        item.kind !== "route" || !/^\S+ \S+ dev veth/.test(item.name)
      : item.kind === "sandbox"
        ? item.name.includes(` ${scope.namespace}/`)
        : !/^(route|shim)$/.test(item.kind) &&
          (!/^(process|registry)$/.test(item.kind) || item.name.includes(scope.runId)),
  );
}

function script(rest: string, { background }: Scope): string {
  return background ? `${PROCESSES}\n${rest}` : rest;
}

async function clusterItems(scope: Scope, cluster: ProvenCluster): Promise<InventoryItem[]> {
  const [nodes, namespaces, volumes] = await Promise.all([
    list<NodeObject>(cluster, "/api/v1/nodes"),
    list<NamedObject>(cluster, "/api/v1/namespaces"),
    list<NamedObject & { spec: { claimRef?: { namespace: string } } }>(cluster, "/api/v1/persistentvolumes"),
  ]);
  const ours = (name: string) => scope.exclusive || name === scope.namespace;
  return [
    ...namespaces
      .filter((n) => ours(n.metadata.name))
      .map((n) => ({ kind: "namespace", name: n.metadata.name })),
    ...volumes
      .filter((v) => ours(v.spec.claimRef?.namespace ?? ""))
      .map((v) => ({ kind: "persistentvolume", name: v.metadata.name })),
    ...nodes.flatMap((n) => [
      { kind: "node", name: `${n.metadata.name} ${readiness(n)}` },
      ...(n.spec.unschedulable ? [{ kind: "unschedulable", name: n.metadata.name }] : []),
      ...(n.spec.taints ?? []).map((taint) => ({
        kind: "taint",
        name: `${n.metadata.name} ${taint.key}:${taint.effect}`,
      })),
    ]),
  ];
}

interface NamedObject {
  metadata: { name: string };
}
interface NodeObject extends NamedObject {
  spec: { unschedulable?: boolean; taints?: { key: string; effect: string }[] };
  status: { conditions: { type: string; status: string }[] };
}

function readiness(node: NodeObject): string {
  return `Ready=${node.status.conditions.find((condition) => condition.type === "Ready")?.status ?? "unknown"}`;
}

async function list<T>(cluster: ProvenCluster, path: string): Promise<T[]> {
  const answer = await cluster.api.get(path, 15_000);
  if (answer.status !== 200) throw new Error(`GET ${path}: HTTP ${answer.status}`);
  return (JSON.parse(new TextDecoder().decode(answer.body)) as { items: T[] }).items;
}

function items(text: string): InventoryItem[] {
  return text
    .split("\n")
    .filter((line) => line.includes(" "))
    .map((line) => ({
      kind: line.slice(0, line.indexOf(" ")),
      name: line.slice(line.indexOf(" ") + 1).trim(),
    }));
}
