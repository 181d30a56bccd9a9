import { type KubeObject, text } from "../../src/model/timeline/fields.js";
import type { Clock, KubeApi, StampedLine } from "../effects.js";
import type { StampedWriter } from "./stamped.js";
import type { Resource } from "./watch.js";
import { listResource, type Problem, readStreamLine, saysGone } from "./watch-protocol.js";

/** A resumed watch replays what it missed at once; what comes within this time may have happened before. */
const REPLAY_MS = 1000;
const LONGEST_PAUSE_MS = 2000;

export interface Followed {
  listed: Promise<void>;
  ended: Promise<void>;
}

/** One resource: list, watch, and again when the connection or the version is lost. */
export function followResource(
  { api, clock }: { api: KubeApi; clock: Clock },
  resource: Resource,
  output: StampedWriter,
  signal: AbortSignal,
  fail: (reason: string) => void,
): Followed {
  const seen = new Set<string>();
  const known = new Map<string, KubeObject>();
  let kind = "Object";
  let version: string | undefined;
  let lastLine = 0;
  /** Not connected since, until proven otherwise. */
  let lost: { from: number; reason: string } | undefined;

  const listed = relist().then((problem) => {
    if (!problem) return;
    fail(problem.reason);
    throw new Error(problem.reason);
  });
  const ended = listed.then(follow, () => undefined);
  return { listed, ended };

  async function follow(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const before = lastLine;
      const listing = version === undefined;
      const problem = listing ? await relist() : await watch();
      if (signal.aborted) break;
      // Only what a watch told is progress: a server that lists and then refuses must not be asked without pause.
      if (!listing) failures = lastLine > before ? 0 : failures + 1;
      if (!problem) continue;
      lost ??= { from: lastLine, reason: problem.reason };
      if (problem.gone) version = undefined;
      if (problem.fatal) fail(problem.reason);
      else await pause(Math.min(50 * 2 ** failures, LONGEST_PAUSE_MS));
    }
    if (lost) writeGap(now());
  }

  /** The list's time is when its answer is there; what changed since the last entry is only now known. */
  async function relist(): Promise<Problem | undefined> {
    const again = known.size > 0 || lost !== undefined;
    const list = await unlessAborted(listResource(api, resource));
    if (!list || signal.aborted) return { reason: `stopped before ${resource.name} was listed` };
    if ("problem" in list) return list.problem;
    const stamp = { monotonicMs: clock.monotonic(), receivedAt: clock.now().toISOString() };
    kind = list.kind;
    version = list.resourceVersion;
    if (lost) writeGap(output.since(stamp.monotonicMs));
    const present = new Set(list.items.map(uidOf));
    for (const [uid, object] of known) if (!present.has(uid)) writeObject(stamp, "DELETED", object, again);
    for (const object of list.items) writeObject(stamp, "LIST", object, again);
    lastLine = output.since(stamp.monotonicMs);
    return undefined;
  }

  async function watch(): Promise<Problem | undefined> {
    const stream = new AbortController();
    const stop = () => stream.abort();
    signal.addEventListener("abort", stop, { once: true });
    const openedAt = now();
    let problem: Problem | undefined;
    const onLine = (line: StampedLine) => {
      if (stream.signal.aborted) return;
      const item = readStreamLine(line.line, resource);
      if ("problem" in item) {
        problem = item.problem;
        stream.abort();
        return;
      }
      if (lost) writeGap(openedAt + REPLAY_MS);
      lastLine = output.since(line.monotonicMs);
      version = text(item.object, "metadata", "resourceVersion") ?? version;
      writeObject(line, item.type, item.object, false);
    };
    try {
      const { reason } = await unlessAborted(api.watch(watchPath(), onLine, stream.signal), {
        reason: "stopped",
      });
      problem ??= { reason: `connection ended: ${reason}`, gone: saysGone(reason) };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      problem ??= { reason: `connection failed: ${message}`, gone: saysGone(message) };
    } finally {
      signal.removeEventListener("abort", stop);
    }
    // It stayed open without a line for longer than a replay takes: it was connected.
    if (lost && !problem.gone && now() - openedAt > REPLAY_MS) writeGap(openedAt + REPLAY_MS);
    return problem;
  }

  function writeObject(
    stamp: Pick<StampedLine, "monotonicMs" | "receivedAt">,
    type: "LIST" | "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK",
    object: KubeObject,
    synthetic: boolean,
  ): void {
    const uid = uidOf(object);
    if (type !== "BOOKMARK") {
      const state = `${uid}/${text(object, "metadata", "resourceVersion")}/${type === "DELETED" ? "gone" : "there"}`;
      if (seen.has(state)) return;
      seen.add(state);
      if (type === "DELETED") known.delete(uid);
      else known.set(uid, object);
    }
    const t = output.since(stamp.monotonicMs);
    write({
      ...{ t, at: stamp.receivedAt, watch: resource.name, type },
      ...(synthetic && { synthetic: true as const }),
      object,
    });
  }

  function writeGap(to: number): void {
    if (!lost) return;
    const stamp = { t: now(), at: clock.now().toISOString(), watch: resource.name };
    write({ ...stamp, type: "GAP", from: lost.from, to, kind, reason: lost.reason });
    lost = undefined;
  }

  function write(line: Parameters<StampedWriter["write"]>[0]): void {
    if (!output.write(line))
      fail(`the output of the watches reached its bound; ${resource.name} goes on unseen`);
  }

  function watchPath(): string {
    const joint = resource.path.includes("?") ? "&" : "?";
    return `${resource.path}${joint}watch=1&allowWatchBookmarks=true&resourceVersion=${version}`;
  }

  function now(): number {
    return output.since(clock.monotonic());
  }

  /** A sleep that is cut short rejects; being stopped is no fault. */
  async function pause(ms: number): Promise<void> {
    await clock.sleep(ms, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  function unlessAborted<T>(work: Promise<T>): Promise<T | undefined>;
  function unlessAborted<T>(work: Promise<T>, otherwise: T): Promise<T>;
  function unlessAborted<T>(work: Promise<T>, otherwise?: T): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const stopped = () => resolve(otherwise);
      if (signal.aborted) stopped();
      signal.addEventListener("abort", stopped, { once: true });
      work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stopped));
    });
  }
}

function uidOf(object: KubeObject): string {
  return text(object, "metadata", "uid") ?? "";
}
