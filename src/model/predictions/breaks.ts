import type { Link } from "../chain/types.js";

/**
 * The ids of those of a chain's links that have no proof, in its order. In predictions they are called `<chain>/breaks`, and the first
 * of them `<chain>/first-break`.
 */
export function breaksOf(links: Link[]): string[] {
  return links.filter((link) => link.break !== undefined).map(({ id }) => id);
}
