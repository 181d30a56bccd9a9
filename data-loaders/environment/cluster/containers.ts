import type { Transport } from "../../effects.js";
import { must, stdoutText } from "../command.js";
import { foreignNames } from "../transport/node-environment.js";

/** A node container as docker tells it (`docker inspect`). */
export interface KindContainer {
  id: string;
  name: string;
  /** `control-plane`, `worker` or `external-load-balancer`. */
  role: string;
  state: "running" | "paused" | "stopped";
  /** Image reference that it was made from, and the image's config digest. */
  image: string;
  imageId: string;
  /** Settings that its processes begin with, as `NAME=value`. */
  env: string[];
  /** Published ports: container port (`6443/tcp`) → host addresses. */
  ports: Record<string, { host: string; port: number }[]>;
  addresses: string[];
}

export const clusterLabel = "io.x-k8s.kind.cluster";

/** The containers that kind labelled as this cluster's nodes, stopped ones too, by name. */
export async function kindContainers(transport: Transport, cluster: string): Promise<KindContainer[]> {
  const listed = await must(
    transport,
    "listing the cluster's containers",
    ["docker", "ps", "--all", "--no-trunc", "--quiet", "--filter", `label=${clusterLabel}=${cluster}`],
    { timeoutMs: 10_000, remedy: "docker info" },
  );
  const ids = stdoutText(listed).split("\n").filter(Boolean);
  if (ids.length === 0) return [];
  const inspected = await must(transport, "inspecting the node containers", ["docker", "inspect", ...ids], {
    timeoutMs: 10_000,
  });
  const containers = (JSON.parse(stdoutText(inspected)) as Inspected[])
    .map(readContainer)
    .filter((container) => container.cluster === cluster)
    .map(({ cluster: _, ...container }) => container)
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
  for (const { id, name, env } of containers)
    for (const known of [id, name]) transport.keepOut?.(known, foreignNames(env));
  return containers;
}

interface Inspected {
  Id: string;
  Name: string;
  Image: string;
  State: { Running: boolean; Paused: boolean };
  Config: { Image: string; Env?: string[] | null; Labels: Record<string, string> | null };
  NetworkSettings: {
    Ports: Record<string, { HostIp: string; HostPort: string }[] | null> | null;
    Networks: Record<string, { IPAddress?: string; GlobalIPv6Address?: string }>;
  };
}

function readContainer(one: Inspected): KindContainer & { cluster: string } {
  const labels = one.Config.Labels ?? {};
  const ports = Object.entries(one.NetworkSettings.Ports ?? {}).map(([port, hosts]) => [
    port,
    (hosts ?? []).map((at) => ({ host: at.HostIp, port: Number(at.HostPort) })),
  ]);
  const networks = Object.values(one.NetworkSettings.Networks);
  return {
    cluster: labels[clusterLabel] ?? "",
    id: one.Id,
    name: one.Name.replace(/^\//, ""),
    role: labels["io.x-k8s.kind.role"] ?? "unknown",
    state: one.State.Paused ? "paused" : one.State.Running ? "running" : "stopped",
    image: one.Config.Image,
    imageId: one.Image,
    env: one.Config.Env ?? [],
    ports: Object.fromEntries(ports),
    addresses: networks
      .flatMap((net) => [net.IPAddress, net.GlobalIPv6Address])
      .filter((a) => !!a) as string[],
  };
}
