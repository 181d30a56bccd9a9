import { describe, expect, test } from "vitest";
import lab from "../../labs/k01-cni-pod-ip/lab.js";
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

const ID = "0".repeat(63);
const decided = [
  ...["cidr-own", "cidr-size", "ip-node", "ip-each", "ip-cluster", "route-host", "gateway", "gateway-each"],
  ...["range-0", "range-1", "range-2", "file-there", "file-each", "last-is-newest", "forward"],
  ...["del-silent", "last-stays", "again-address", "again-next", "again-last", "again-route", "host-address"],
];

const is6 = (address: string) => address.includes(":");
const gateways = (families: Families) => podIPs(families, 1, 1);
const config = (families: Families, n: number) => ({
  name: "kindnet",
  plugins: [
    {
      type: "ptp",
      ipam: { type: "host-local", ranges: podCIDRs(families, n).map((subnet) => [{ subnet }]) },
    },
  ],
});
const defaultRoutes = (families: Families, six: boolean) =>
  gateways(families)
    .filter((gateway) => is6(gateway) === six)
    .map((gateway) => ({ dst: "default", gateway, dev: "eth0" }));
const lines = (list: string[]) => list.map((line) => `${line}\n`).join("");

function outputs(families: Families): Record<string, unknown> {
  const [one, two, three] = [7, 8, 9].map((n) => podIPs(families, 1, n)) as [string[], string[], string[]];
  const routes = (six: boolean) =>
    [...one, ...gateways(families)].filter((ip) => is6(ip) === six).map((dst) => ({ dst }));
  return {
    "controller-manager": `kube-controller-manager\n--allocate-node-cidrs=true\n--cluster-cidr=${clusterCIDRs(families)}\n--cluster-name=x\n`,
    ...Object.fromEntries(
      [0, 1, 2].flatMap((n) => [
        [`node-${n}`, nodeObject(families, n)],
        [`config-${n}`, config(families, n)],
      ]),
    ),
    "pod-route": defaultRoutes(families, false),
    "pod-route6": [...defaultRoutes(families, true), { dst: "fe80::/64", dev: "eth0" }],
    veth: [{ addr_info: [...gateways(families), "fe80::1"].map((local) => ({ local })) }],
    "host-route": routes(false),
    "host-route6": [...routes(true), { dst: "fe80::/64" }],
    "last-one": lines(one),
    "last-two": lines(two),
    "last-deleted": lines(two),
    "last-three": lines(three),
    files: lines([...one, ...two, "last_reserved_ip.0", "lock"].sort()),
    owner: two.map(() => `${ID}1\r\neth0\n`).join(""),
    "pods-on-node": {
      items: [
        podObject("a", one),
        podObject("b", two),
        podObject("c", nodeIPs(families, 1), { hostNetwork: true }),
      ],
    },
    links: two
      .filter(is6)
      .map(
        (ip) =>
          `{"t":1,"at":"x","line":"[ROUTE]Deleted ${ip} metric 1024 pref medium"}\n{"line":"[ROUTE]Deleted fe80::/64 proto kernel"}\n`,
      )
      .join(""),
    "route-old": "",
    "host-address": nodeIPs(families, 1).join(" "),
  };
}
const pods = (families: Families) => ({
  one: podIPs(families, 1, 7),
  two: podIPs(families, 1, 8),
  three: podIPs(families, 1, 9),
});
const verdicts = (families: Families, change: Record<string, unknown> = {}, chains = {}) =>
  verdictsOf(lab, { ...outputs(families), ...change }, { ...pods(families), ...chains });

describe.each(Object.entries(CLUSTERS))("on a cluster of %s", (_, families) => {
  test("every prediction about addresses is decided, and holds", () => {
    const got = verdicts(families);
    expect(Object.fromEntries(decided.map((id) => [id, got[id]]))).toEqual(
      Object.fromEntries(decided.map((id) => [id, "CONFIRMED"])),
    );
  });

  test("a file too many, an address kept and a range of another node are told", () => {
    const files = `${outputs(families).files}${podIPs(families, 1, 99).at(-1)}\n`;
    expect(verdicts(families, { files })["file-each"]).toBe("REFUTED");
    const three = [...podIPs(families, 1, 9).slice(0, -1), podIPs(families, 1, 8).at(-1)!];
    expect(verdicts(families, {}, { three })["again-address"]).toBe("REFUTED");
    expect(verdicts(families, { "config-1": config(families, 2) })["range-1"]).toBe("REFUTED");
  });
});

test("an IPv4 route whose end is announced, and an IPv6 one whose end is not, are told", () => {
  const links = '{"line":"[ROUTE]Deleted 10.244.1.8 scope host"}\n';
  expect(verdicts(["ipv4"], { links })["del-silent"]).toBe("REFUTED");
  expect(verdicts(["ipv4", "ipv6"], { links: "" })["del-silent"]).toBe("REFUTED");
});

test("on a dual-stack cluster a Pod with one address only, and a gateway of one family only, are told", () => {
  const both = CLUSTERS["IPv4 and IPv6"];
  expect(verdicts(both, {}, { one: ["10.244.1.7"] })["ip-each"]).toBe("REFUTED");
  expect(verdicts(both, { "pod-route6": [] })["gateway-each"]).toBe("REFUTED");
  expect(verdicts(both, { "host-route6": [] })["route-host"]).toBe("REFUTED");
});
