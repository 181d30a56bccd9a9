import { LabError } from "../errors.js";
import { exit } from "../exit-codes.js";
import { loadAll } from "../labs.js";
import type { Session } from "../session.js";
import { buildSite } from "../site/build.js";
import { type ServedSite, serveSite } from "../site/serve.js";
import { run } from "./run.js";

export async function build(): Promise<number> {
  await buildSite();
  return exit.done;
}

/** Serves dist/; with --fresh it first runs what this machine can run without a cluster, and builds. */
export async function serve(options: { fresh?: boolean; port?: string }, session: Session): Promise<number> {
  if (options.fresh) {
    const here = (await loadAll()).filter(({ lab }) => lab.environment === "linux").map(({ lab }) => lab.id);
    const code = await run(here, { probeAll: true }, session);
    if (code !== exit.done) session.log.warn(`not everything ran (exit ${code}); the pages say what and why`);
    await buildSite();
  }
  const site =
    options.port === undefined ? await servedAnywhere() : await serveSite({ port: Number(options.port) });
  session.print(`labbook is served at ${site.url}`);
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve).once("SIGTERM", resolve);
  });
  await site.close();
  return exit.done;
}

/** The same port each time where it is free: a browser keeps a reader's sealed predictions by address and port. */
async function servedAnywhere(): Promise<ServedSite> {
  try {
    return await serveSite({ port: 4173 });
  } catch (error) {
    if (error instanceof LabError && error.code === "PORT_TAKEN") return serveSite({ port: 0 });
    throw error;
  }
}
