import { randomBytes } from "node:crypto";
import type { Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { CommandResult } from "../../effects.js";
import { sshNames } from "./child-environment.js";
import { GreetingGate } from "./greeting-gate.js";
import { type Launched, launch } from "./launch.js";
import { greeting, launchLine, programLine } from "./login-shell.js";
import { pasteReady } from "./quote.js";
import { endProgram } from "./remote-end.js";

/** How long the login shell may read its settings until it starts the launcher. */
const patienceMs = 30_000;

export interface Master {
  launched: Launched;
  /** Begins the ID of every command that goes over this connection. */
  id: string;
}

/**
 * Makes the shared connection and holds it. Its own session runs the launcher, so a connection that stands is also a login
 * shell that cooperates; and it waits for the end of its input, which comes with our own end, however that comes: then it ends
 * on the VM whatever of this connection still runs there.
 * @param ssh argv of an ssh that becomes the master, without the command's line
 * @param plain without `exec`, for a login shell that does not know it
 * @returns the master, or why there is none
 */
export async function openMaster(ssh: string[], plain: boolean): Promise<Master | Refusal> {
  const id = randomBytes(8).toString("hex");
  const own = `${id}x0`;
  let stdin: Writable | undefined;
  let greeted: (stands: boolean) => void = () => {};
  const answer = new Promise<boolean>((resolve) => {
    greeted = resolve;
  });
  const gate = new GreetingGate(greeting(own), own, () => {
    stdin?.write(programLine(`while read -r line; do :; done\n${endProgram({ id })}`));
    greeted(true);
  });
  // The master lives as long as the run; a day is a bound, not an expectation.
  const launched = launch(
    { argv: [...ssh, launchLine(own, plain)], timeoutMs: 86_400_000, inherits: sshNames },
    { filterStdout: (chunk) => gate.push(chunk), feed: (input) => (stdin = input) },
  );
  void launched.ended.then(() => greeted(false));
  const late = new AbortController();
  const timer = delay(patienceMs, false, { signal: late.signal }).catch(() => false);
  const stands = await Promise.race([answer, timer]);
  late.abort();
  if (stands) return { launched, id };
  return { result: await launched.stop(), said: gate.preamble };
}

export interface Refusal {
  result: CommandResult;
  /** What stood on stdout. */
  said: string;
}

/** No connection at all, as ssh itself tells by 255; any other end is the login shell's. */
export function isUnreachable({ result }: Refusal): boolean {
  return result.notStarted !== undefined || result.exitCode === 255;
}

export function whyUnreachable({ result }: Refusal, argv: string[]): string {
  if (result.notStarted) return `${result.notStarted.message} (is the ssh client installed?)`;
  const words = lastLines(new TextDecoder().decode(result.stderr));
  return `${words || "ssh said nothing"} (${pasteReady(argv)} ended with ${result.exitCode ?? result.signal})`;
}

/** A refusal of the login shell, which is named by its path where it tells it, and by its own words. */
export function whyRefused({ result, said }: Refusal, shell: string | undefined, who: string): string {
  const words = lastLines(`${said}\n${new TextDecoder().decode(result.stderr)}`);
  const how =
    result.exitCode === undefined
      ? `gave no answer within ${patienceMs / 1000} s`
      : `ended with ${result.exitCode}`;
  const name = shell ?? (/account is currently not available/.test(words) ? "nologin" : "unnamed");
  return `the login shell of ${who} (${name}) does not run /bin/sh: it ${how}${words ? ` and said: ${words}` : ""}; choose an account with a shell that takes commands, or give it one (chsh -s /bin/sh)`;
}

function lastLines(text: string): string {
  return text.trim().split("\n").slice(-3).join(" | ").trim();
}
