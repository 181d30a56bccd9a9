import { randomBytes } from "node:crypto";
import type { Writable } from "node:stream";
import type { CommandRequest, CommandResult, Transport } from "../../effects.js";
import { sshNames } from "./child-environment.js";
import { GreetingGate } from "./greeting-gate.js";
import { type Launched, launch } from "./launch.js";
import { LineStamper } from "./lines.js";
import { greeting, programLine } from "./login-shell.js";
import { MarkerFilter } from "./markers.js";
import { graceMs } from "./pinned.js";
import { endProgram, type Remains } from "./remote-end.js";
import { remoteProgram } from "./remote-program.js";
import { sshConnection } from "./ssh-connection.js";
import { judgeSsh, noConnection } from "./ssh-result.js";
import { turns } from "./turns.js";
import { openWorker, type Worker } from "./worker.js";

/** sshd allows ten sessions on a connection (MaxSessions); one is the master's, one is for ending a command. */
const sessionsAtOnce = 8;
/** So many wait for their next command. */
const idleWorkers = 4;

/**
 * Commands run on another machine through the `ssh` program, with the hosts, keys and jumps of the user's own settings.
 * One connection serves all commands of a run: a handshake for each would cost more than most commands do.
 * @param url `ssh://user@host[:port]`
 * @param configs files of ssh_config(5) to read. Default: those that ssh reads
 * @throws LabError (usage) when the URL is another one.
 */
export function sshTransport(url: string, configs?: readonly string[]): Transport {
  const connection = sshConnection(url, configs);
  const inTurn = turns(sessionsAtOnce);
  const idle: Worker[] = [];

  function open(request: CommandRequest, onStdout?: (chunk: Uint8Array) => void): Launched {
    const nonce = `labbook-${randomBytes(12).toString("hex")}`;
    const { argv, id } = connection.session();
    const marks = new MarkerFilter(nonce);
    let stdin: Writable | undefined;
    let sent = false;
    let cut = false;
    // Nothing is sent to a shell that may be another one than ours, nor to one whose command nobody waits for any more.
    const gate = new GreetingGate(greeting(id), `${nonce} start`, () => {
      if (cut) return;
      sent = true;
      stdin?.write(programLine(remoteProgram(request, nonce)));
      stdin?.end(request.stdin);
    });
    const launched = launch(
      { ...request, argv, cwd: undefined, env: undefined, stdin: undefined, inherits: sshNames },
      {
        onStdout,
        filterStdout: (chunk) => gate.push(chunk),
        filterStderr: (chunk) => marks.push(chunk),
        restOfStderr: () => marks.rest(),
        feed: (input) => {
          stdin = input;
        },
        endElsewhere: async () => {
          cut = true;
          await endThere({ id, pid: marks.pid });
        },
      },
    );
    const ended = launched.ended.then((result) => judgeSsh(result, marks, request, { sent, cut }));
    return { startedAt: launched.startedAt, ended, stop: () => launched.stop().then(() => ended) };
  }

  async function takeWorker(): Promise<Worker | undefined> {
    for (let worker = idle.pop(); worker; worker = idle.pop()) {
      if (worker.usable()) return worker;
      await worker.close();
    }
    return openWorker(connection.session(), endThere);
  }

  async function endThere(remains: Remains): Promise<void> {
    const { argv, id } = connection.session();
    let stdin: Writable | undefined;
    const gate = new GreetingGate(greeting(id), id, () => stdin?.end(programLine(endProgram(remains))));
    const hooks = {
      filterStdout: (chunk: Uint8Array) => gate.push(chunk),
      feed: (input: Writable) => {
        stdin = input;
      },
    };
    await launch({ argv, timeoutMs: graceMs + 30_000, inherits: sshNames }, hooks).ended;
  }

  return {
    name: url,
    run: (request) =>
      inTurn(async () => {
        const failure = await connection.ready();
        if (failure) return noConnection(request, failure);
        // A session's stdin ends with the command that is given one.
        const worker = request.stdin ? undefined : await takeWorker();
        if (!worker) return open(request).ended;
        const result = await worker.run(request);
        if (worker.usable() && idle.length < idleWorkers) idle.push(worker);
        else await worker.close();
        return result;
      }),
    async start(request, onLine) {
      const stamper = new LineStamper(onLine);
      const failure = await connection.ready();
      const launched = failure
        ? refusedLaunch(noConnection(request, failure))
        : open(request, (chunk) => stamper.push(chunk));
      const ended = launched.ended.then((result) => {
        stamper.end();
        return result;
      });
      return {
        argv: request.argv,
        startedAt: launched.startedAt,
        ended,
        stop: async () => {
          void launched.stop();
          return ended;
        },
      };
    },
    forward: (host, port) => connection.forward(host, port),
    async close() {
      await Promise.all(idle.splice(0).map((worker) => worker.close()));
      await connection.close();
    },
  };
}

function refusedLaunch(result: CommandResult): Launched {
  const ended = Promise.resolve(result);
  return { startedAt: result.startedAt, ended, stop: () => ended };
}
