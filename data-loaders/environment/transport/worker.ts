import { randomBytes } from "node:crypto";
import { performance } from "node:perf_hooks";
import type { Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { CommandRequest, CommandResult } from "../../effects.js";
import { BoundedBuffer } from "./bounded.js";
import { sshNames } from "./child-environment.js";
import { GreetingGate } from "./greeting-gate.js";
import { launch } from "./launch.js";
import { greeting, programLine } from "./login-shell.js";
import { MarkerFilter } from "./markers.js";
import { defaultMaxBytes } from "./pinned.js";
import type { Remains } from "./remote-end.js";
import { remoteProgram } from "./remote-program.js";
import type { Session } from "./ssh-connection.js";
import { judgeSsh } from "./ssh-result.js";

/** How long a login shell may read its settings until it starts the launcher. */
const patienceMs = 30_000;

/** A session that takes one command after another: starting a session takes longer than most commands do. */
export interface Worker {
  run(request: CommandRequest): Promise<CommandResult>;
  /** False once the session has ended, or a command in it had to be ended. */
  usable(): boolean;
  close(): Promise<void>;
}

/**
 * @param endThere ends on the VM what is left of a command
 * @returns undefined when the session does not come to its first command
 */
export async function openWorker(
  { argv, id }: Session,
  endThere: (remains: Remains) => Promise<void>,
): Promise<Worker | undefined> {
  let stdin: Writable | undefined;
  let current: { out: (chunk: Uint8Array) => void; err: (chunk: Uint8Array) => void } | undefined;
  let ssh: CommandResult | undefined;
  let greeted: (stands: boolean) => void = () => {};
  const answer = new Promise<boolean>((resolve) => {
    greeted = resolve;
  });
  const loop = `echo ${id}; while IFS= read -r program; do eval "$program"; done`;
  const gate = new GreetingGate(greeting(id), id, () => {
    stdin?.write(programLine(loop));
    greeted(true);
  });
  const none = new Uint8Array();
  const launched = launch(
    // It lives as long as the run; a day is a bound, not an expectation.
    { argv, timeoutMs: 86_400_000, inherits: sshNames },
    {
      feed: (input) => {
        stdin = input;
      },
      filterStdout: (chunk) => {
        current?.out(gate.push(chunk));
        if (!current) gate.push(chunk);
        return none;
      },
      filterStderr: (chunk) => {
        current?.err(chunk);
        return none;
      },
    },
  );
  const over = launched.ended.then((result) => {
    ssh = result;
    greeted(false);
  });
  let broken = false;
  const close = async (): Promise<void> => {
    broken = true;
    stdin?.end();
    await launched.stop();
  };
  const timer = setTimeout(() => greeted(false), patienceMs);
  const stands = await answer;
  clearTimeout(timer);
  if (!stands) {
    await close();
    return undefined;
  }

  async function run(request: CommandRequest): Promise<CommandResult> {
    const startedAt = new Date().toISOString();
    const begin = performance.now();
    const nonce = `labbook-${randomBytes(12).toString("hex")}`;
    const marks = { out: new MarkerFilter(nonce), err: new MarkerFilter(nonce) };
    const kept = { out: bounded(request), err: bounded(request) };
    let whole: () => void = () => {};
    const done = new Promise<void>((resolve) => {
      whole = resolve;
    });
    const take = (stream: "out" | "err") => (chunk: Uint8Array) => {
      kept[stream].push(marks[stream].push(chunk));
      if (marks.out.over && marks.err.over) whole();
    };
    current = { out: take("out"), err: take("err") };
    let timedOut = false;
    let cutting: Promise<void> | undefined;
    const cut = (): void => {
      cutting ??= endThere({ id, pid: marks.err.pid })
        .then(() => Promise.race([done, delay(500)]))
        .then(close)
        .then(whole);
    };
    const limit = setTimeout(() => {
      timedOut = true;
      cut();
    }, request.timeoutMs);
    request.signal?.addEventListener("abort", cut, { once: true });
    if (request.signal?.aborted) cut();
    else stdin?.write(programLine(remoteProgram(request, nonce, true)));
    await Promise.race([done, over]);
    clearTimeout(limit);
    request.signal?.removeEventListener("abort", cut);
    await cutting;
    current = undefined;
    const unfinished = ssh && !(marks.out.over && marks.err.over);
    if (unfinished) for (const stream of ["out", "err"] as const) kept[stream].push(marks[stream].rest());
    const result: CommandResult = {
      argv: request.argv,
      startedAt,
      durationMs: Math.round((performance.now() - begin) * 1000) / 1000,
      ...(unfinished && { exitCode: ssh?.exitCode, signal: ssh?.signal }),
      timedOut,
      stdout: kept.out.bytes(),
      stderr: kept.err.bytes(),
      stdoutBytes: kept.out.total,
      stderrBytes: kept.err.total,
    };
    return judgeSsh(result, marks.err, request, { sent: true, cut: cutting !== undefined });
  }

  return { run, usable: () => !broken && ssh === undefined, close };
}

function bounded({ maxBytes = defaultMaxBytes }: CommandRequest): BoundedBuffer {
  return new BoundedBuffer(maxBytes);
}
