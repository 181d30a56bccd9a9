/** G21: one slice for each address family. The Pod and its Service are recorded; the second family is invented. */
import { describe, expect, it } from "vitest";
import { type ChainInput, chainFrom } from "../../../../src/model/chain/chain.js";
import { type ApiObject, breaks as allBreaks, changedJson, linkOf, recordedDelivery } from "./recorded.js";

const V6 = "fd00:10:244:1::2c";
const served = recordedDelivery("c37-served");

/** The recorded delivery on a dual-stack cluster; `slices` gets the recorded slice and one of the other family. */

function dualStack(
  slices: (v4: ApiObject, v6: ApiObject) => ApiObject[],
  families = ["IPv4", "IPv6"],
): ChainInput {
  const pod = changedJson(served, "pod-first", ({ status }) => {
    status.podIPs = [{ ip: status.podIP }, { ip: V6 }];
  });
  const service = changedJson(pod, "service", ({ spec }) => {
    spec.ipFamilies = families;
    spec.clusterIPs = [spec.clusterIP, "fd00:10:96::a1b2"];
  });
  return changedJson(service, "endpoints", (list) => {
    const [v4] = list.items;
    const v6 = structuredClone(v4);
    v6.addressType = "IPv6";
    v6.endpoints[0].addresses = ["fd00:10:244:1:0:0:0:2c"];
    list.items = slices(v4, v6);
  });
}

/** Without the node's own links: what was recorded there is of one family. */
const breaks = (input: ChainInput) =>
  Object.fromEntries(Object.entries(allBreaks(input)).filter(([id]) => id.startsWith("service.")));

const endpoints = (input: ChainInput) => {
  const chain = chainFrom(input);
  return ["service.endpoint", "service.endpoint.ipv6"].map((id) => {
    const { value, break: why } = linkOf(chain, id);
    return value ?? why?.code;
  });
};

describe("G21: one slice for each address family", () => {
  it("compares each family with the Pod's address of that family, in any order", () => {
    const both = ["10.244.1.44:8080", `[${V6}]:8080`];
    expect(endpoints(dualStack((v4, v6) => [v6, v4]))).toEqual(both);
    expect(endpoints(dualStack((v4, v6) => [v4, v6]))).toEqual(both);
    expect(breaks(dualStack((v4, v6) => [v6, v4]))).toEqual({});
  });

  it("says by which address of the Pod each is proven", () => {
    const chain = chainFrom(dualStack((v4, v6) => [v6, v4]));
    const agrees = (id: string) => linkOf(chain, id).agrees?.map((one) => one.with);
    expect(agrees("service.endpoint")).toEqual(["pod.uid", "network.podIP"]);
    expect(agrees("service.endpoint.ipv6")).toEqual(["pod.uid", "network.podIPs"]);
    expect(linkOf(chain, "service.address").value).toBe("10.96.158.21:80");
    expect(linkOf(chain, "service.address.ipv6").value).toBe("[fd00:10:96::a1b2]:80");
  });

  it("breaks one family alone when it has no slice", () => {
    const only6 = dualStack((_, v6) => [v6]);
    expect(breaks(only6)).toEqual({ "service.endpoint": "absent" });
    expect(endpoints(only6)).toEqual(["absent", `[${V6}]:8080`]);
    expect(linkOf(chainFrom(only6), "service.endpoint").break?.reason).toMatch(
      /^no IPv4 endpoint has the Pod's UID/,
    );
    expect(breaks(dualStack((v4) => [v4]))).toEqual({ "service.endpoint.ipv6": "absent" });
  });

  it.each([[[]], [null], [undefined]])(
    "is not led astray by a third slice whose endpoints are %j",
    (none) => {
      const three = dualStack((v4, v6) => [{ ...structuredClone(v6), endpoints: none }, v6, v4]);
      expect(breaks(three)).toEqual({});
    },
  );

  it("takes the Service's first family first, whatever the Pod's is", () => {
    const six = changedJson(
      dualStack((v4, v6) => [v4, v6], ["IPv6", "IPv4"]),
      "service",
      ({ spec }) => {
        spec.clusterIPs.reverse();
        spec.clusterIP = spec.clusterIPs[0];
      },
    );
    const chain = chainFrom(six);
    expect(linkOf(chain, "service.endpoint").value).toBe(`[${V6}]:8080`);
    expect(linkOf(chain, "service.endpoint.ipv4").value).toBe("10.244.1.44:8080");
    expect(linkOf(chain, "service.address").value).toBe("[fd00:10:96::a1b2]:80");
  });

  it("does not take another Pod's address of the family for this Pod's", () => {
    const other = dualStack((v4, v6) => {
      v6.endpoints[0].addresses = ["fd00:10:244:1::99"];
      return [v6, v4];
    });
    expect(breaks(other)).toEqual({ "service.endpoint.ipv6": "mismatch" });
  });

  it("proves no endpoint without the Pod's UID", () => {
    const nameless = dualStack((v4, v6) => {
      for (const slice of [v4, v6]) delete slice.endpoints[0].targetRef;
      return [v6, v4];
    });
    expect(endpoints(nameless)).toEqual(["absent", "absent"]);
  });

  it("takes of an endpoint in two slices the one that is ready", () => {
    const twice = dualStack((v4, v6) => {
      const old = structuredClone(v4);
      old.endpoints[0].conditions.ready = false;
      return [old, v4, v6];
    });
    expect(breaks(twice)).toEqual({});
  });
});
