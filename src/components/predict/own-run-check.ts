/**
 * Checks a reader's file in a worker: the page stays alive meanwhile, and a file that was made to keep the check busy for
 * ever (its run document says how outputs are read, regular expressions included) is given up.
 */
import type { OwnRun } from "./own-run.js";

/** In milliseconds; the largest recorded runs take a few seconds. */
const longest = 120_000;

const script = `onmessage = async ({ data: [address, bytes] }) => {
  try {
    const { openOwnRun } = await import(address);
    postMessage({ own: await openOwnRun(bytes) });
  } catch (error) {
    postMessage({ fault: String(error) });
  }
}`;

/** @throws when the check was given up, or could not be made */
export async function checkOwnRun(bytes: Uint8Array): Promise<OwnRun> {
  const { openOwnRun, address } = await import("./own-run.js");
  if (typeof Worker !== "function") return openOwnRun(bytes);
  const made = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(made, { type: "module" });
  return new Promise<OwnRun>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the check took longer than ${longest / 1000} s and was given up`)),
      longest,
    );
    worker.onmessage = ({ data }: MessageEvent<{ own?: OwnRun; fault?: string }>) => {
      clearTimeout(timer);
      if (data.own) resolve(data.own);
      else reject(new Error(data.fault));
    };
    worker.onerror = (event) => reject(new Error(event.message || "the worker could not be started"));
    worker.postMessage([address, bytes]);
  }).finally(() => {
    worker.terminate();
    URL.revokeObjectURL(made);
  });
}
