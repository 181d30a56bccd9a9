import { failed } from "./pod-layers.js";
import type { ContainerSpec, Probe, Scene } from "./scene.js";
import { isTable, type Listener, listeners, owned } from "./sockets.js";
import type { Layer, Proof } from "./types.js";

type Judged = Omit<Layer, "id">;

/**
 * Does something of the Pod listen on every declared port, where other Pods can reach it? In a network namespace of its own
 * every socket is the Pod's. On the node's network it is when one of the Pod's processes holds it open.
 */
export function listening(scene: Scene): Judged {
  const { pod } = scene;
  const ports = [...new Set((pod?.spec.containers ?? []).flatMap(portsOf))];
  if (ports.length === 0) return { state: "not applicable", cause: "declares no port", proof: [] };
  const reading = pod?.spec.containers
    .map((c) => scene.reading(`sockets/${c.name}`))
    .find((one) => one?.exitCode === 0 && isTable(one.stdout));
  if (!reading)
    return { state: "not determined", proof: failed(scene, `sockets/${pod?.spec.containers[0]?.name}`) };
  const sockets = listeners(reading.stdout);
  const asked = pod?.spec.containers.flatMap(askedOnLoopback) ?? [];
  const proofs: Proof[] = [];
  for (const port of ports) {
    const all = sockets.filter((one) => one.port === port);
    const { here, owner, whole } = pod?.spec.hostNetwork ? ofThePod(scene, all) : { here: all };
    const found = here.find((one) => !one.loopback);
    const shown = found ?? here[0] ?? all[0];
    const proof = {
      reading: reading.name,
      text: shown?.line ?? `no socket in state LISTEN (0A) on port ${port}`,
    };
    if (all.length === 0) return { state: "fails", cause: "no listener", proof: [proof] };
    if (here.length === 0)
      return whole
        ? { state: "fails", cause: "another program's socket", proof: [proof, ...instead(scene)] }
        : { state: "not determined", cause: "the node's own sockets", proof: [proof, ...unread(scene)] };
    // whose probe names the loopback address is meant to be reached from its node alone
    const meant = pod?.spec.hostNetwork && asked.includes(port);
    if (!found && !meant) return { state: "fails", cause: "loopback only", proof: [proof] };
    proofs.push(proof, ...(owner?.(shown!) ?? []));
  }
  return { state: "works", proof: proofs };
}

/** Of sockets of the node those that a process of the Pod holds; `whole` when the Pod's processes were all looked at. */
function ofThePod(scene: Scene, all: Listener[]) {
  const readings = ownersOf(scene);
  const held = new Map(
    readings.flatMap(({ name, reading }) =>
      [...owned(reading?.stdout ?? "")].map(([inode, text]) => [inode, { reading: name, text }] as const),
    ),
  );
  const here = all.filter(({ inode }) => inode !== undefined && held.has(inode));
  const whole = readings.length > 0 && readings.every(({ reading }) => reading?.exitCode === 0);
  return { here, whole, owner: ({ inode }: Listener): Proof[] => [held.get(inode!)!] };
}

/** A reading for each container that runs; one that does not run holds nothing. */
function ownersOf(scene: Scene) {
  return (scene.pod?.spec.containers ?? [])
    .filter(({ name }) => scene.reading(`sockets/${name}`))
    .map(({ name }) => ({ name: `owners/${name}`, reading: scene.reading(`owners/${name}`) }));
}

/** What the Pod's processes hold instead, as far as a reader wants to compare it; nothing where they hold no socket. */
function instead(scene: Scene): Proof[] {
  return ownersOf(scene).flatMap(({ name, reading }) => {
    const lines = [...owned(reading?.stdout ?? "").values()].slice(0, 5);
    return lines.map((text) => ({ reading: name, text }));
  });
}

function unread(scene: Scene): Proof[] {
  return ownersOf(scene).flatMap(({ name }) => failed(scene, name));
}

/** TCP ports that the container declares or is probed on. */
export function portsOf(container: ContainerSpec): number[] {
  const declared = (container.ports ?? [])
    .filter((one) => (one.protocol ?? "TCP") === "TCP")
    .map((one) => one.containerPort);
  return [...declared, ...probesOf(container).map(({ port }) => port)].filter((port) => port !== undefined);
}

function askedOnLoopback(container: ContainerSpec): (number | undefined)[] {
  return probesOf(container)
    .filter(({ host }) => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host ?? ""))
    .map(({ port }) => port);
}

function probesOf(container: ContainerSpec): { port: number | undefined; host?: string }[] {
  const named = (port: number | string | undefined): number | undefined =>
    typeof port === "string" ? container.ports?.find((one) => one.name === port)?.containerPort : port;
  return [container.readinessProbe, container.livenessProbe, container.startupProbe].map((probe?: Probe) => {
    const { port, host } = probe?.httpGet ?? probe?.tcpSocket ?? { port: probe?.grpc?.port };
    return { port: named(port), ...(host !== undefined && { host }) };
  });
}
