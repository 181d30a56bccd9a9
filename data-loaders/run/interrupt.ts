import type { Log } from "../effects.js";

/**
 * Runs something that Ctrl-C or SIGTERM ends: the first asks it to clean up, the second is told that it is at it.
 * @returns whether it was interrupted
 */
export async function interruptible(
  { log }: { log: Log },
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const controller = new AbortController();
  const onSignal = (name: NodeJS.Signals) => {
    const again = controller.signal.aborted;
    log.warn(again ? `${name}: still cleaning up` : `${name}: stopping, and cleaning up first`);
    controller.abort(new Error(`interrupted by ${name}`));
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  try {
    await work(controller.signal);
    return controller.signal.aborted;
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}
