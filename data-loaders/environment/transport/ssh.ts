import { randomBytes } from "node:crypto";
import type { CommandRequest, Transport } from "../../effects.js";
import { sshNames } from "./child-environment.js";
import { type Launched, launch } from "./launch.js";
import { LineStamper } from "./lines.js";
import { MarkerFilter } from "./markers.js";
import { graceMs } from "./pinned.js";
import { remoteEnd } from "./remote-end.js";
import { remoteScript } from "./remote-script.js";
import { sshConnection } from "./ssh-connection.js";
import { judgeSsh, noConnection } from "./ssh-result.js";

/**
 * Commands run on another machine through the `ssh` program, with the user's own ssh settings and keys.
 * One connection serves all commands of a run: a handshake for each would cost more than most commands do.
 * @param url `ssh://user@host[:port]`
 * @throws LabError (usage) when the URL is another one.
 */
export function sshTransport(url: string): Transport {
  const connection = sshConnection(url);

  function open(request: CommandRequest, onStdout?: (chunk: Uint8Array) => void): Launched {
    const nonce = `labbook-${randomBytes(12).toString("hex")}`;
    const filter = new MarkerFilter(nonce);
    const launched = launch(
      {
        ...request,
        argv: connection.command(remoteScript(request, nonce)),
        cwd: undefined,
        env: undefined,
        inherits: sshNames,
      },
      { onStdout, filterStderr: (chunk) => filter.push(chunk), restOfStderr: () => filter.rest() },
    );
    let stopped = false;
    const ended = launched.ended.then(async (result) => {
      const cut = result.timedOut || stopped || request.signal?.aborted === true;
      if (cut && filter.exitCode === undefined) {
        const argv = connection.command(remoteEnd(nonce, filter.group));
        await launch({ argv, timeoutMs: graceMs + 15_000, inherits: sshNames }).ended;
      }
      return judgeSsh(result, filter, request, cut);
    });
    return {
      startedAt: launched.startedAt,
      ended,
      stop: () => {
        stopped = true;
        void launched.stop();
        return ended;
      },
    };
  }

  return {
    name: url,
    async run(request) {
      const failure = await connection.ready();
      return failure ? noConnection(request, failure) : open(request).ended;
    },
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
    close: () => connection.close(),
  };
}

function refusedLaunch(result: ReturnType<typeof noConnection>): Launched {
  const ended = Promise.resolve(result);
  return { startedAt: result.startedAt, ended, stop: () => ended };
}
