import type { Chain } from "./types.js";

/**
 * The ids of a chain's links without proof, in its order. In predictions they are called `<chain>/breaks`, and the first
 * of them `<chain>/first-break`.
 */
export function breaksOf(chain: Chain): string[] {
  return chain.links.filter((link) => link.break !== undefined).map(({ id }) => id);
}
