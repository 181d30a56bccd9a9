/** Calculations over lists of IP addresses, so that one reading serves clusters of one family and of both. */
import ipaddr from "ipaddr.js";
import type { Value } from "./run.js";

/** Addresses and blocks, each once, in one spelling: IPv4 before IPv6, by value. Undefined when something else is among them. */
export function addresses(values: Value[]): string[] | undefined {
  const all = values.flat().map((value) => (typeof value === "string" ? parse(value) : undefined));
  if (!all.every((one) => one !== undefined)) return undefined;
  const unique = new Map(all.map((one) => [text(one), one]));
  return [...unique].sort(([, a], [, b]) => order(a, b)).map(([spelling]) => spelling);
}

/** Those of the addresses that are IPv6. */
export function ipv6(values: Value[]): string[] | undefined {
  return addresses(values)?.filter((one) => one.includes(":"));
}

/**
 * For each family how far the first value's address is above the second's: `[1]` when it is the next one. Undefined
 * unless both have the same families, one address of each.
 */
export function addressSteps([later, earlier]: Value[]): number[] | undefined {
  const [to, from] = [parsed(later), parsed(earlier)];
  if (!to || !from || to.length !== from.length) return undefined;
  if (to.some((one, i) => one.ip.kind() !== from[i]!.ip.kind() || one.ip.kind() === to[i + 1]?.ip.kind()))
    return undefined;
  return to.map((one, i) => Number(number(one.ip) - number(from[i]!.ip)));
}

interface Address {
  ip: ipaddr.IPv4 | ipaddr.IPv6;
  bits?: number;
}

function parsed(value: Value | undefined): Address[] | undefined {
  return value === undefined ? undefined : addresses([value])?.map((one) => parse(one)!);
}

function parse(value: string): Address | undefined {
  if (ipaddr.isValidCIDR(value)) {
    const [ip, bits] = ipaddr.parseCIDR(value);
    return { ip, bits };
  }
  // `10.1` is an address to some programs, and to none that prints one
  if (!ipaddr.IPv6.isValid(value) && !ipaddr.IPv4.isValidFourPartDecimal(value)) return undefined;
  return { ip: ipaddr.process(value) };
}

function text({ ip, bits }: Address): string {
  return bits === undefined ? ip.toString() : `${ip}/${bits}`;
}

function order(a: Address, b: Address): number {
  const [x, y] = [number(a.ip), number(b.ip)];
  if (a.ip.kind() !== b.ip.kind()) return a.ip.kind() === "ipv4" ? -1 : 1;
  return x === y ? (a.bits ?? 0) - (b.bits ?? 0) : x < y ? -1 : 1;
}

function number(ip: ipaddr.IPv4 | ipaddr.IPv6): bigint {
  return ip.toByteArray().reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
}
