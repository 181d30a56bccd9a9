import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect as connectTo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Transport } from "../../../data-loaders/effects.js";
import { sshTransport } from "../../../data-loaders/environment/transport/ssh.js";
import { noSshd, type Sshd, startSshd } from "../../support/sshd.js";

const reason = noSshd();
if (reason) console.warn(`NOT_RUN  the connection to a real sshd: ${reason}`);
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const sh = (script: string): string[] => ["sh", "-c", script];

describe.skipIf(reason !== undefined)("a real sshd", () => {
  let sshd: Sshd;
  let account: string;
  const open: Transport[] = [];
  const connect = (url = sshd.url(account), config = sshd.config): Transport => {
    const transport = sshTransport(url, [config]);
    open.push(transport);
    return transport;
  };
  beforeAll(async () => {
    sshd = await startSshd();
    account = sshd.account("/bin/sh");
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((transport) => transport.close()));
    expect(await left(account)).toEqual([]);
  });
  afterAll(() => sshd?.stop());

  test("what else the user's ssh configuration holds neither breaks the connection nor outlives it", async () => {
    const mark = mkdtempSync("/tmp/labbook-test-");
    const config = join(mark, "config");
    const own = readFileSync(sshd.config, "utf8").split("\n").slice(1).join("\n");
    writeFileSync(
      config,
      [
        "IgnoreUnknown UseKeychain",
        "Host target jump",
        ...["UseKeychain yes", "HostName 127.0.0.1", `Port ${sshd.port}`, `User ${account}`, own],
        ...["ControlMaster auto", `ControlPath ${mark}/%n.master`, "ControlPersist yes"],
        ...["ForkAfterAuthentication yes", "StdinNull yes", "SessionType subsystem", "RequestTTY force"],
        ...["RemoteCommand echo not this", "PermitLocalCommand yes", `LocalCommand touch ${mark}/local`],
        ...["LocalForward 127.0.0.1:1 127.0.0.1:1", "RemoteForward 127.0.0.1:22 127.0.0.1:22"],
        ...["DynamicForward 127.0.0.1:2", "ExitOnForwardFailure yes", "GatewayPorts yes", "Tunnel yes"],
        ...["ForwardAgent yes", "ForwardX11 yes", "ForwardX11Trusted yes", "AddKeysToAgent yes"],
        ...["SendEnv HOME LABBOOK_TEST*", "SetEnv BASH_ENV=/etc/passwd ENV=/etc/passwd LABBOOK_SET=1"],
        ...["EscapeChar x", "LogLevel DEBUG3", "VisualHostKey yes", "BatchMode no", "UpdateHostKeys yes"],
        ...["ServerAliveInterval 0", "ConnectionAttempts 9", "ChannelTimeout session=1s"],
        ...["Host target", "ProxyJump jump", ""],
      ].join("\n"),
    );
    process.env.LABBOOK_TEST = "sent";
    const vm = connect("ssh://target", config);
    const result = await vm.run({
      argv: sh("tty; env | grep LABBOOK_; cat"),
      stdin: Buffer.from("x~.\n~?"),
      timeoutMs: 20_000,
    });
    delete process.env.LABBOOK_TEST;
    expect(result).toMatchObject({ exitCode: 0 });
    expect(text(result.stdout)).toBe("not a tty\nx~.\n~?");
    expect(text(result.stderr)).toBe("");
    await vm.close();
    expect(await left(account)).toEqual([]);
    expect(await processesWith(mark)).toEqual([]);
    expect(readdirSync(mark)).toEqual(["config"]);
  });

  test.each([
    [
      "/usr/sbin/nologin",
      /login shell of .* \(nologin\) does not run \/bin\/sh: it ended with 1 and said: .*not available/,
    ],
    [
      "/bin/false",
      /login shell of .* \(unnamed\) does not run \/bin\/sh: it ended with 1; choose an account/,
    ],
  ])("%s is refused by name", async (shell, message) => {
    const result = await connect(sshd.url(sshd.account(shell))).run({ argv: ["true"], timeoutMs: 20_000 });
    expect(result.exitCode).toBeUndefined();
    expect(result.notStarted).toMatchObject({ code: "TRANSPORT" });
    expect(result.notStarted?.message).toMatch(message);
  });

  test("a shell that takes simple commands only is named by its path", async () => {
    const shell = script(
      '#!/bin/sh\nSHELL=$0; case $2 in echo*) eval "$2" ;; *) echo restricted >&2; exit 9 ;; esac\n',
    );
    const result = await connect(sshd.url(sshd.account(shell))).run({ argv: ["true"], timeoutMs: 20_000 });
    expect(result.notStarted?.message).toContain(
      `(${shell}) does not run /bin/sh: it ended with 9 and said: restricted`,
    );
  });

  test("a shell without exec is taken as it is", async () => {
    const shell = script(
      '#!/bin/sh\ncase $2 in exec*) echo "exec: unknown" >&2; exit 1 ;; esac; sh "$@"; exit 3\n',
    );
    const vm = connect(sshd.url(sshd.account(shell)));
    expect(await vm.run({ argv: sh("echo x; exit 7"), timeoutMs: 20_000 })).toMatchObject({
      exitCode: 7,
      stdoutBytes: 2,
    });
  });

  test.skipIf(!existsSync("/usr/bin/fish"))(
    "nothing is given to a shell that the settings put in the launcher's place",
    async () => {
      const name = sshd.account("/bin/bash", { ".bashrc": "exec fish\n" });
      const vm = connect(sshd.url(name));
      const result = await Promise.race([
        vm.run({ argv: ["touch", "ran"], timeoutMs: 5000 }),
        delay(3000, "waits"),
      ]);
      expect(result).toBe("waits");
      expect(
        text(new Uint8Array(execFileSync("ls", ["-A", `/proc/self/root${homeOf(name)}`]))),
      ).not.toContain("ran");
    },
  );

  test("more commands at once than the connection has sessions, and a server that allows one", async () => {
    const strict = await startSshd(["MaxSessions 1"]);
    try {
      const vm = connect(strict.url(strict.account("/bin/sh")), strict.config);
      const results = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          vm.run({ argv: sh(`sleep 0.2; exit ${index}`), timeoutMs: 50_000 }),
        ),
      );
      expect(results.map(({ exitCode }) => exitCode)).toEqual(results.map((_, index) => index));
      await vm.close();
    } finally {
      await strict.stop();
    }
  });

  test("G11: a connection that is cut keeps what was printed and says that it ended early; the next command has another one", async () => {
    const vm = connect();
    const forwarded = await echoServer();
    const lead = await vm.forward("127.0.0.1", forwarded.port);
    expect(await talk(lead.port, "before")).toBe("before");
    const running = vm.run({ argv: sh("echo start; sleep 600"), timeoutMs: 50_000 });
    while (!(await processes()).some((line) => line === "sleep 600")) await delay(100);
    await sshd.cut();
    const result = await running;
    expect(text(result.stdout)).toBe("start\n");
    expect(result.exitCode).toBeUndefined();
    expect(result.notStarted).toBeUndefined();
    expect(result.transportEndedEarly).toMatch(
      /^ssh ended with exit 255 before the command's end marker came/,
    );
    expect(await talk(lead.port, "after")).toBe("after");
    expect(await vm.run({ argv: ["true"], timeoutMs: 20_000 })).toMatchObject({ exitCode: 0 });
    expect(await vm.forward("127.0.0.1", forwarded.port)).toEqual(lead);
    forwarded.close();
  });

  test.each([
    ["in its group", "sleep 601 & sleep 601 & echo started; wait"],
    ["that outlives the command", "sleep 601 & sleep 601 & echo started"],
    ["that left the session and holds the pipes", "setsid sleep 601 & echo started; sleep 601"],
    ["that left the session and outlives the command", "setsid sleep 601 & echo started"],
    ["that ignores SIGTERM", "trap '' TERM; sleep 601 & echo started; sleep 601"],
  ])("a timeout ends a descendant %s", async (_what, line) => {
    const result = await connect().run({ argv: sh(line), timeoutMs: 1500 });
    expect(result).toMatchObject({ timedOut: true });
    expect(text(result.stdout)).toBe("started\n");
    expect(text(result.stderr)).toBe("");
    expect((await processes()).filter((one) => one.includes("sleep 601"))).toEqual([]);
  });

  test("what a command prints when it is ended still arrives", async () => {
    const result = await connect().run({
      argv: sh("trap 'echo ended; exit 4' TERM; echo started; while :; do sleep 0.1; done"),
      timeoutMs: 1500,
    });
    expect(result).toMatchObject({ timedOut: true, exitCode: 4 });
    expect(text(result.stdout)).toBe("started\nended\n");
  });

  test("kill -9 of the process that connected leaves nothing on either side", async () => {
    const holder = spawn(
      process.execPath,
      ["--import", "tsx", "test/support/ssh-holder.ts", sshd.url(account), sshd.config],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    await new Promise((resolve) => holder.stdout.once("data", resolve));
    expect((await processes()).some((line) => line.includes("sleep 602"))).toBe(true);
    holder.kill("SIGKILL");
    for (let tries = 0; tries < 100 && (await left(account)).length > 0; tries++) await delay(100);
    expect(await left(account)).toEqual([]);
    expect(await processesWith(`${account}@127.0.0.1`)).toEqual([]);
    expect((await processes()).filter((one) => one.includes("sleep 602"))).toEqual([]);
  });
});

async function processes(): Promise<string[]> {
  return execFileSync("ps", ["-ww", "-eo", "args="], { encoding: "utf8" }).split("\n");
}

async function processesWith(word: string): Promise<string[]> {
  return (await processes()).filter((line) => line.includes(word));
}

/** Processes of the account, except sshd's own while it is still closing the connection. */
async function left(account: string): Promise<string[]> {
  for (let tries = 0; ; tries++) {
    const all = execFileSync("ps", ["-ww", "-eo", "user:40=,args="], { encoding: "utf8" }).split("\n");
    const own = all.filter((line) => line.startsWith(`${account} `));
    if (own.length === 0 || tries === 30) return own;
    await delay(100);
  }
}

function script(content: string): string {
  const file = join(mkdtempSync("/tmp/labbook-test-"), "shell");
  writeFileSync(file, content, { mode: 0o755 });
  execFileSync("chmod", ["755", join(file, ".."), file]);
  return file;
}

function homeOf(account: string): string {
  return execFileSync("getent", ["passwd", account], { encoding: "utf8" }).split(":")[5]!;
}

async function echoServer(): Promise<{ port: number; close: () => void }> {
  const server = createServer((socket) => socket.pipe(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("no port");
  return { port: address.port, close: () => server.close() };
}

function talk(port: number, words: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTo({ host: "127.0.0.1", port });
    let said = "";
    socket
      .on("data", (chunk) => (said += chunk))
      .once("error", reject)
      .once("close", () => resolve(said));
    socket.end(words);
  });
}
