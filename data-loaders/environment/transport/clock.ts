import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../../effects.js";

/** This process's own clocks. `sleep` ends early, without an error, when its signal aborts. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  async sleep(ms, signal) {
    try {
      await delay(ms, undefined, { signal });
    } catch (error) {
      if ((error as Error).name !== "AbortError") throw error;
    }
  },
};
