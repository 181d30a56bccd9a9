import ipaddr from "ipaddr.js";
import type { Value } from "../../run.js";
import { type Operator, show } from "./operator.js";

/** The address, or every address of a list, lies in the CIDR block (or in one of several). */
export const inCIDR: Operator = (_claim, [value], to) => {
  const addresses = asTexts(value);
  const blocks = asTexts(to);
  if (!addresses || !blocks)
    return { unfit: `expected addresses and CIDR blocks, got ${show(value)} and ${show(to)}` };
  if (addresses.length === 0) return { unfit: "there is no address: an empty list lies nowhere" };
  try {
    const outside = addresses.filter((address) => !blocks.some((block) => lies(address, block)));
    return outside.length === 0
      ? { holds: true, because: `${show(value)} lies in ${show(to)}` }
      : { holds: false, because: `${outside.join(", ")} is outside ${show(to)}` };
  } catch (error) {
    return { unfit: (error as Error).message };
  }
};

function lies(address: string, block: string): boolean {
  const parsed = ipaddr.parse(address);
  const [range, bits] = ipaddr.parseCIDR(block);
  return parsed.kind() === range.kind() && parsed.match(range, bits);
}

function asTexts(value: Value | undefined): string[] | undefined {
  const list = Array.isArray(value) ? value : [value];
  return list.every((element) => typeof element === "string") ? (list as string[]) : undefined;
}
