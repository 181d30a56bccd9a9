import { rm } from "node:fs/promises";
import { execa } from "execa";
import { buildSite } from "../data-loaders/site/build.js";
import { ratioLine } from "./stopwatch.js";

const CACHE = "src/.observablehq/cache";

/** Our build, cold and warm, against Framework's own build of the same pages (with the libraries' seeds in place). */
export async function siteBuild(): Promise<string[]> {
  await rm(CACHE, { recursive: true, force: true });
  const quiet = { log: () => {} };
  const cold = (await buildSite(quiet)).durationMs;
  const warm = (await buildSite(quiet)).durationMs;
  const start = performance.now();
  await execa("node_modules/.bin/observable", ["build"], { env: { OBSERVABLE_TELEMETRY_DISABLE: "1" } });
  const framework = performance.now() - start;
  return [
    ratioLine("cold build", cold, "Framework alone, warm", framework),
    ratioLine("warm build", warm, "Framework alone, warm", framework),
  ];
}
