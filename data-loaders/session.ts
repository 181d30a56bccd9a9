import { type EnvironmentEffects, environmentEffects } from "./environment/effects.js";
import { LabError } from "./errors.js";
import { exit } from "./exit-codes.js";
import { terminalLog } from "./terminal-log.js";

export interface GlobalOptions {
  on: string;
  json?: boolean;
  color: boolean;
}

/** What every command is given: the effects, and the options of the command line. */
export interface Session extends EnvironmentEffects {
  options: GlobalOptions;
  /** A result for a person or, with --json, for a program: one line or more to stdout. */
  print(text: string): void;
}

export function openSession(options: GlobalOptions): Session {
  if (options.on !== "local" && !options.on.startsWith("ssh://")) {
    throw new LabError("BAD_TRANSPORT", `--on ${options.on}: expected local or ssh://user@host[:port]`, {
      exitCode: exit.usage,
    });
  }
  const log = terminalLog(process.stderr);
  const effects = environmentEffects(options.on, { log, ask });
  return { ...effects, options, print: (text) => effects.output(`${text}\n`) };
}

/** @throws LabError when there is nobody at a terminal to ask */
async function ask(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new LabError("NO_TERMINAL", `“${question}” cannot be asked: standard input is not a terminal`, {
      exitCode: exit.usage,
      remedy: "add --yes to the command when the answer is yes",
    });
  }
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
