/** Lets at most so many things be under way at once; the others wait in the order in which they came. */
export function turns(atOnce: number): <T>(thing: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (thing) => {
    if (free > 0) free--;
    else await new Promise<void>((turn) => waiting.push(turn));
    try {
      return await thing();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
