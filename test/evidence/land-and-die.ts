/** A process that lands a run and kills itself, as kill -9 does, right after the named point. For store.test.ts. */
import { type LandingPoint, landRun } from "../../data-loaders/evidence/store.js";
import { laterRun, withOutput } from "../support/evidence.js";

const [root, day, point] = process.argv.slice(2) as [string, string, LandingPoint];
const { run, raw } = withOutput(
  laterRun(Number(day), undefined, 3),
  new TextEncoder().encode(`day ${day}\n`),
);
await landRun(root, run, raw, {
  passed: (passed) => {
    if (passed === point) process.kill(process.pid, "SIGKILL");
  },
});
