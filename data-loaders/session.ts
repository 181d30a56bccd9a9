import type { Clock, Log, Transport } from "./effects.js";
import { systemClock } from "./environment/transport/clock.js";
import { localTransport } from "./environment/transport/local.js";
import { sshTransport } from "./environment/transport/ssh.js";
import { LabError } from "./errors.js";
import { exit } from "./exit-codes.js";

export interface GlobalOptions {
  on: string;
  json?: boolean;
  color: boolean;
}

/** What every command is given: the one transport, the clock, the log, and the options of the command line. */
export interface Session {
  options: GlobalOptions;
  transport: Transport;
  clock: Clock;
  log: Log;
  /** Results for a person or, with --json, for a program: to stdout. */
  print(text: string): void;
}

export function openSession(options: GlobalOptions): Session {
  return {
    options,
    transport: transportOf(options.on),
    clock: systemClock,
    log: {
      info: (message) => process.stderr.write(`${message}\n`),
      warn: (message) => process.stderr.write(`! ${message}\n`),
    },
    print: (text) => process.stdout.write(`${text}\n`),
  };
}

function transportOf(on: string): Transport {
  if (on === "local") return localTransport();
  if (on.startsWith("ssh://")) return sshTransport(on);
  throw new LabError("bad-transport", `--on ${on}: expected local or ssh://user@host[:port]`, {
    exitCode: exit.usage,
  });
}
