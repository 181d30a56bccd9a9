import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import type { StampedLine } from "../../../data-loaders/effects.js";
import { localTransport } from "../../../data-loaders/environment/transport/local.js";

vi.setConfig({ testTimeout: 30_000 });

const vm = localTransport();
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return true;
}

async function gone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 40 && alive(pid); tries++) await delay(25);
  return !alive(pid);
}

test("a failing command keeps its exit code and both streams apart", async () => {
  const result = await vm.run({ argv: ["sh", "-c", "echo out; echo err >&2; exit 7"], timeoutMs: 5000 });
  expect(result).toMatchObject({ exitCode: 7, timedOut: false, stdoutBytes: 4, stderrBytes: 4 });
  expect([text(result.stdout), text(result.stderr)]).toEqual(["out\n", "err\n"]);
  expect(result.notStarted).toBeUndefined();
  expect(result.durationMs).toBeGreaterThan(0);
});

test("arguments and stdin reach the program byte for byte", async () => {
  const stdin = new Uint8Array([0, 255, 10, 13]);
  expect((await vm.run({ argv: ["cat"], stdin, timeoutMs: 5000 })).stdout).toEqual(stdin);
  const odd = await vm.run({ argv: ["printf", "%s|", "a b", "$HOME", "'", ""], timeoutMs: 5000 });
  expect(text(odd.stdout)).toBe("a b|$HOME|'||");
});

test("a missing program is not an exit code", async () => {
  const result = await vm.run({ argv: ["labbook-no-such-program"], timeoutMs: 5000 });
  expect(result.notStarted).toMatchObject({ code: "ENOENT" });
  expect(result.exitCode).toBeUndefined();
});

test("a file that is not executable is EACCES", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "labbook-test-")), "plain");
  writeFileSync(file, "not a program", { mode: 0o644 });
  const result = await vm.run({ argv: [file], timeoutMs: 5000 });
  expect(result.notStarted).toMatchObject({ code: "EACCES" });
});

test("locale, time zone and width are pinned, and the user's clusters are out of reach", async () => {
  const result = await vm.run({ argv: ["env"], env: { EXTRA: "1" }, timeoutMs: 5000 });
  const lines = text(result.stdout).split("\n");
  for (const line of [
    "LANG=C.UTF-8",
    "LC_ALL=C.UTF-8",
    "TZ=UTC",
    "COLUMNS=200",
    "KUBECONFIG=/dev/null",
    "EXTRA=1",
  ]) {
    expect(lines).toContain(line);
  }
});

test("a timeout ends grandchildren too, and the output until then is kept", async () => {
  const begin = performance.now();
  const result = await vm.run({ argv: ["sh", "-c", "sleep 60 & echo $!; wait"], timeoutMs: 300 });
  expect(result).toMatchObject({ timedOut: true, signal: "SIGTERM" });
  expect(performance.now() - begin).toBeLessThan(12_000);
  expect(await gone(Number(text(result.stdout)))).toBe(true);
});

test("a command that ignores SIGTERM gets SIGKILL two seconds later", async () => {
  const result = await vm.run({
    argv: ["sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.05; done"],
    timeoutMs: 300,
  });
  expect(result).toMatchObject({ timedOut: true, signal: "SIGKILL" });
  expect(result.durationMs).toBeGreaterThan(2200);
  expect(result.durationMs).toBeLessThan(12_000);
});

test("a daemon that left the group and holds the pipes does not hold up the result", async () => {
  const result = await vm.run({ argv: ["setsid", "-f", "sleep", "20"], timeoutMs: 300 });
  expect(result.timedOut).toBe(true);
  expect(result.durationMs).toBeLessThan(12_000);
});

test("output is kept up to the bound and counted beyond it", async () => {
  const result = await vm.run({
    argv: ["head", "-c", "3000000", "/dev/zero"],
    maxBytes: 1000,
    timeoutMs: 10_000,
  });
  expect(result).toMatchObject({ exitCode: 0, stdoutBytes: 3_000_000 });
  expect(result.stdout.length).toBe(1000);
});

test("an aborted command is ended and is not a timeout", async () => {
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 100);
  const result = await vm.run({ argv: ["sleep", "30"], timeoutMs: 20_000, signal: abort.signal });
  expect(result).toMatchObject({ timedOut: false, signal: "SIGTERM" });
});

test("background lines are stamped when they arrive, the last one without a line end too", async () => {
  const lines: StampedLine[] = [];
  const script = "echo one; sleep 0.3; printf 'tw'; sleep 0.1; echo 'ö'; printf three";
  const background = await vm.start({ argv: ["sh", "-c", script], timeoutMs: 10_000 }, (line) =>
    lines.push(line),
  );
  const result = await background.ended;
  expect(lines.map((line) => line.line)).toEqual(["one", "twö", "three"]);
  expect(lines[1]!.monotonicMs - lines[0]!.monotonicMs).toBeGreaterThan(300);
  expect(lines[0]!.receivedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(text(result.stdout)).toBe("one\ntwö\nthree");
});

test("stop ends the whole group of a background command", async () => {
  const lines: StampedLine[] = [];
  const argv = ["sh", "-c", "sleep 60 & echo $!; wait"];
  const background = await vm.start({ argv, timeoutMs: 60_000 }, (line) => lines.push(line));
  while (lines.length === 0) await delay(10);
  const result = await background.stop();
  expect(result).toMatchObject({ timedOut: false, signal: "SIGTERM" });
  expect(await gone(Number(lines[0]!.line))).toBe(true);
});
