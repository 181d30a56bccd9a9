import type { Chain } from "../../src/model/chain/types.js";

/** What a reader is told by a chain, without the places in the bytes. */
export const toldByChain = (chain: Chain) => ({
  generation: chain.generation,
  links: chain.links.map(({ id, value, break: why, agrees }) => ({
    id,
    value,
    why,
    agrees: agrees?.map((one) => one.with),
  })),
});
