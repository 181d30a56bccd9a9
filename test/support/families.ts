/** What a cluster of each kind of address family prints, for the sheets whose readings speak of addresses. */
import type { Lab } from "../../labs/vocabulary/lab.js";
import type { Chain } from "../../src/model/chain/types.js";
import { derive } from "../../src/model/derive.js";
import { observe } from "../../src/model/observe.js";
import { judge } from "../../src/model/predictions/judge.js";
import { lookup } from "../../src/model/predictions/lookup.js";
import type { StepRecord } from "../../src/model/run.js";
import { sha256Hex } from "../../src/model/sha256.js";

/** The families of a cluster, its first one first. */
export const CLUSTERS = {
  IPv4: ["ipv4"],
  IPv6: ["ipv6"],
  "IPv4 and IPv6": ["ipv4", "ipv6"],
  "IPv6 and IPv4": ["ipv6", "ipv4"],
} as const satisfies Record<string, ("ipv4" | "ipv6")[]>;
export type Families = readonly ("ipv4" | "ipv6")[];

/** The nth node's Pod range, a Pod's address in it, and the node's own address. */
export const podCIDRs = (families: Families, n: number) =>
  families.map((family) =>
    family === "ipv4" ? `10.244.${n}.0/24` : n === 0 ? "fd00:10:244::/64" : `fd00:10:244:${n}::/64`,
  );
export const podIPs = (families: Families, n: number, pod: number) =>
  families.map((family) =>
    family === "ipv4" ? `10.244.${n}.${pod}` : `fd00:10:244:${n}::${pod.toString(16)}`,
  );
export const nodeIPs = (families: Families, n: number) =>
  families.map((family) => (family === "ipv4" ? `172.18.0.${n + 2}` : `fc00:f853:ccd:e793::${n + 2}`));
export const clusterCIDRs = (families: Families) =>
  families.map((family) => (family === "ipv4" ? "10.244.0.0/16" : "fd00:10:244::/56"));

export const nodeObject = (families: Families, n: number) => ({
  metadata: { name: `n${n}` },
  spec: { podCIDR: podCIDRs(families, n)[0], podCIDRs: podCIDRs(families, n) },
  status: {
    addresses: [
      // in an order of their own
      ...nodeIPs(families, n)
        .reverse()
        .map((address) => ({ type: "InternalIP", address })),
      { type: "Hostname", address: `n${n}` },
    ],
  },
});

export const podObject = (name: string, ips: string[], more: object = {}) => ({
  metadata: { name, uid: `u-${name}` },
  spec: { containers: [], ...more },
  status: { podIP: ips[0], podIPs: ips.map((ip) => ({ ip })) },
});

/**
 * The verdicts of a sheet's predictions, by id, from what its steps printed: text, or anything else as JSON.
 * @param pods of each chain that is needed the addresses of its Pod; of the chain nothing else is there
 */
export function verdictsOf(lab: Lab, outputs: Record<string, unknown>, pods: Record<string, string[]>) {
  const raw = new Map<string, Uint8Array>();
  const steps = Object.entries(outputs).map(([id, value]): StepRecord => {
    const bytes = new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
    const sha256 = sha256Hex(bytes);
    raw.set(sha256, bytes);
    return {
      id,
      case: "x",
      kind: "vm",
      status: "OK",
      exitCode: 0,
      stdout: { sha256, bytes: bytes.length },
    } as never;
  });
  const chains = Object.entries(pods).map(([id, ips]): Chain => {
    const link = { id: "network.podIPs", layer: "network", value: ips, sources: [] } as const;
    return { id, generation: {}, links: [link] } as never;
  });
  const recipes = Object.entries(lab.observations);
  const read = Object.fromEntries(recipes.filter(([, { from }]) => from !== "derived"));
  const { observations } = observe({ steps, recipes: read, timelineSpecs: [], chains: [] }, (sha) =>
    raw.get(sha),
  );
  // as observe() does it: in the order of the sheet, over the links of chains too
  for (const [name, recipe] of recipes) {
    if (recipe.from === "derived")
      observations[name] = derive(recipe, (ref) => lookup(ref, { observations, chains, steps }));
  }
  const verdicts = judge(lab.predictions, { observations, chains, steps });
  return Object.fromEntries(verdicts.map(({ prediction, verdict }) => [prediction, verdict]));
}
