/**
 * Works on the items, `jobs` at a time, in their order. After a fault nothing more is begun, and it is thrown when what had
 * begun is over: a run that is left alone would clean up with nobody there to see to it.
 */
export async function inParallel<T>(
  items: T[],
  jobs: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      try {
        await work(item);
      } catch (error) {
        queue.length = 0;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.max(1, jobs) }, worker));
  const failed = ended.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
}
