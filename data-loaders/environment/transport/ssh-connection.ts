import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LabError } from "../../errors.js";
import { exit } from "../../exit-codes.js";
import { sshNames } from "./child-environment.js";
import { openForward } from "./forward.js";
import { launch } from "./launch.js";
import { launchLine } from "./login-shell.js";
import { pasteReady } from "./quote.js";
import { removeAbandoned, socketFolder } from "./socket-folder.js";
import { sshAddress } from "./ssh-address.js";
import { sshConfig, userConfigs } from "./ssh-config.js";
import { isUnreachable, type Master, openMaster, whyRefused, whyUnreachable } from "./ssh-master.js";

export interface Session {
  /** argv of a local ssh that starts the launcher on the VM. */
  argv: string[];
  /** The launcher's own. */
  id: string;
}

export interface SshConnection {
  /** Makes the shared connection when there is none. Why there is none, in one line; undefined when there is. */
  ready(): Promise<string | undefined>;
  /** One more session of the connection that stands. */
  session(): Session;
  forward(host: string, port: number): Promise<{ host: string; port: number }>;
  close(): Promise<void>;
}

/**
 * One ssh connection, kept by a master process of ours, over which commands and forwarded ports go. When it is lost, the next
 * command or client of a port makes another one.
 * @param configs files of ssh_config(5) to read. Default: those that ssh reads
 */
export function sshConnection(url: string, configs: readonly string[] = userConfigs): SshConnection {
  const { destination, port } = sshAddress(url);
  removeAbandoned();
  const folder = socketFolder();
  const socket = join(folder, "s");
  const config = join(folder, "config");
  writeFileSync(config, sshConfig(configs));
  const ssh = (role: string): string[] => [
    ...["ssh", "-F", config, "-T", "-S", socket, "-o", `ControlMaster=${role}`],
    ...[...port, destination],
  ];
  const tryIt = pasteReady(["ssh", ...port, destination, "true"]);
  let plain = false;
  let count = 0;
  let id = "";
  let master: Master | undefined;
  let opening: Promise<string | undefined> | undefined;
  const forwards = new Map<string, Promise<Awaited<ReturnType<typeof openForward>>>>();

  async function open(): Promise<string | undefined> {
    const first = await openMaster(ssh("yes"), plain);
    if ("id" in first) return hold(first);
    if (isUnreachable(first)) return whyUnreachable(first, ["ssh", ...port, destination]);
    const second = await openMaster(ssh("yes"), !plain);
    if (!("id" in second)) return whyRefused(first, await shellName(), destination);
    plain = !plain;
    return hold(second);
  }

  function hold(opened: Master): undefined {
    master = opened;
    id = opened.id;
    void opened.launched.ended.then(() => {
      if (master === opened) master = undefined;
    });
  }

  /** Words that most shells take, also some that start nothing else. */
  async function shellName(): Promise<string | undefined> {
    const asked = await launch({ argv: [...ssh("no"), "echo $SHELL"], timeoutMs: 10_000, inherits: sshNames })
      .ended;
    const lines = new TextDecoder().decode(asked.stdout).trim().split("\n");
    return asked.exitCode === 0 ? lines.findLast((line) => /^\/\S+$/.test(line)) : undefined;
  }

  /** The master's end of a forwarded port. It is told without any configuration: that could bring other ports along. */
  async function leadTo(host: string, targetPort: number): Promise<string> {
    const path = join(folder, `f${++count}`);
    const target = `${path}:${host.includes(":") ? `[${host}]` : host}:${targetPort}`;
    const argv = ["ssh", "-F", "none", "-S", socket, "-O", "forward", "-L", target, "labbook"];
    const made = await launch({ argv, timeoutMs: 5000, inherits: sshNames }).ended;
    if (made.exitCode !== 0) throw new Error(new TextDecoder().decode(made.stderr).trim());
    return path;
  }

  const connection: SshConnection = {
    ready() {
      if (master) return Promise.resolve(undefined);
      opening ??= open().finally(() => {
        opening = undefined;
      });
      return opening;
    },
    session() {
      const own = `${id}x${++count}`;
      return { argv: [...ssh("no"), launchLine(own, plain)], id: own };
    },
    async forward(host, targetPort) {
      const key = `${host} ${targetPort}`;
      let led: { by: Master; path: Promise<string> } | undefined;
      const lead = async (): Promise<string> => {
        const failure = await connection.ready();
        if (failure || !master) throw new Error(failure ?? "the connection was lost");
        if (led?.by !== master) led = { by: master, path: leadTo(host, targetPort) };
        return led.path;
      };
      const opened = forwards.get(key) ?? lead().then(() => openForward(lead));
      forwards.set(key, opened);
      try {
        const { host: local, port: localPort } = await opened;
        return { host: local, port: localPort };
      } catch (error) {
        forwards.delete(key);
        throw new LabError(
          "NO_FORWARD",
          `no forwarded port to ${host}:${targetPort} on ${url}: ${(error as Error).message}`,
          { exitCode: exit.notRun, remedy: tryIt },
        );
      }
    },
    async close() {
      for (const opened of forwards.values()) await opened.then(({ close }) => close()).catch(() => {});
      forwards.clear();
      await opening;
      await master?.launched.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return connection;
}
