import { type ChildProcess, spawn } from "node:child_process";
import { performance } from "node:perf_hooks";
import type { Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { CommandRequest, CommandResult } from "../../effects.js";
import { BoundedBuffer } from "./bounded.js";
import { childEnvironment, pinnedUmask } from "./child-environment.js";
import { forget, terminateGroup, watchOver } from "./group.js";
import { defaultMaxBytes } from "./pinned.js";

export interface StreamHooks {
  onStdout?: (chunk: Uint8Array) => void;
  /** What of this chunk of stdout is the command's own. Default: all of it. */
  filterStdout?: (chunk: Uint8Array) => Uint8Array;
  /** What of this chunk of stderr is the command's own. Default: all of it. */
  filterStderr?: (chunk: Uint8Array) => Uint8Array;
  /** What a filter still held back when the stream ended. */
  restOfStderr?: () => Uint8Array;
  /** Is given the program's stdin and ends it. Default: the request's own bytes and their end. */
  feed?: (stdin: Writable) => void;
  /** Ends what the program has started elsewhere. It comes first, so that what is still printed there arrives. */
  endElsewhere?: () => Promise<void>;
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
  const subprocess = started(request, hooks.feed);
  const over = outcomeOf(subprocess);
  subprocess.stdout?.on("data", (chunk: Uint8Array) => {
    const own = hooks.filterStdout ? hooks.filterStdout(chunk) : chunk;
    stdout.push(own);
    hooks.onStdout?.(own);
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
    if (hooks.endElsewhere) {
      await hooks.endElsewhere();
      await Promise.race([over, delay(500)]);
    }
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
    const outcome = await Promise.race([over, killed.promise]);
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
    const failure = outcome?.error && !subprocess.pid ? notStarted(outcome.error, request) : undefined;
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

/**
 * Node's own spawn: of execa's conveniences none is used here, and a lab is little else than starting commands, where
 * they would cost as much again as the start itself.
 */
function started(request: CommandRequest, feed: StreamHooks["feed"]): ChildProcess {
  const [file, ...args] = request.argv;
  if (!file) throw new TypeError("a command needs at least the name of its program");
  const subprocess = withUmask(() =>
    spawn(file, args, {
      detached: true,
      env: childEnvironment(request, process.env),
      stdio: [request.stdin || feed ? "pipe" : "ignore", "pipe", "pipe"],
      ...(request.cwd !== undefined && { cwd: request.cwd }),
    }),
  );
  // A program may end without having read all of its input; what it said and its exit code tell how it went.
  subprocess.stdin?.on("error", () => {});
  if (feed && subprocess.stdin) feed(subprocess.stdin);
  else subprocess.stdin?.end(request.stdin);
  return subprocess;
}

/** A child has the umask of the moment in which it is started, and there is no other way to give it one. */
function withUmask<T>(start: () => T): T {
  const own = process.umask(pinnedUmask);
  try {
    return start();
  } finally {
    process.umask(own);
  }
}

/** Resolves when the program has ended and its outputs are closed, or with the error that kept it from starting. */
function outcomeOf(subprocess: ChildProcess): Promise<{ error?: NodeJS.ErrnoException }> {
  return new Promise((resolve) => {
    subprocess.on("error", (error) => {
      if (!subprocess.pid) resolve({ error });
    });
    subprocess.once("close", () => resolve({}));
  });
}

function notStarted(error: NodeJS.ErrnoException, request: CommandRequest): CommandResult["notStarted"] {
  const what =
    request.cwd === undefined
      ? { ENOENT: "no such program on the PATH", EACCES: "not executable" }
      : { ENOENT: error.message, EACCES: error.message };
  if (error.code !== "ENOENT" && error.code !== "EACCES")
    throw new Error(`${request.argv[0]} could not be started: ${error.message}`, { cause: error });
  return { code: error.code, message: `${request.argv[0]}: ${what[error.code]}` };
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
