/** IP addresses: one spelling for each, and whether one lies in a route's destination. */
import ipaddr from "ipaddr.js";

/** One text for one address, whatever form it was written in; undefined when it is none. */
export function canonicalAddress(address: string): string | undefined {
  const plain = address.replace(/%.*$/, "");
  if (!ipaddr.isValid(plain)) return undefined;
  return ipaddr.process(plain).toString();
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
