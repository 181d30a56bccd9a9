import type { Clock, KubeApi } from "../effects.js";
import { followResource } from "./follow.js";
import { startStamped } from "./stamped.js";

export interface Resource {
  name: string;
  /** Path of a collection, with an optional selector: `/api/v1/namespaces/lab/pods?labelSelector=app%3Dweb`. */
  path: string;
}

export interface Watch {
  /** Resolves when every resource was listed, so that nothing from then on is missed; rejects when one cannot be. */
  ready: Promise<void>;
  /** Why recording ended before stop(): the server refuses the path, or the output reached its bound. */
  readonly fatal: string | undefined;
  /** Ends the watches and gives the output: JSON lines, see src/model/timeline/lines.ts. */
  stop(): Promise<Uint8Array>;
}

/**
 * Lists and then watches every resource until stop(). Each state of an object, (uid, resourceVersion), is written
 * exactly once. A dropped connection goes on from the last version; a version that is too old (410, as HTTP status
 * or inside the stream) is listed again. Either leaves a GAP line. Objects are the server's, without
 * metadata.managedFields, which is most of their size.
 */
export function startWatch(
  effects: { api: KubeApi; clock: Clock },
  resources: Resource[],
  options: { maxBytes?: number } = {},
): Watch {
  const output = startStamped(effects.clock, resources, options.maxBytes);
  const ending = new AbortController();
  let fatal: string | undefined;
  const fail = (reason: string) => {
    if (fatal !== undefined || ending.signal.aborted) return;
    fatal = reason;
    ending.abort();
  };
  const followed = resources.map((resource) =>
    followResource(effects, resource, output, ending.signal, fail),
  );
  const ready = Promise.all(followed.map((resource) => resource.listed)).then(() => undefined);
  // stop() may come first; whoever awaits ready still gets the rejection.
  ready.catch(() => undefined);
  return {
    ready,
    get fatal() {
      return fatal;
    },
    async stop() {
      ending.abort();
      await Promise.all(followed.map((resource) => resource.ended));
      return output.bytes();
    },
  };
}
