import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync, readlinkSync } from "node:fs";
import { mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { hostname, networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Probe, rawRequest, SERVER, startProbe } from "./spawn.js";

let dir: string;
let probe: Probe;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "probe-"));
  probe = await startProbe(["--state-dir", join(dir, "state")], {
    POD_UID: "u-1",
    NODE_NAME: "n-1",
    SOURCE_DIGEST: "sha256:s",
    IMAGE_DIGEST: "sha256:i",
  });
});

afterEach(async () => {
  await probe.stop("SIGKILL");
  await rm(dir, { recursive: true, force: true });
});

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const put = (body: BodyInit, init: RequestInit = {}) =>
  fetch(`${probe.url}/state`, { method: "PUT", body, ...init });

test("without an address it listens on every address of both families", async () => {
  const child = spawn(process.execPath, [SERVER, "--listen", "*:0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    const { port } = JSON.parse(line);
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    const own = ["127.0.0.1", "::1"].filter((ip) => addresses.some(({ address }) => address === ip));
    expect(own).toContain("127.0.0.1");
    for (const ip of own) {
      const url = `http://${ip.includes(":") ? `[${ip}]` : ip}:${port}/healthz`;
      expect(await (await fetch(url)).json(), url).toEqual({ status: "ok" });
    }
  } finally {
    child.kill("SIGKILL");
  }
});

describe("/identity", () => {
  test("tells what /proc, the kernel and the environment say of that very process", async () => {
    const response = await fetch(`${probe.url}/identity`, { headers: { "X-Request-Id": "req-7" } });
    const me = await response.json();
    const pid = probe.child.pid!;
    expect(response.headers.get("x-request-id")).toBe("req-7");
    expect(me).toMatchObject({
      requestId: "req-7",
      pid,
      ppid: process.pid,
      uid: process.getuid!(),
      gid: process.getgid!(),
      euid: process.geteuid!(),
      hostname: hostname(),
      pod: { uid: "u-1", name: null, namespace: null, node: "n-1", ip: null },
      source: { digest: "sha256:s" },
      image: { digest: "sha256:i" },
      unreadable: {},
    });
    for (const [type, link] of Object.entries(me.namespaces))
      expect(link).toBe(readlinkSync(`/proc/${pid}/ns/${type}`));
    expect(Object.keys(me.namespaces)).toContain("net");
    expect(me.cgroup).toEqual(readFileSync(`/proc/${pid}/cgroup`, "utf8").trimEnd().split("\n"));
    expect(me.startTicks).toBe(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ")[19]);
    expect(me.bootId).toBe(readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
    expect(Math.abs(Date.now() - Date.parse(me.time))).toBeLessThan(5000);
  });

  test("makes a request ID of its own when there is none, or none that is safe to repeat", async () => {
    for (const given of [undefined, "a b", "x".repeat(129), '{"a":1}']) {
      const response = await fetch(`${probe.url}/identity`, {
        headers: given ? { "X-Request-Id": given } : {},
      });
      expect((await response.json()).requestId).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});

describe("/state", () => {
  test("is absent, then written, then read back with its checksum", async () => {
    const absent = await fetch(`${probe.url}/state`);
    expect([absent.status, (await absent.json()).error.code]).toEqual([404, "NO_STATE"]);
    const bytes = new Uint8Array(4096).map((_, index) => index % 256);
    const written = await put(bytes, { headers: { "X-Request-Id": "w1" } });
    expect(await written.json()).toEqual({ requestId: "w1", sha256: sha256(bytes), bytes: 4096 });
    const read = await fetch(`${probe.url}/state`);
    expect(read.headers.get("x-content-sha256")).toBe(sha256(bytes));
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(bytes);
    expect(await readdir(join(dir, "state"))).toEqual(["state"]);
  });

  test("keeps an empty body apart from no state", async () => {
    expect(await (await put("")).json()).toMatchObject({ bytes: 0, sha256: sha256("") });
    expect((await fetch(`${probe.url}/state`)).status).toBe(200);
  });

  test("answers 413 above 4096 bytes, declared or chunked, and keeps what was there", async () => {
    await put("before");
    const declared = await put(new Uint8Array(4097));
    expect([declared.status, (await declared.json()).error.code]).toEqual([413, "TOO_LARGE"]);
    const chunk = "1000\r\n" + "x".repeat(4096) + "\r\n";
    const chunked = `PUT /state HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}1\r\ny\r\n0\r\n\r\n`;
    expect(await rawRequest(probe.port, chunked)).toMatch(/^HTTP\/1\.1 413 /);
    expect(
      await rawRequest(
        probe.port,
        `PUT /state HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}1\r\ny`,
      ),
    ).toMatch(/^HTTP\/1\.1 413 /);
    const expecting =
      "PUT /state HTTP/1.1\r\nHost: x\r\nContent-Length: 4097\r\nExpect: 100-continue\r\n\r\n";
    expect(await rawRequest(probe.port, expecting)).toMatch(/^HTTP\/1\.1 413 /);
    expect(await (await fetch(`${probe.url}/state`)).text()).toBe("before");
  });

  test("accepts 4096 bytes in chunks and after 100-continue", async () => {
    const chunked = `PUT /state HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n1000\r\n${"x".repeat(4096)}\r\n0\r\n\r\n`;
    expect(await rawRequest(probe.port, chunked)).toContain(`"bytes":4096`);
    const expecting =
      "PUT /state HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\nhi";
    expect(await rawRequest(probe.port, expecting)).toMatch(
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /,
    );
  });

  test("writes nothing when the sender goes away in the middle of the body", async () => {
    await put("before");
    const socket = connect(probe.port, "127.0.0.1");
    socket.write("PUT /state HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf");
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await (await fetch(`${probe.url}/state`)).text()).toBe("before");
    expect(await readdir(join(dir, "state"))).toEqual(["state"]);
  });

  test("is always one whole body when many write at once", async () => {
    const bodies = Array.from({ length: 30 }, (_, index) => String(index).padStart(2, "0").repeat(2000));
    await Promise.all(bodies.map((body) => put(body)));
    const read = await fetch(`${probe.url}/state`);
    const text = await read.text();
    expect(bodies).toContain(text);
    expect(read.headers.get("x-content-sha256")).toBe(sha256(text));
    expect(await readdir(join(dir, "state"))).toEqual(["state"]);
  });

  test("follows no link, takes no foreign file and says why a directory cannot be written", async () => {
    await put("x");
    await rm(join(dir, "state/state"));
    await symlink("/etc/hostname", join(dir, "state/state"));
    expect(await (await fetch(`${probe.url}/state`)).json()).toMatchObject({
      error: { status: 500, code: "ELOOP" },
    });
    await rm(join(dir, "state"), { recursive: true });
    await writeFile(join(dir, "state"), "");
    const refused = await put("x");
    expect([refused.status, (await refused.json()).error.code]).toEqual([500, "EEXIST"]);
  });
});

test("an unknown path is 404, a wrong method 405 with what is allowed, both as JSON", async () => {
  for (const path of ["/", "/identity/", "/__proto__", "/constructor", "/%2e%2e/etc/passwd", "//identity"]) {
    const response = await fetch(probe.url + path);
    expect([path, response.status, (await response.json()).error.code]).toEqual([path, 404, "NOT_FOUND"]);
  }
  const wrong = await fetch(`${probe.url}/state`, { method: "DELETE" });
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD, PUT"]);
  expect((await fetch(`${probe.url}/healthz`, { method: "HEAD" })).status).toBe(200);
  expect((await fetch(`${probe.url}/identity?x=1`)).status).toBe(200);
});

test("bytes that are no request are answered in JSON and leave the server alive", async () => {
  expect(await rawRequest(probe.port, "\x00\x01\xff nonsense\r\n\r\n")).toMatch(
    /^HTTP\/1\.1 400 .*"status":400/s,
  );
  const long = `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`;
  expect(await rawRequest(probe.port, long)).toMatch(/^HTTP\/1\.1 431 /);
  const smuggled =
    "PUT /state HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
  expect(await rawRequest(probe.port, smuggled)).toMatch(/^HTTP\/1\.1 400 /);
  expect((await fetch(`${probe.url}/healthz`)).status).toBe(200);
});

describe("life", () => {
  test("/readyz is 503 until the delay has passed, /healthz is 200 from the start", async () => {
    const slow = await startProbe(["--state-dir", dir, "--ready-delay=1.5"]);
    expect((await fetch(`${slow.url}/healthz`)).status).toBe(200);
    const early = await fetch(`${slow.url}/readyz`);
    expect([early.status, (await early.json()).status]).toEqual([503, "not ready"]);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect((await fetch(`${slow.url}/readyz`)).status).toBe(200);
    expect(await slow.stop()).toBe(0);
  });

  test("SIGTERM finishes the running request, takes no new one and exits 0", async () => {
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const writer = body.writable.getWriter();
    const running = put(body.readable, { duplex: "half" } as RequestInit);
    await writer.write(new TextEncoder().encode("first "));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const exit = probe.stop();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await expect(fetch(`${probe.url}/healthz`, { headers: { connection: "close" } })).rejects.toThrow();
    await writer.write(new TextEncoder().encode("second"));
    await writer.close();
    expect(await (await running).json()).toMatchObject({ sha256: sha256("first second"), bytes: 12 });
    expect(await exit).toBe(0);
  });

  test("a request that never ends is cut when the grace is over", async () => {
    const stubborn = await startProbe(["--state-dir", dir, "--grace", "0.3"]);
    const hanging = rawRequest(
      stubborn.port,
      "PUT /state HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab",
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await stubborn.stop()).toBe(0);
    expect(await hanging).not.toContain("200 OK");
  });

  test("SIGTERM ends it as PID 1 of a PID namespace too", async (context) => {
    const unshare = ["--user", "--map-root-user", "--pid", "--fork", "--kill-child"];
    try {
      execFileSync("unshare", [...unshare, "true"], { stdio: "pipe" });
    } catch (error) {
      context.skip(`NOT_RUN: unshare with a PID namespace is not possible here: ${(error as Error).message}`);
    }
    const child = spawn("unshare", [...unshare, process.execPath, SERVER, "--listen", "127.0.0.1:0"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [first] = (await once(child.stdout!, "data")) as [Buffer];
    expect(JSON.parse(first.toString()).pid).toBe(1);
    const inner = execFileSync("pgrep", ["-P", String(child.pid)])
      .toString()
      .trim();
    process.kill(Number(inner), "SIGTERM");
    expect((await once(child, "exit"))[0]).toBe(0);
  });
});

test("--help explains the options; faults of the command line are told all at once with exit code 2", async () => {
  const help = spawnSync(process.execPath, [SERVER, "--help"], { encoding: "utf8" });
  expect([help.status, help.stdout]).toEqual([0, expect.stringContaining("--ready-delay SECONDS")]);
  const wrong = spawnSync(process.execPath, [SERVER, "--listen", "nowhere", "--grace", "-1", "--loud"], {
    encoding: "utf8",
  });
  expect(wrong.status).toBe(2);
  for (const part of ["--listen", '"nowhere"', "--grace", "--loud"]) expect(wrong.stderr).toContain(part);
});
