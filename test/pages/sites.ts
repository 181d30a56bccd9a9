/** Builds what the pages' tests open, once for all of them: the project's own site, and one of test input. */
import { join } from "node:path";
import { execa } from "execa";
import type { TestProject } from "vitest/node";
import { executablePath } from "./browser.js";
import { sampleProject } from "./project.js";

export type SiteName = "committed" | "sample";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder of each built site; undefined where there is no browser to open it. */
    dists: Record<SiteName, string> | undefined;
  }
}

export default async function setup({ provide }: TestProject): Promise<(() => void) | undefined> {
  if (!executablePath) {
    console.warn(
      "NOT_RUN: the pages' tests need a browser: no chromium in /usr/bin (apt-get install chromium)",
    );
    provide("dists", undefined);
    return undefined;
  }
  // the first build leaves its bundled libraries to the second
  const committed = await built(".");
  const project = await sampleProject();
  provide("dists", { committed, sample: await built(project.root) });
  return project.remove;
}

/** Builds in a process of its own, as the command does. */
async function built(root: string): Promise<string> {
  await execa("node", ["--import", "tsx", "data-loaders/site/build.ts"], { cwd: root });
  return join(root, "dist");
}
