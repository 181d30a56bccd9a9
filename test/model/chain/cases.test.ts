import { describe, expect, it } from "vitest";
import { canonicalAddress } from "../../../src/model/chain/address.js";
import { cgroupIds, cgroupPath } from "../../../src/model/chain/cgroup.js";
import { chainFrom, unsettled } from "../../../src/model/chain/chain.js";
import { chooseSandbox } from "../../../src/model/chain/cri.js";
import { at, parseJson } from "../../../src/model/chain/json.js";
import { milliunits } from "../../../src/model/chain/quantity.js";
import { Batch } from "../../../src/model/chain/readings.js";
import type { Chain } from "../../../src/model/chain/types.js";
import {
  BOUNDARY,
  compose,
  decode,
  edited,
  frame,
  ok,
  type Recording,
  recorded,
  step,
  withVm,
} from "./compose.js";

const read = (recording: Recording) => chainFrom(compose(recording));
const link = (chain: Chain, id: string) => chain.links.find((one) => one.id === id)!;
const normal = withVm(recorded("c26-normal"));
const bytes = (text: string) => new TextEncoder().encode(text);

function textSection(content: string) {
  const argv = ["sh", "-c", "…", "labbook-collect", BOUNDARY];
  const batch = Batch.open(step("x.node", "vm", argv, frame(new Map([["s", ok(content)]]))), "x");
  const text = batch.text("s");
  if ("code" in text) throw new Error(text.reason);
  return text;
}

/** Invented additions to the recorded node: what the script reads and the recording does not have. */
function withFiles(recording: Recording, files: Record<string, string>): Recording {
  const node = new Map(recording.node);
  for (const [name, content] of Object.entries(files)) node.set(name, ok(content));
  return { ...recording, node };
}

describe("G01: two runtimes, two answers (invented input)", () => {
  it("chooses the sandbox by UID, READY and attempt, not the first row of that name", () => {
    const pods = parseJson(
      bytes(`{"items":[
        {"id":"aa","metadata":{"name":"web","uid":"u-1","attempt":0},"state":"SANDBOX_NOTREADY"},
        {"id":"cc","metadata":{"name":"web","uid":"u-2","attempt":7},"state":"SANDBOX_READY"},
        {"id":"bb","metadata":{"name":"web","uid":"u-1","attempt":1},"state":"SANDBOX_READY"},
        {"id":"dd","metadata":{"name":"web","uid":"u-1","attempt":2},"state":"SANDBOX_NOTREADY"}]}`),
    );
    expect(at(chooseSandbox(pods, "u-1"), "id")?.value).toBe("bb");
    expect(chooseSandbox(pods, "u-3")).toBeUndefined();
  });

  it("names runtime, version and path of a missing field, and keeps what the task list proves", () => {
    const chain = read(edited(normal, "inspect", (text) => text.replace(/"pid": 971,/, "")));
    expect(link(chain, "container.app.criPid").break).toEqual({
      code: "field-missing",
      reason: "containerd 2.1.9+unknown, crictl inspect gives no $['info']['pid']",
    });
    expect(link(chain, "container.app.pid.node")).toMatchObject({ value: 971 });
    expect(link(chain, "container.app.pid.node").sources[0]?.pointer).toBe("section:tasks");
  });
});

describe("G02: a pulled image has both digests, and they are not compared (invented input)", () => {
  it("takes the manifest digest of the repository that the spec names", () => {
    const digest = `sha256:${"0".repeat(63)}2`;
    const chain = read(
      edited(normal, "images", (text) => {
        const images = JSON.parse(text);
        const image = images.images.find((one: { id: string }) => one.id.startsWith("sha256:c7b954a0"));
        image.repoDigests = [
          `example.org/other@sha256:${"1".repeat(64)}`,
          `docker.io/library/node@${digest}`,
        ];
        return JSON.stringify(images);
      }),
    );
    expect(link(chain, "container.app.image.manifestDigest").value).toBe(digest);
    expect(link(chain, "container.app.image.configDigest").value).toMatch(/^sha256:c7b954a0/);
  });
});

describe("G03: cgroup paths are read, never built", () => {
  const systemd =
    "/kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-burstable.slice/kubelet-kubepods-burstable-pod1a2b_3c4d.slice/cri-containerd-ff00.scope";

  it.each([
    [`0::${systemd}\n`, "v2", "systemd"],
    ["0::/kubelet/kubepods/burstable/pod1a2b-3c4d/ff00\n", "v2", "cgroupfs"],
    [
      `12:pids:${systemd}\n4:memory:${systemd}\n1:cpu,cpuacct:${systemd}\n0::/system.slice/other.service\n`,
      "v1",
      "systemd",
    ],
    ["4:memory:/kubepods/pod1a2b-3c4d/ff00\n1:name=systemd:/elsewhere\n", "v1", "cgroupfs"],
  ])("finds Pod UID and container ID in %s", (content, version, driver) => {
    expect(cgroupPath(textSection(content))).toMatchObject({
      version,
      driver,
      podUid: "1a2b-3c4d",
      containerId: "ff00",
    });
  });

  it("finds neither where there is none", () => {
    expect(cgroupIds("/system.slice/containerd.service")).toEqual({});
  });

  it("compares the limits that the path has with those of the spec (version 1)", () => {
    const dir =
      "/sys/fs/cgroup/X/kubelet.slice/kubelet-kubepods-burstable-pod86219e0c_db54_4f40_8f76_99a7d5e858a7.slice/cri-containerd-cdb56b887f7ebcd7aee85db3af0df5b835577e10fb0f3f167305527d6bebf1af.scope";
    const limits = (quota: string) =>
      `${dir}/cpu.cfs_quota_us ${quota}\n${dir}/cpu.cfs_period_us 100000\n${dir}/cpu.shares 102\n${dir}/memory.limit_in_bytes 67108864\n${dir}/pids.max max\n`;
    const chain = read(withFiles(normal, { "proc/971/cgroup-limits": limits("10000") }));
    expect(link(chain, "container.app.cpu.limit")).toMatchObject({
      value: 100,
      unit: "millicores",
      agrees: [{}],
    });
    expect(link(chain, "container.app.memory.limit")).toMatchObject({
      value: 67108864,
      unit: "bytes",
      agrees: [{}],
    });
    expect(link(chain, "container.app.pids.limit").value).toBe("max");
    const other = read(withFiles(normal, { "proc/971/cgroup-limits": limits("20000") }));
    expect(link(other, "container.app.cpu.limit").break).toMatchObject({ code: "mismatch" });
  });

  it("reads version 2's files too", () => {
    const v2 = edited(normal, "proc/971/cgroup", (text) =>
      text
        .split("\n")
        .filter((line) => line.startsWith("0::"))
        .join("\n"),
    );
    const path = /^0::(.*)$/m.exec(decode(v2.node.get("proc/971/cgroup")!.bytes))![1];
    const dir = `/sys/fs/cgroup${path}`;
    const chain = read(
      withFiles(v2, {
        "proc/971/cgroup-limits": `${dir}/cpu.max 10000 100000\n${dir}/cpu.weight 4\n${dir}/memory.max 67108864\n${dir}/pids.max 4096\n`,
      }),
    );
    expect(
      ["cgroup.version", "cpu.quota", "cpu.period", "cpu.limit", "memory.limit", "pids.limit"].map(
        (id) => link(chain, `container.app.${id}`).value,
      ),
    ).toEqual(["v2", 10000, 100000, 100, 67108864, 4096]);
  });
});

describe("G05: a namespace fact is missing or has two values (invented input)", () => {
  it("breaks the rungs that need NSpid, and guesses no PID from another level", () => {
    const chain = read(edited(normal, "proc/971/status", (text) => text.replace(/^NSpid:.*\n/m, "")));
    expect(link(chain, "container.app.pid.container").break?.code).toBe("field-missing");
    expect(link(chain, "container.app.pid.vm").break?.code).toBe("field-missing");
    expect(link(chain, "container.app.pid.node").value).toBe(971);
  });

  it("breaks the time namespace alone when the kernel has none", () => {
    const chain = read(edited(normal, "proc/971/ns", (text) => text.replace(/^time.*\n/gm, "")));
    expect(link(chain, "container.app.ns.time").break).toMatchObject({ code: "field-missing" });
    expect(link(chain, "container.app.ns.uts").value).toBe("4026532836");
  });

  it("keeps user IDs with their level and the map between them", () => {
    const mapped = edited(normal, "proc/971/status", (text) =>
      text.replace(/^Uid:.*$/m, "Uid:\t231072\t231072\t231072\t231072"),
    );
    const chain = read(withFiles(mapped, { "proc/971/uid_map": "         0     231072      65536\n" }));
    expect(["uid.node", "uid.container"].map((id) => link(chain, `container.app.${id}`).value)).toEqual([
      231072, 0,
    ]);
    expect(link(chain, "container.app.uid.map").value).toMatch(/0 +231072 +65536/);
    expect(
      chain.links.filter((one) => one.id.includes(".uid.") && one.container === "app" && one.break),
    ).toEqual([]);
  });
});

describe("G09: an address is not an identity (invented input)", () => {
  const dual = (bytesIn: Uint8Array) => {
    const pod = JSON.parse(decode(bytesIn));
    pod.status.podIPs = [{ ip: "10.244.1.2" }, { ip: "fd00:10:244:1::7" }];
    return bytes(JSON.stringify(pod));
  };
  const api = { first: dual(normal.api.first), last: dual(normal.api.last) };
  const identity = "identity/86219e0c-db54-4f40-8f76-99a7d5e858a7/app/8080";
  const answering = (ip: string) =>
    read({
      ...edited(normal, identity, (text) => text.replace('{"pid":1', `{"podIP":"${ip}","pid":1`)),
      api,
    });

  it("records both families in canonical form, and lets the app name either in any spelling", () => {
    const chain = answering("fd00:10:244:1:0:0:0:7");
    expect(link(chain, "network.podIPs").value).toEqual(["10.244.1.2", "fd00:10:244:1::7"]);
    expect(link(chain, "app.identity.ip")).toMatchObject({ agrees: [{ with: "network.podIPs" }] });
    expect(link(answering("10.244.1.9"), "app.identity.ip").break?.code).toBe("mismatch");
  });

  it("writes one address one way", () => {
    expect(canonicalAddress("FD00:10:244:1:0:0:0:7")).toBe("fd00:10:244:1::7");
    expect(canonicalAddress("::ffff:10.0.0.1")).toBe("10.0.0.1");
    expect(canonicalAddress("no address")).toBeUndefined();
  });
});

describe("hostile and broken output", () => {
  it("never throws, whatever byte is missing", { timeout: 60_000 }, () => {
    const input = compose(normal);
    for (const [index, { record, stdout }] of input.steps.entries()) {
      for (let cut = 0; cut < stdout.length; cut += Math.ceil(stdout.length / 9)) {
        const torn = new Uint8Array(stdout.length - 1);
        torn.set(stdout.subarray(0, cut));
        torn.set(stdout.subarray(cut + 1), cut);
        const steps = input.steps.map((one, at) => (at === index ? { record, stdout: torn } : one));
        for (const { id, value, sources, break: why } of chainFrom({ ...input, steps }).links) {
          expect((value === undefined) === (why !== undefined), id).toBe(true);
          expect(sources.length > 0, id).toBe(value !== undefined);
        }
      }
    }
  });

  it("keeps byte offsets right behind text of several bytes a character", () => {
    const recording = edited(normal, "proc/971/status", (text) =>
      text.replace("Name:\tnode", "Name:\t節点é"),
    );
    const input = compose(recording);
    const source = link(chainFrom(input), "container.app.pid.container").sources[0]!;
    const stdout = input.steps.find(({ record }) => record.id === source.step)!.stdout;
    expect(decode(stdout.subarray(...source.span!))).toBe("1");
    expect(decode(stdout.subarray(source.span![0] - 4, source.span![0]))).toBe("971\t");
  });

  it("refuses an output whose boundary is not the one that was handed out", () => {
    const input = compose(normal);
    const steps = input.steps.map((one) =>
      one.record.id.endsWith(".node") ? { ...one, stdout: frame(normal.node, "ffffffffffffffffffff") } : one,
    );
    expect(link(chainFrom({ ...input, steps }), "sandbox.id").break?.reason).toContain(
      "expected the boundary",
    );
  });

  it("tells when it is worth reading again", () => {
    expect(unsettled(read(normal))).toBeUndefined();
    const changed = edited(normal, "proc/971/stat/last", (text) => text.replace(" 510595 ", " 510999 "));
    expect(unsettled(read(changed))).toContain("510999");
  });
});

describe("quantities", () => {
  it.each([
    ["100m", 100n],
    ["0.5", 500n],
    ["1", 1000n],
    ["64Mi", 67108864000n],
    ["1.5Gi", 1610612736000n],
    ["1e3", 1000000n],
    ["2k", 2000000n],
    ["123456789n", 124n],
  ])("%s", (text, expected) => expect(milliunits(text)).toBe(expected));
  it("knows none in other text", () => expect(milliunits("lots")).toBeUndefined());
});

describe("JSON with positions", () => {
  it("writes normalized paths and byte spans", () => {
    const text = bytes(`{"é": [1, {"it's": "a\\"b"}], "n": -1.5e2}`);
    const node = at(parseJson(text), "é", 1, "it's")!;
    expect(node.pointer).toBe("$['é'][1]['it\\'s']");
    expect(node.value).toBe('a"b');
    expect(decode(text.subarray(...node.span))).toBe('a\\"b');
    expect(at(parseJson(text), "n")?.value).toBe(-150);
  });

  it("counts documents one after another as one list", () => {
    const root = parseJson(bytes(`{"a":1}\n{"a":2}`));
    expect(at(root, 1, "a")).toMatchObject({ value: 2, pointer: "$[1]['a']" });
  });

  it.each(['{"a":', "[1,]", "{'a':1}", "nul", '"\n"', ""])("refuses %j", (text) => {
    expect(() => parseJson(bytes(text))).toThrow(SyntaxError);
  });
});
