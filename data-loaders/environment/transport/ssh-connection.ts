import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { CommandResult } from "../../effects.js";
import { LabError } from "../../errors.js";
import { exit } from "../../exit-codes.js";
import { sshNames } from "./child-environment.js";
import { type Launched, launch } from "./launch.js";
import { pasteReady } from "./quote.js";

export interface SshConnection {
  /** argv of a local ssh that runs the line on the VM. */
  command(line: string): string[];
  /** Makes the shared connection when there is none. Why there is none, in one line; undefined when there is. */
  ready(): Promise<string | undefined>;
  forward(host: string, port: number): Promise<{ host: string; port: number }>;
  close(): Promise<void>;
}

/** One ssh connection, kept by a master process of ours, over which commands and forwarded ports go. */
export function sshConnection(url: string): SshConnection {
  const { destination, port } = parse(url);
  const folder = mkdtempSync(join(tmpdir(), "labbook-ssh-"));
  const base = [
    ...["ssh", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10", "-o", "LogLevel=ERROR"],
    ...[
      "-o",
      "ServerAliveInterval=5",
      "-o",
      "ServerAliveCountMax=3",
      "-o",
      `ControlPath=${join(folder, "s")}`,
    ],
    ...(port ? ["-p", port] : []),
  ];
  const control = (...words: string[]): Promise<CommandResult> =>
    launch({ argv: [...base, "-O", ...words, destination], timeoutMs: 5000, inherits: sshNames }).ended;
  let master: { launched: Launched; failure: Promise<string | undefined> } | undefined;
  const forwards = new Map<string, Promise<{ host: string; port: number }>>();

  function connect(): { launched: Launched; failure: Promise<string | undefined> } {
    const argv = [...base, "-o", "ControlMaster=yes", "-N", destination];
    // The master lives as long as the run; a day is a bound, not an expectation.
    const launched = launch({ argv, timeoutMs: 86_400_000, inherits: sshNames });
    let over: string | undefined;
    void launched.ended.then((result) => {
      over = describe(result, argv);
      if (master?.launched === launched) master = undefined;
    });
    const wait = async (): Promise<string | undefined> => {
      for (let tries = 0; tries < 300; tries++) {
        if (over !== undefined) return over;
        if ((await control("check")).exitCode === 0) return undefined;
        await delay(50);
      }
      await launched.stop();
      return `the connection was not ready after 15 s: ${pasteReady(argv)}`;
    };
    return { launched, failure: wait() };
  }

  async function openForward(host: string, targetPort: number): Promise<{ host: string; port: number }> {
    const failure = await connection.ready();
    let said = failure ?? "";
    for (let tries = 0; tries < 3 && !failure; tries++) {
      const local = await freePort();
      const made = await control("forward", "-L", `127.0.0.1:${local}:${host}:${targetPort}`);
      if (made.exitCode === 0) return { host: "127.0.0.1", port: local };
      said = new TextDecoder().decode(made.stderr).trim();
    }
    throw new LabError("NO_FORWARD", `no forwarded port to ${host}:${targetPort} on ${url}: ${said}`, {
      exitCode: exit.notRun,
      remedy: pasteReady([...base.slice(0, 1), ...(port ? ["-p", port] : []), destination, "true"]),
    });
  }

  const connection: SshConnection = {
    command: (line) => [...base, "-o", "ControlMaster=no", destination, line],
    ready() {
      master ??= connect();
      return master.failure;
    },
    forward(host, targetPort) {
      const key = `${host}:${targetPort}`;
      const opened = forwards.get(key) ?? openForward(host, targetPort);
      forwards.set(key, opened);
      opened.catch(() => forwards.delete(key));
      return opened;
    },
    async close() {
      await master?.launched.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return connection;
}

function parse(url: string): { destination: string; port: string } {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const plain =
    parsed && !parsed.password && ["", "/"].includes(parsed.pathname) && !parsed.search && !parsed.hash;
  const user = decodeURIComponent(parsed?.username ?? "");
  // A name that begins with a dash would be read as an option by ssh.
  if (parsed?.protocol !== "ssh:" || !plain || !parsed.hostname || /^-/.test(user + parsed.hostname)) {
    throw new LabError("BAD_TRANSPORT", `expected ssh://user@host[:port], got ${url}`, {
      exitCode: exit.usage,
    });
  }
  const host = parsed.hostname.replace(/^\[(.*)\]$/, "$1");
  return { destination: user ? `${user}@${host}` : host, port: parsed.port };
}

function describe(result: CommandResult, argv: string[]): string {
  if (result.notStarted) return `${result.notStarted.message} (is the ssh client installed?)`;
  const said = new TextDecoder().decode(result.stderr).trim().split("\n").slice(-3).join(" | ");
  return `${said || "ssh said nothing"} (${pasteReady(argv)} ended with ${result.exitCode ?? result.signal})`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening, failed) => {
    server.once("error", failed).listen(0, "127.0.0.1", listening);
  });
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (!address || typeof address === "string") throw new Error("no free port on 127.0.0.1");
  return address.port;
}
