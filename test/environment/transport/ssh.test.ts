import { chmodSync, existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StampedLine, Transport } from "../../../data-loaders/effects.js";
import { sshTransport } from "../../../data-loaders/environment/transport/ssh.js";

vi.setConfig({ testTimeout: 30_000 });

/**
 * Stands in for the ssh client: the last argument is given to a shell of this machine, as sshd would give it to the
 * login shell. `nowhere` cannot be reached, `slow` takes a second.
 */
const standIn = `#!/bin/sh
for last; do :; done
case "$*" in
  *nowhere*) echo "ssh: Could not resolve hostname nowhere: Name or service not known" >&2; exit 255 ;;
  *"ControlMaster=yes"*) ;;
  *user@slow*) sleep 1 ;;
esac
echo "banner of the machine" >&2
exec setsid -w sh -c "$last"
`;
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
let path: string | undefined;
const open: Transport[] = [];
const connect = (host: string): Transport => {
  const transport = sshTransport(`ssh://user@${host}`);
  open.push(transport);
  return transport;
};

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "labbook-test-"));
  writeFileSync(join(folder, "ssh"), standIn);
  chmodSync(join(folder, "ssh"), 0o755);
  path = process.env.PATH;
  process.env.PATH = `${folder}:${path}`;
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((transport) => transport.close()));
  process.env.PATH = path;
});

test.each(["INT", "TERM", "USR1"])(
  "SIG%s to the command's own group does not end the transport",
  async (name) => {
    const result = await connect("vm").run({
      argv: ["sh", "-c", `trap 'echo got; exit 3' ${name}; kill -${name} 0; sleep 1; exit 9`],
      timeoutMs: 10_000,
    });
    expect(result).toMatchObject({ exitCode: 3 });
    expect(result.transportEndedEarly).toBeUndefined();
    expect(text(result.stdout)).toBe("got\n");
  },
);

test("G11: exit 255 of the remote command is that command's exit", async () => {
  const result = await connect("vm").run({
    argv: ["sh", "-c", "echo out; echo err >&2; exit 255"],
    timeoutMs: 5000,
  });
  expect(result).toMatchObject({ exitCode: 255, stdoutBytes: 4, stderrBytes: 4 });
  expect([text(result.stdout), text(result.stderr)]).toEqual(["out\n", "err\n"]);
  expect(result.notStarted).toBeUndefined();
  expect(result.transportEndedEarly).toBeUndefined();
});

test("G11: a connection that fails is no exit code, and ssh's reason is kept", async () => {
  const result = await connect("nowhere").run({ argv: ["true"], timeoutMs: 5000 });
  expect(result.exitCode).toBeUndefined();
  expect(result.notStarted?.code).toBe("TRANSPORT");
  expect(result.notStarted?.message).toContain("Could not resolve hostname nowhere");
});

test("arguments survive the remote shell, and stderr is free of markers and banners", async () => {
  const vm = connect("vm");
  const result = await vm.run({
    argv: ["sh", "-c", 'printf "%s|" "$@" >&2', "sh", "a b", "$HOME", "it's", "`id`", "", "\n"],
    timeoutMs: 5000,
    env: { X: "y z" },
  });
  expect(text(result.stderr)).toBe("a b|$HOME|it's|`id`||\n|");
  expect(result.stderrBytes).toBe(result.stderr.length);
  expect(text((await vm.run({ argv: ["pwd"], cwd: "/usr", timeoutMs: 5000 })).stdout)).toBe("/usr\n");
});

test("a missing program on the VM is ENOENT, a missing folder too", async () => {
  const vm = connect("vm");
  const missing = await vm.run({ argv: ["labbook-no-such-program"], timeoutMs: 5000 });
  expect(missing.notStarted).toMatchObject({ code: "ENOENT" });
  const folder = await vm.run({ argv: ["true"], cwd: "/no/such", timeoutMs: 5000 });
  expect(folder.notStarted?.message).toContain("/no/such");
});

test("the program runs, not a shell builtin of its name", async () => {
  const result = await connect("vm").run({ argv: ["printf", "--version"], timeoutMs: 5000 });
  expect(text(result.stdout)).toMatch(/coreutils|BusyBox/i);
});

test("a timeout ends the remote group, even though it is another session", async () => {
  const lines: StampedLine[] = [];
  const background = await connect("vm").start(
    { argv: ["sh", "-c", "echo $$; sleep 60 & wait"], timeoutMs: 800 },
    (line) => lines.push(line),
  );
  const result = await background.ended;
  expect(result).toMatchObject({ timedOut: true, signal: "SIGTERM" });
  await delay(300);
  expect(() => process.kill(Number(lines[0]!.line), 0)).toThrow(/ESRCH/);
});

test("a command that is cut off while the login shell still starts does not run on", async () => {
  const slow = connect("slow");
  await slow.run({ argv: ["true"], timeoutMs: 5000 });
  const proof = join(mkdtempSync(join(tmpdir(), "labbook-test-")), "ran");
  const result = await slow.run({ argv: ["touch", proof], stdin: new Uint8Array(), timeoutMs: 300 });
  expect(result.timedOut).toBe(true);
  await delay(1500);
  expect(existsSync(proof)).toBe(false);
});

test.each(["ssh://", "http://vm", "ssh://vm/folder", "ssh://-oProxyCommand=x", "vm"])(
  "%s is refused",
  (url) => {
    expect(() => sshTransport(url)).toThrow(/expected ssh:\/\/user@host/);
  },
);
