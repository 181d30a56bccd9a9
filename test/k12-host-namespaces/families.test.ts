import { describe, expect, test } from "vitest";
import lab from "../../labs/k12-host-namespaces/lab.js";
import {
  CLUSTERS,
  type Families,
  nodeIPs,
  nodeObject,
  podIPs,
  podObject,
  verdictsOf,
} from "../support/families.js";

const decided = [
  "plain-ip",
  "host-network-ip",
  "host-port-ip",
  "host-port-each",
  "host-port-dnat",
  "host-port-filter",
];
const target = (ip: string) => (ip.includes(":") ? `[${ip}]` : ip);

/** portmap's rules, through iptables or in a table of nftables. */
const rules = (ips: string[], nftables: boolean) =>
  nftables
    ? `filter nftables, table inet cni_hostport\n${ips.map((ip) => `tcp dport 18713 dnat ip${ip.includes(":") ? "6" : ""} to ${target(ip)}:8080\n`).join("")}end\n`
    : `filter iptables v1.8.11 (nf_tables)\n${ips.map((ip) => `-A CNI-DN-1 -p tcp -m tcp --dport 18713 -j DNAT --to-destination ${target(ip)}:8080\n`).join("")}end\n`;

function outputs(families: Families, nftables: boolean): Record<string, unknown> {
  return {
    "node-object": nodeObject(families, 1),
    "host-network-object": podObject("host-network", nodeIPs(families, 1)),
    "host-port-answer": nodeIPs(families, 1).map(() => ({ pod: { uid: "u-host-port" } })),
    redirection: rules(podIPs(families, 1, 6), nftables),
  };
}
const verdicts = (families: Families, change: Record<string, unknown> = {}, nftables = false) =>
  verdictsOf(
    lab,
    { ...outputs(families, nftables), ...change },
    {
      plain: podIPs(families, 1, 5),
      "host-port": podIPs(families, 1, 6),
    },
  );

describe.each(Object.entries(CLUSTERS))("on a cluster of %s", (_, families) => {
  test.each([false, true])(
    "every prediction about addresses is decided, and holds (nftables: %s)",
    (nftables) => {
      const got = verdicts(families, {}, nftables);
      expect(Object.fromEntries(decided.map((id) => [id, got[id]]))).toEqual(
        Object.fromEntries(decided.map((id) => [id, "CONFIRMED"])),
      );
    },
  );

  test("an address without an answer, and one without a rule, are told", () => {
    const answers = nodeIPs(families, 1).map((_, i) => (i ? { pod: { uid: "u-host-port" } } : null));
    expect(verdicts(families, { "host-port-answer": answers })["host-port-each"]).toBe("REFUTED");
    const others = rules([...podIPs(families, 1, 6).slice(1), "10.244.1.77"], false);
    expect(verdicts(families, { redirection: others })["host-port-dnat"]).toBe("REFUTED");
  });
});
