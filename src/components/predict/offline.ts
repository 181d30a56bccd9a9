/** Asks the browser to keep this chapter's files, once its reader sealed something: then it opens without a network. */
import { siteUrl } from "../evidence.js";

export type Offline = { kept: true } | { kept: false; reason: string };

/** Resolves with what came of it; never throws. */
export async function keepForOffline(): Promise<Offline> {
  // in preview nothing is kept: files change under the reader's hands
  if (new URL(import.meta.url).searchParams.has("sha")) return { kept: false, reason: "preview" };
  if (!("serviceWorker" in navigator)) return { kept: false, reason: "no service worker in this browser" };
  try {
    // what is fetched only when it is used must be there without a network, too
    await Promise.all([
      import("./score.js"),
      import("./file.js"),
      import("./own-run.js"),
      import("../recorded/in-language.js"),
      import("../recorded/checks.js"),
      import("../../model/compare/versions.js"),
    ]);
    await navigator.serviceWorker.register(siteUrl("offline-worker.js"));
    const { active } = await navigator.serviceWorker.ready;
    if (!active) return { kept: false, reason: "the service worker is not active" };
    const failed = await ask(active, [location.href.split("#")[0]!, ...loaded()]);
    return failed.length === 0 ? { kept: true } : { kept: false, reason: failed.join(", ") };
  } catch (error) {
    return { kept: false, reason: (error as Error).message };
  }
}

/** Everything of this site that the page has loaded so far. */
function loaded(): string[] {
  const names = performance.getEntriesByType("resource").map(({ name }) => name);
  return [...new Set(names.filter((name) => name.startsWith(`${location.origin}/`)))];
}

function ask(worker: ServiceWorker, urls: string[]): Promise<string[]> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve((data as { failed: string[] }).failed);
    worker.postMessage({ urls }, [port2]);
  });
}
