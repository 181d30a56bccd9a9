import type { Chain, Generation } from "../chain/types.js";

/** Chains of one Pod name that belong to different generations, in words; undefined when there are none among these. */
export function splicedGenerations(chains: Chain[]): string | undefined {
  for (const [index, left] of chains.entries()) {
    for (const right of chains.slice(index + 1)) {
      const samePod = left.pod.namespace === right.pod.namespace && left.pod.name === right.pod.name;
      if (
        samePod &&
        left.generation &&
        right.generation &&
        !sameGeneration(left.generation, right.generation)
      )
        return `${left.id} and ${right.id} are different generations of Pod ${left.pod.namespace}/${left.pod.name}`;
    }
  }
  return undefined;
}

/** A container that was added (an ephemeral one) makes no other generation; one that was restarted does. */
function sameGeneration(left: Generation, right: Generation): boolean {
  return (
    left.podUid === right.podUid &&
    left.sandboxId === right.sandboxId &&
    Object.entries(left.containers).every(([name, container]) => {
      const other = right.containers[name];
      return !other || (other.id === container.id && other.startTicks === container.startTicks);
    })
  );
}
