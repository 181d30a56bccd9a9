import { describe, expect, test } from "vitest";
import lab from "../../labs/k02-pods-across-nodes/lab.js";
import {
  CLUSTERS,
  clusterCIDRs,
  type Families,
  nodeIPs,
  nodeObject,
  podCIDRs,
  podIPs,
  podObject,
  verdictsOf,
} from "../support/families.js";

const decided = [
  ...[
    "next-hop",
    "next-hop-each",
    "route-count",
    "ttl",
    "source-near",
    "source-far",
    "nat-return",
    "nat-rest",
  ],
  ...["nat-backend", "lost-far", "lost-family", "lost-near", "back-far", "source-node"],
];
const is6 = (address: string) => address.includes(":");

function routes(families: Families, six: boolean) {
  return [0, 2].flatMap((n) =>
    podCIDRs(families, n).flatMap((dst, i) =>
      is6(dst) === six ? [{ dst, gateway: nodeIPs(families, n)[i], dev: "eth0" }] : [],
    ),
  );
}
const nat = (families: Families, backend: string, six: boolean) => {
  const rules = clusterCIDRs(families)
    .filter((cidr) => is6(cidr) === six)
    .map(
      (cidr) =>
        `-A KIND-MASQ-AGENT -d ${cidr} -m comment --comment "c" -j RETURN\n-A KIND-MASQ-AGENT -j MASQUERADE\n`,
    );
  return `### ${backend}\n:PREROUTING ACCEPT [0:0]\n${rules.join("")}### ${backend} exit 0\n`;
};
const pings = (ips: string[], loss: (ip: string, i: number) => number) =>
  ips
    .map(
      (ip, i) =>
        `${ip} PING ${ip}: 56 data bytes\n${ip} 2 packets transmitted, ${loss(ip, i)}% packet loss\n`,
    )
    .join("");
const near = (families: Families) => podIPs(families, 1, 5);
const far = (families: Families) => podIPs(families, 2, 6);
const client = (families: Families) => podIPs(families, 1, 4);

function outputs(families: Families): Record<string, unknown> {
  const answers = (sources: string[]) => sources.map((source) => ({ url: "x", source })).reverse();
  return {
    "controller-manager": `kube-controller-manager\n--cluster-cidr=${clusterCIDRs(families)}\n`,
    "node-1": nodeObject(families, 1),
    "node-2": nodeObject(families, 2),
    others: { items: [nodeObject(families, 0), nodeObject(families, 2)] },
    pods: {
      items: [
        podObject("client", client(families)),
        podObject("near", near(families)),
        podObject("far", far(families)),
      ],
    },
    route: far(families).map((dst, i) => ({ dst, gateway: nodeIPs(families, 2)[i], dev: "eth0" })),
    routes: [{ dst: "default", gateway: "172.18.0.1", dev: "eth0" }, ...routes(families, false)],
    routes6: [...routes(families, true), { dst: "fe80::/64", dev: "eth0" }],
    ping: families
      .map(() => "near 64 bytes: seq=1 ttl=63 time=0.1 ms\nfar 64 bytes: seq=1 ttl=62 time=0.2 ms\n")
      .join(""),
    "ask-near": answers(client(families)),
    "ask-far": answers(client(families)),
    "ask-node": answers(nodeIPs(families, 1)),
    nat: [
      nat(families, "iptables-nft-save", false),
      "### iptables-legacy-save\n### iptables-legacy-save exit 0\n",
      nat(families, "ip6tables-nft-save", true),
      "### nft\n### nft exit 0\n",
    ].join(""),
    "ping-far-lost": pings(far(families), (_, i) => (i === 0 ? 100 : 0)),
    "ping-near-lost": pings(near(families), () => 0),
    "ping-far-back": pings(far(families), () => 0),
  };
}
const verdicts = (families: Families, change: Record<string, unknown> = {}) =>
  verdictsOf(lab, { ...outputs(families), ...change }, {});

describe.each(Object.entries(CLUSTERS))("on a cluster of %s", (_, families) => {
  test("every prediction about addresses is decided, and holds", () => {
    const got = verdicts(families);
    expect(Object.fromEntries(decided.map((id) => [id, got[id]]))).toEqual(
      Object.fromEntries(decided.map((id) => [id, "CONFIRMED"])),
    );
  });

  test("a foreign route, a masqueraded source and an address that stays silent are told", () => {
    const more = [...routes(families, false), { dst: "192.168.0.0/16", gateway: "172.18.0.9", dev: "eth0" }];
    expect(verdicts(families, { routes: more })["route-count"]).toBe("REFUTED");
    const asked = client(families).map((source, i) => ({ source: i ? source : nodeIPs(families, 1)[0] }));
    expect(verdicts(families, { "ask-far": asked })["source-far"]).toBe("REFUTED");
    const last = pings(far(families), (ip) => (ip === far(families).at(-1) ? 100 : 0));
    expect(verdicts(families, { "ping-far-back": last })["back-far"]).toBe("REFUTED");
  });
});

test("on a dual-stack cluster the chain of one family does not speak for the other's", () => {
  const both = CLUSTERS["IPv4 and IPv6"];
  const one = `${nat(both, "iptables-nft-save", false)}### nft\n### nft exit 0\n`;
  expect(verdicts(both, { nat: one })["nat-return"]).toBe("REFUTED");
  const silent = pings(far(both), () => 100);
  expect(verdicts(both, { "ping-far-lost": silent })["lost-family"]).toBe("REFUTED");
});
