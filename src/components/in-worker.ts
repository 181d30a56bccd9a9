/**
 * Work that a file from elsewhere decides the length of: it is done in a worker, so that the page stays alive meanwhile, and
 * given up when it takes too long. A run document says how its outputs are read, regular expressions included.
 */

/** In milliseconds; checking the largest recorded runs takes a few seconds. */
export const LONGEST_MS = 120_000;

/** The work took longer than its time and was ended. */
export class GivenUp extends Error {
  constructor(readonly seconds: number) {
    super(`given up after ${seconds} s`);
    this.name = "GivenUp";
  }
}

const script = `onmessage = async ({ data: [address, name, input] }) => {
  try {
    const module = await import(address);
    postMessage({ result: await module[name](input) });
  } catch (error) {
    postMessage({ fault: String(error) });
  }
}`;

/** A module for a worker: its own address, and the functions that can be asked of it. */
interface Workable {
  address: string;
}

/**
 * What the module's function `name` gives for the input; both must be such that they can be sent to a worker.
 * @throws GivenUp, or an error with the message of the function's own
 */
export async function inWorker<N extends string, I, R>(
  module: Workable & { [name in N]: (input: I) => R | Promise<R> },
  name: N,
  input: I,
  limitMs = LONGEST_MS,
): Promise<R> {
  if (typeof Worker !== "function") return module[name](input);
  const made = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(made, { type: "module" });
  return new Promise<R>((resolve, reject) => {
    const timer = setTimeout(() => reject(new GivenUp(limitMs / 1000)), limitMs);
    worker.onmessage = ({ data }: MessageEvent<{ result: R } | { fault: string }>) => {
      clearTimeout(timer);
      if ("fault" in data) reject(new Error(data.fault));
      else resolve(data.result);
    };
    worker.onerror = (event) => {
      clearTimeout(timer);
      reject(new Error(event.message || "the worker could not be started"));
    };
    worker.postMessage([module.address, name, input]);
  }).finally(() => {
    worker.terminate();
    URL.revokeObjectURL(made);
  });
}
