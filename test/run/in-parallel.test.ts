import { expect, test } from "vitest";
import { inParallel } from "../../data-loaders/run/in-parallel.js";

const later = () => new Promise<void>((resolve) => setTimeout(resolve, 5));

test("as many at once as asked for, in their order", async () => {
  let [now, most] = [0, 0];
  const begun: number[] = [];
  await inParallel([1, 2, 3, 4, 5], 2, async (item) => {
    begun.push(item);
    most = Math.max(most, ++now);
    await later();
    now--;
  });
  expect({ most, now, begun }).toEqual({ most: 2, now: 0, begun: [1, 2, 3, 4, 5] });
});

test("after a fault nothing more begins, and what had begun comes to its end before it is told", async () => {
  const ended: number[] = [];
  const work = async (item: number) => {
    if (item === 1) throw new Error("a fault");
    await later();
    ended.push(item);
  };
  await expect(inParallel([1, 2, 3], 2, work)).rejects.toThrow("a fault");
  expect(ended).toEqual([2]);
});
