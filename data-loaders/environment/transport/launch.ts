import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { execa } from "execa";
import type { CommandRequest, CommandResult } from "../../effects.js";
import { BoundedBuffer } from "./bounded.js";
import { forget, terminateGroup, watchOver } from "./group.js";
import { defaultMaxBytes, pinnedEnvironment } from "./pinned.js";

export interface StreamHooks {
  onStdout?: (chunk: Uint8Array) => void;
  /** What of this chunk of stderr is the command's own. Default: all of it. */
  filterStderr?: (chunk: Uint8Array) => Uint8Array;
  /** What a filter still held back when the stream ended. */
  restOfStderr?: () => Uint8Array;
}

export interface Launched {
  startedAt: string;
  /** Never rejects for anything the command did. */
  ended: Promise<CommandResult>;
  /** Ends the process group; then the same result as `ended`. */
  stop(): Promise<CommandResult>;
}

/** Starts one program in a process group of its own, and ends that group at the timeout, at the signal or by stop(). */
export function launch(request: CommandRequest, hooks: StreamHooks = {}): Launched {
  const startedAt = new Date().toISOString();
  const begin = performance.now();
  const stdout = new BoundedBuffer(request.maxBytes ?? defaultMaxBytes);
  const stderr = new BoundedBuffer(request.maxBytes ?? defaultMaxBytes);
  const subprocess = spawn(request);
  subprocess.stdout?.on("data", (chunk: Uint8Array) => {
    stdout.push(chunk);
    hooks.onStdout?.(chunk);
  });
  subprocess.stderr?.on("data", (chunk: Uint8Array) => {
    stderr.push(hooks.filterStderr ? hooks.filterStderr(chunk) : chunk);
  });
  if (subprocess.pid) watchOver(subprocess.pid);

  const killed = withResolvers<undefined>();
  let timedOut = false;
  let ending: Promise<void> | undefined;
  const terminate = (): Promise<void> => {
    ending ??= endGroup();
    return ending;
  };
  async function endGroup(): Promise<void> {
    if (subprocess.pid) await terminateGroup(subprocess.pid);
    // A process that left the group may hold the pipes open for ever; what it prints later is not waited for.
    await delay(500);
    killed.resolve(undefined);
  }
  const timer = setTimeout(() => {
    timedOut = true;
    void terminate();
  }, request.timeoutMs);
  const onAbort = (): void => void terminate();
  request.signal?.addEventListener("abort", onAbort, { once: true });
  if (request.signal?.aborted) onAbort();

  async function finish(): Promise<CommandResult> {
    const outcome = await Promise.race([subprocess, killed.promise]);
    clearTimeout(timer);
    request.signal?.removeEventListener("abort", onAbort);
    if (outcome === undefined) {
      subprocess.stdout?.destroy();
      subprocess.stderr?.destroy();
    } else if (ending && subprocess.pid) {
      // The program has ended, but members of its group may still be within their grace.
      await terminateGroup(subprocess.pid);
    }
    if (subprocess.pid) forget(subprocess.pid);
    if (hooks.restOfStderr) stderr.push(hooks.restOfStderr());
    const failure = outcome && !subprocess.pid ? notStarted(outcome, request) : undefined;
    return {
      argv: request.argv,
      startedAt,
      durationMs: Math.round((performance.now() - begin) * 1000) / 1000,
      exitCode: failure ? undefined : (subprocess.exitCode ?? undefined),
      signal: subprocess.signalCode ?? undefined,
      timedOut,
      stdout: stdout.bytes(),
      stderr: stderr.bytes(),
      stdoutBytes: stdout.total,
      stderrBytes: stderr.total,
      ...(failure && { notStarted: failure }),
    };
  }
  const ended = finish();
  return {
    startedAt,
    ended,
    stop: () => {
      void terminate();
      return ended;
    },
  };
}

function spawn(request: CommandRequest) {
  const [file, ...args] = request.argv;
  if (!file) throw new TypeError("a command needs at least the name of its program");
  return execa(file, args, {
    // One option at a time: a group to kill, raw bytes read by us, and one result shape instead of exceptions.
    detached: true,
    cleanup: false,
    buffer: false,
    encoding: "buffer",
    reject: false,
    stripFinalNewline: false,
    env: { ...pinnedEnvironment, ...request.env },
    ...(request.stdin ? { input: request.stdin } : { stdin: "ignore" as const }),
    ...(request.cwd !== undefined && { cwd: request.cwd }),
  });
}

function notStarted(
  outcome: { code?: string; originalMessage?: string; cause?: unknown },
  request: CommandRequest,
): CommandResult["notStarted"] {
  const said = outcome.originalMessage ?? String(outcome.cause ?? "it could not be started");
  const plain = request.cwd === undefined;
  if (outcome.code === "ENOENT") {
    return { code: "ENOENT", message: `${request.argv[0]}: ${plain ? "no such program on the PATH" : said}` };
  }
  if (outcome.code === "EACCES") {
    return { code: "EACCES", message: `${request.argv[0]}: ${plain ? "not executable" : said}` };
  }
  throw new Error(`${request.argv[0]} could not be started: ${said}`, { cause: outcome.cause });
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
