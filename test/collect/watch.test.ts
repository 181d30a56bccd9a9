import { afterEach, describe, expect, it } from "vitest";
import { startWatch } from "../../data-loaders/collect/watch.js";
import { timelineFrom } from "../../src/model/timeline/from.js";
import type { GapLine, Header, ObjectLine } from "../../src/model/timeline/lines.js";
import { pointOffset } from "../../src/model/timeline/offset.js";
import { step } from "../model/timeline/stamped-fixture.js";
import { fakeApiServer, systemClock, type WatchRequest } from "./fake-api-server.js";

type Server = Awaited<ReturnType<typeof fakeApiServer>>;
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const PATH = "/api/v1/namespaces/lab/pods?labelSelector=app%3Dweb";
const pod = (version: number, uid = "u-1", more: object = {}) => ({
  metadata: {
    name: `web-${uid}`,
    uid,
    resourceVersion: `${version}`,
    managedFields: [{ manager: "kubelet" }],
  },
  ...more,
});
const list = (version: number, ...items: object[]) => ({
  ...{ kind: "PodList", apiVersion: "v1", metadata: { resourceVersion: `${version}` }, items },
});
const event = (type: string, version: number, uid = "u-1", more: object = {}) => ({
  ...{ type, object: { kind: "Pod", ...pod(version, uid, more) } },
});
const expired = {
  kind: "Status",
  status: "Failure",
  code: 410,
  reason: "Expired",
  message: "too old resource version",
};

/** Watches until `enough` says so of the server's requests, then stops. */
async function collect(
  lists: object[],
  watch: (request: WatchRequest, nth: number) => void,
  watches: number,
) {
  const server = await fakeApiServer(lists, watch);
  servers.push(server);
  const running = startWatch({ api: server.api, clock: systemClock }, [{ name: "pods", path: PATH }]);
  await running.ready;
  const deadline = Date.now() + 5000;
  while (server.asked.watches < watches && !running.fatal && Date.now() < deadline)
    await systemClock.sleep(10);
  await systemClock.sleep(150);
  const bytes = await running.stop();
  const [header, ...lines] = parse(bytes);
  return { server, running, bytes, header: header as Header, lines: lines as (ObjectLine | GapLine)[] };
}

const parse = (bytes: Uint8Array) =>
  new TextDecoder()
    .decode(bytes)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const short = (line: ObjectLine | GapLine) =>
  line.type === "GAP"
    ? "GAP"
    : `${line.type} ${(line.object.metadata as { resourceVersion: string }).resourceVersion}`;

describe("startWatch", () => {
  it("lists, watches from the list's version, and stamps by one monotonic clock", async () => {
    let asked: WatchRequest | undefined;
    const before = performance.now();
    const { header, lines, server } = await collect(
      [list(100, pod(90))],
      (request) => {
        asked = request;
        request.send(event("MODIFIED", 101));
        request.send({ type: "BOOKMARK", object: { kind: "Pod", metadata: { resourceVersion: "150" } } });
        request.send(event("DELETED", 151));
      },
      1,
    );
    expect(lines.map(short)).toEqual(["LIST 90", "MODIFIED 101", "BOOKMARK 150", "DELETED 151"]);
    expect(asked!.from).toBe("100");
    expect(asked!.query.get("allowWatchBookmarks")).toBe("true");
    expect(asked!.query.get("labelSelector")).toBe("app=web");
    expect(header).toMatchObject({ clock: "monotonic", watches: [{ name: "pods", path: PATH }] });
    expect(header.start).toBeGreaterThanOrEqual(before);
    const stamps = lines.map((line) => line.t);
    expect(stamps).toEqual(stamps.toSorted((a, b) => a - b));
    expect(lines[0]).toMatchObject({ watch: "pods", object: { kind: "Pod", apiVersion: "v1" } });
    expect(JSON.stringify(lines)).not.toContain("managedFields");
    await expect.poll(() => server.openWatches()).toBe(0);
  });

  it("goes on after a dropped connection from the last version: nothing lost, nothing twice, a gap marked", async () => {
    const from: string[] = [];
    const { lines } = await collect(
      [list(100, pod(90))],
      (request, nth) => {
        from.push(request.from);
        if (nth === 0) {
          request.send(event("MODIFIED", 101));
          request.send(event("MODIFIED", 102));
          request.breakOff('{"type":"MODIFIED","object":{"kind":"Po');
        } else {
          // A server that says too much again.
          request.send(event("MODIFIED", 102));
          request.send(event("MODIFIED", 103));
          request.send(event("MODIFIED", 103));
          request.send(event("DELETED", 104));
        }
      },
      2,
    );
    expect(from).toEqual(["100", "102"]);
    expect(lines.map(short)).toEqual([
      "LIST 90",
      "MODIFIED 101",
      "MODIFIED 102",
      "GAP",
      "MODIFIED 103",
      "DELETED 104",
    ]);
    const gap = lines[3] as GapLine;
    expect(gap.from).toBe(lines[2]!.t);
    expect(gap.to).toBeGreaterThan(lines[4]!.t);
  });

  it.each(["inside the stream (G07)", "as HTTP status"])("lists again when told 410 %s", async (where) => {
    const { lines, bytes, server, running } = await collect(
      [
        list(99),
        list(
          250,
          pod(250, "u-1", { status: { containerStatuses: [{ name: "app", restartCount: 2 }] } }),
          pod(91, "u-2"),
        ),
      ],
      (request, nth) => {
        if (nth === 0) {
          request.send(
            event("ADDED", 100, "u-1", { status: { containerStatuses: [{ name: "app", restartCount: 0 }] } }),
          );
          request.send(event("ADDED", 91, "u-2"));
          request.send(event("ADDED", 92, "u-3"));
          if (where.startsWith("inside")) request.send({ type: "ERROR", object: expired });
          request.end();
        } else if (nth === 1 && !where.startsWith("inside")) request.refuse(410, expired);
        else request.send(event("MODIFIED", 251));
      },
      where.startsWith("inside") ? 2 : 3,
    );
    expect(server.asked.lists).toBe(2);
    expect(running.fatal).toBeUndefined();
    expect(lines.map(short)).toEqual([
      ...["ADDED 100", "ADDED 91", "ADDED 92", "GAP", "DELETED 92", "LIST 250", "MODIFIED 251"],
    ]);
    const [, , last, gap, gone, found] = lines as [
      ObjectLine,
      ObjectLine,
      ObjectLine,
      GapLine,
      ObjectLine,
      ObjectLine,
    ];
    expect([gap.from, gap.to]).toEqual([last.t, found.t]);
    expect([gone.synthetic, found.synthetic]).toEqual([true, true]);
    expect(lines.some((line) => line.type !== "GAP" && line.object.kind === "Status")).toBe(false);

    const act = step("act", new Date(Date.now() - 60_000).toISOString());
    const watched = step("watch", act.startedAt, { stdout: { sha256: "a", bytes: bytes.length } });
    const restarted = { name: "restarted", object: "^Pod/web-u-1$", change: "restarts 0→2" };
    const spec = { id: "line", t0: "act", from: ["watch"], events: [restarted] };
    const timeline = timelineFrom(spec, [act, watched], () => bytes);
    expect(pointOffset(timeline, "restarted")).toMatchObject({ missing: "INCONCLUSIVE" });
    expect(timeline.gaps).toHaveLength(1);
  });

  it("marks a gap that lasts until stop", async () => {
    const { lines } = await collect(
      [list(100, pod(90))],
      (request) => request.refuse(503, { kind: "Status", code: 503 }),
      2,
    );
    expect(lines.map((line) => line.type)).toEqual(["LIST", "GAP"]);
    expect((lines[1] as GapLine).to).toBeGreaterThan((lines[1] as GapLine).from + 100);
    expect((lines[1] as GapLine).reason).toContain("503");
  });

  it("rejects ready when a resource cannot be listed, with a command to paste", async () => {
    const forbidden = { kind: "Status", code: 403, message: "pods is forbidden" };
    const server = await fakeApiServer([forbidden], () => undefined);
    servers.push(server);
    const running = startWatch({ api: server.api, clock: systemClock }, [{ name: "pods", path: PATH }]);
    await expect(running.ready).rejects.toThrow(
      `kubectl get --raw '${PATH}': expected 200, got 403: pods is forbidden`,
    );
    expect(running.fatal).toContain("pods is forbidden");
    expect(parse(await running.stop())).toHaveLength(1);
  });

  it("becomes fatal when the server refuses to go on, or the output is full", async () => {
    const refused = await collect(
      [list(100)],
      (request) => request.refuse(403, { kind: "Status", code: 403 }),
      1,
    );
    expect(refused.running.fatal).toContain("403");

    const server = await fakeApiServer([list(100, pod(90))], (request) =>
      request.send(event("MODIFIED", 101)),
    );
    servers.push(server);
    const full = startWatch({ api: server.api, clock: systemClock }, [{ name: "pods", path: PATH }], {
      maxBytes: 400,
    });
    await full.ready;
    await systemClock.sleep(150);
    expect(full.fatal).toContain("bound");
    expect((await full.stop()).length).toBeLessThanOrEqual(400);
  });

  it("loses and doubles nothing over many drops", async () => {
    const last = 100 + 200;
    const { lines } = await collect(
      [list(100)],
      (request) => {
        // Repeats one event, then sends a few and breaks off within a line.
        const next = Math.max(Number(request.from), 101);
        for (let version = next; version < next + 50 && version <= last; version++)
          request.send(event(version === 101 ? "ADDED" : "MODIFIED", version));
        if (next + 50 <= last) request.breakOff('{"type":');
      },
      5,
    );
    const versions = lines
      .filter((line) => line.type !== "GAP")
      .map((line) => Number(short(line).split(" ")[1]));
    expect(versions).toEqual(Array.from({ length: 200 }, (_, index) => 101 + index));
  });
});
