import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

export interface Sshd {
  port: number;
  /** A file of ssh_config(5) with the key, and what a test adds to it. */
  config: string;
  /** A new account with this login shell and these files in its home folder. Returns its name. */
  account(shell: string, files?: Record<string, string>): string;
  url(account: string): string;
  /** Ends all connections at once, as a reboot of the VM would; then sshd takes new ones. */
  cut(): Promise<void>;
  stop(): Promise<void>;
}

/** Why there can be no sshd of a test's own here; undefined when there can. */
export function noSshd(): string | undefined {
  if (process.getuid?.() !== 0) return "a test's own accounts need root";
  const missing = ["/usr/sbin/sshd", "/usr/sbin/useradd", "/usr/bin/ssh-keygen"].filter(
    (file) => !existsSync(file),
  );
  return missing.length > 0 ? `${missing.join(", ")} is not installed (openssh-server, passwd)` : undefined;
}

/** A real sshd on a loopback port, with a host key, a user key and accounts of its own. */
export async function startSshd(settings: string[] = []): Promise<Sshd> {
  const folder = mkdtempSync("/tmp/labbook-sshd-");
  chmodSync(folder, 0o755);
  const file = (name: string): string => join(folder, name);
  for (const key of ["host", "user"])
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", file(key)]);
  const port = await freePort();
  writeFileSync(
    file("sshd_config"),
    [
      ...[`Port ${port}`, "ListenAddress 127.0.0.1", `HostKey ${file("host")}`, `PidFile ${file("pid")}`],
      ...[`AuthorizedKeysFile ${file("user.pub")}`, "StrictModes no", "UsePAM no", "PermitRootLogin yes"],
      ...["AcceptEnv *", ...settings, ""],
    ].join("\n"),
  );
  writeFileSync(
    file("config"),
    [
      "Host 127.0.0.1",
      ...[`IdentityFile ${file("user")}`, "IdentitiesOnly yes", "IdentityAgent none"],
      ...["StrictHostKeyChecking accept-new", `UserKnownHostsFile ${file("known")}`, ""],
    ].join("\n"),
  );
  mkdirSync("/run/sshd", { recursive: true, mode: 0o755 });
  const accounts: string[] = [];
  let daemon = await listening(file("sshd_config"), port);
  return {
    port,
    config: file("config"),
    account(shell, files = {}) {
      const name = `lb${randomBytes(5).toString("hex")}`;
      const home = file(name);
      accounts.push(name);
      execFileSync("useradd", [
        "--create-home",
        "--home-dir",
        home,
        "--shell",
        shell,
        "--password",
        "*",
        name,
      ]);
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(join(home, path, ".."), { recursive: true });
        writeFileSync(join(home, path), text);
      }
      execFileSync("chown", ["-R", name, home]);
      return name;
    },
    url: (account) => `ssh://${account}@127.0.0.1:${port}`,
    async cut() {
      await ended(daemon);
      daemon = await listening(file("sshd_config"), port);
    },
    async stop() {
      await ended(daemon);
      for (const name of accounts) execFileSync("userdel", ["--force", name], { stdio: "ignore" });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Daemon = { pid: number; closed: Promise<void> };

/** In the foreground and in a process group of its own; its connections are its children and belong to it. */
async function listening(config: string, port: number): Promise<Daemon> {
  const log = `${config}.log`;
  const child = spawn("/usr/sbin/sshd", ["-D", "-f", config, "-E", log], { detached: true, stdio: "ignore" });
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  appendFileSync(log, "");
  for (let tries = 0; tries < 100; tries++) {
    if (await answers(port)) return { pid: child.pid!, closed };
    await delay(50);
  }
  throw new Error(`sshd does not listen on port ${port}; see ${log}`);
}

async function answers(port: number): Promise<boolean> {
  const { connect } = await import("node:net");
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** The daemon first, so that nothing comes back; then every process of its connections that is still sshd itself. */
async function ended({ pid, closed }: Daemon): Promise<void> {
  const all = execFileSync("ps", ["-eo", "pid=,ppid=,comm="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  const below = (parent: string): string[] =>
    all
      .filter(([, ppid, name]) => ppid === parent && name?.startsWith("sshd"))
      .flatMap(([child = ""]) => [child, ...below(child)]);
  for (const one of [String(pid), ...below(String(pid))]) {
    try {
      process.kill(Number(one), "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
  await closed;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (!address || typeof address === "string") throw new Error("no free port");
  return address.port;
}
