/** IP addresses: one spelling for each, their family, and whether one lies in a route's destination. */
import ipaddr from "ipaddr.js";

/** An address family as Kubernetes writes it (`spec.ipFamilies`, `addressType`). */
export type Family = "IPv4" | "IPv6";

/** One text for one address, whatever form it was written in; undefined when it is none. */
export function canonicalAddress(address: string): string | undefined {
  const plain = address.replace(/%.*$/, "");
  if (!ipaddr.isValid(plain)) return undefined;
  return ipaddr.process(plain).toString();
}

/** Undefined when it is no address. */
export function familyOf(address: string): Family | undefined {
  const canonical = canonicalAddress(address);
  if (canonical === undefined) return undefined;
  return canonical.includes(":") ? "IPv6" : "IPv4";
}

/** `<address>:<port>`, an IPv6 address in brackets; without a port the address alone. */
export function hostPort(address: string, port?: number | string): string {
  if (port === undefined) return address;
  return `${address.includes(":") ? `[${address}]` : address}:${port}`;
}

/** Length of the destination's prefix when the address lies in it (0 for `default`), otherwise −1. */
export function prefixLength(dst: string, address: ipaddr.IPv4 | ipaddr.IPv6): number {
  if (dst === "default") return 0;
  const full = address.kind() === "ipv6" ? 128 : 32;
  const cidr = dst.includes("/") ? dst : `${dst}/${full}`;
  if (!ipaddr.isValidCIDR(cidr)) return -1;
  const [network, length] = ipaddr.parseCIDR(cidr);
  if (network.kind() !== address.kind()) return -1;
  return address.match(network, length) ? length : -1;
}
