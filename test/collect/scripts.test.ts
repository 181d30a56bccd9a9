import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forensicScript } from "../../data-loaders/collect/forensic.js";
import { AWK_JSON } from "../../data-loaders/collect/node-json.js";
import { NODE_SCRIPT } from "../../data-loaders/collect/node-script.js";
import { cgroupForms, VM_SCRIPT } from "../../data-loaders/collect/vm-script.js";
import { isBroken } from "../../src/model/chain/facts.js";
import { pidLadder, startTicks, task } from "../../src/model/chain/process.js";
import { Batch } from "../../src/model/chain/readings.js";
import { text } from "../../src/model/chain/scene.js";
import { BOUNDARY, step } from "../model/chain/compose.js";
import { LAYOUTS, laidOut, laidOutBytes } from "../support/layouts.js";

const FIXTURES = join(import.meta.dirname, "../fixtures/c26-normal");
const UID = "86219e0c-db54-4f40-8f76-99a7d5e858a7";
const APP = "cdb56b887f7ebcd7aee85db3af0df5b835577e10fb0f3f167305527d6bebf1af";

describe.each([
  ["node script", NODE_SCRIPT],
  ["VM script", VM_SCRIPT],
  ["forensic script", forensicScript({ namespace: "default", name: "probe" })],
])("%s", (_, script) => {
  it("is sh that parses", () => {
    const { status, stderr } = spawnSync("sh", ["-n"], { input: script, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  });
});

describe("the node script with a recorded crictl and ctr", { timeout: 60_000 }, () => {
  const root = mkdtempSync(join(tmpdir(), "labbook-test-"));
  const [bin, temporary] = [join(root, "bin"), join(root, "tmp")];
  const sleeper = spawn("sleep", ["300"]);
  const pid = sleeper.pid!;
  const tasks = `sed 's/ 971 / ${pid} /' ${FIXTURES}/22-ctr-tasks.stdout`;

  beforeAll(() => {
    mkdirSync(bin);
    mkdirSync(temporary);
    stub("crictl", CRICTL);
    // The recorded task list, in which the app's process is a process of this machine.
    stub("ctr", tasks);
  });
  afterAll(() => {
    sleeper.kill();
    rmSync(root, { recursive: true });
  });

  const stub = (name: string, body: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  const run = (args: string[]) => {
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, TMPDIR: temporary };
    const argv = ["sh", "-c", NODE_SCRIPT, "labbook-collect", BOUNDARY, ...args];
    const { stdout, status } = spawnSync("sh", argv.slice(1), { env, maxBuffer: 1 << 24 });
    expect(status).toBe(0);
    return Batch.open(step("x.node", "node/n", argv, stdout), "the node");
  };

  it("prints complete sections, with lists and start times first and last", () => {
    const node = run([`uid=${UID}`, `identity=${UID},app,8080,http://127.0.0.1:9/identity`]);
    expect(node.fault).toBeUndefined();
    const names = node.names();
    for (const name of [
      "pods/first",
      "ps/first",
      "tasks",
      "inspectp",
      "inspect",
      "images",
      "boot-id",
      "pods/last",
      "ps/last",
    ]) {
      expect(isBroken(node.section(name)), name).toBe(false);
    }
    expect(names.indexOf("ps/first")).toBeLessThan(names.indexOf(`proc/${pid}/stat/first`));
    expect(names.indexOf("ps/last")).toBeLessThan(names.indexOf(`proc/${pid}/stat/last`));
    const ticks = startTicks(node, `proc/${pid}/stat/first`);
    expect(ticks).toMatchObject({ value: expect.stringMatching(/^\d+$/) });
    expect(startTicks(node, `proc/${pid}/stat/last`)).toMatchObject({
      value: (ticks as { value: string }).value,
    });
    expect(pidLadder(node.text(`proc/${pid}/status`), "status")).toMatchObject([{ value: pid }]);
    const ns = node.text(`proc/${pid}/ns`);
    expect(isBroken(ns) ? ns : ns.match(/^net (net:\[\d+\])$/m)?.value).toBe(
      execFileSync("readlink", [`/proc/${pid}/ns/net`], { encoding: "utf8" }).trim(),
    );
  });

  it("asks the containers of the wanted Pod only, and takes no other Pod's processes", () => {
    const node = run([`uid=${UID}`]);
    const inspect = node.json("inspect");
    if (isBroken(inspect)) throw new Error(inspect.reason);
    expect(
      inspect.root.items?.map((item) => (item.value as { status: { id: string } }).status.id).sort(),
    ).toEqual(["b71870f3531a23b36511de3e4144b86a684e46b0553b3760f8345f36eb1eef9e", APP]);
    // 329 and 325 are other Pods' sandboxes in the recorded task list.
    expect(node.names().filter((name) => /^proc\/(329|325)\//.test(name))).toEqual([]);
  });

  it("keeps the exit code and the words of what failed, and leaves nothing behind", () => {
    const node = run([`uid=${UID}`, `identity=${UID},app,8080,http://127.0.0.1:9/identity`]);
    const failed = node.section(`identity/${UID}/app/8080`);
    expect(failed).toMatchObject({
      code: "step-failed",
      reason: expect.stringContaining("expected exit 0, got"),
    });
    expect(readdirSync(temporary)).toEqual([]);
  });

  it("asks for the runtime's version only when a PID or the mounts of something are not told", () => {
    expect(run([`uid=${UID}`]).names()).not.toContain("crictl-version");
    for (const lost of ['"pid": 971,', '"pid": 946,', '^    "mounts": \\[']) {
      stub(
        "crictl",
        CRICTL.replaceAll(/cat (\S+inspectp?\.stdout)/g, `sed '/${lost}/s/"[a-z]*":/"other":/' $1`),
      );
      const version = run([`uid=${UID}`]).text("crictl-version");
      expect(isBroken(version) ? version.reason : version.match(/^RuntimeName: +(\S+)/m)?.value, lost).toBe(
        "containerd",
      );
    }
    stub("crictl", CRICTL);
  });

  it("takes no process of the machine when there is neither a task list nor an id to look for", () => {
    stub("ctr", "exit 1");
    stub("crictl", CRICTL.replaceAll(/cat (0[34]\S+)/g, `sed 's/"[0-9a-f]\\{64\\}"/"none"/' $1`));
    const none = run([`uid=${UID}`]);
    stub("ctr", tasks);
    stub("crictl", CRICTL);
    expect(none.fault).toBeUndefined();
    expect(none.names().filter((name) => name.startsWith("proc/"))).toEqual([]);
    expect(none.section("tasks")).toMatchObject({ code: "step-failed" });
  });

  // awk as the machine has it, and the others that are installed
  const awks = ["mawk", "gawk", "original-awk", "busybox awk"].filter(
    (awk) => spawnSync(awk.split(" ")[0]!, [...awk.split(" ").slice(1), "BEGIN { }"]).status === 0,
  );

  it.each(awks)(
    "G16: finds the same in JSON of every layout and a task list with more columns (%s)",
    (awk) => {
      // the recorded task list's other PIDs may be processes of this machine that come and go
      const ours = (node: Batch) =>
        node.names().filter((name) => !name.startsWith("proc/") || name.startsWith(`proc/${pid}/`));
      const told = (node: Batch) => {
        const ids = (section: string) => {
          const json = node.json(section);
          return isBroken(json) ? json.reason : json.root.items?.map((item) => text(item, "status", "id"));
        };
        return { names: ours(node), inspect: ids("inspect") };
      };
      stub("awk", `exec ${awk} "$@"`);
      const expected = run([`uid=${UID}`]);
      const files = join(root, "files");
      for (const layout of LAYOUTS) {
        mkdirSync(join(files, layout), { recursive: true });
        for (const name of readdirSync(FIXTURES).filter((file) => /crictl.*\.stdout$/.test(file))) {
          writeFileSync(
            join(files, layout, name),
            laidOutBytes(new Uint8Array(readFileSync(join(FIXTURES, name))), layout),
          );
        }
        stub(
          "crictl",
          CRICTL.replace(FIXTURES, `'${join(files, layout)}'`).replace(
            "../versions",
            `${FIXTURES}/../versions`,
          ),
        );
        const node = run([`uid=${UID}`]);
        expect(told(node), layout).toEqual(told(expected));
      }
      stub("crictl", CRICTL);
      stub("ctr", `${tasks} | sed '1s/^TASK */&NOTE    /; 2,$s/^[^ ]* */&a word  /'`);
      const more = run([`uid=${UID}`]);
      stub("ctr", tasks);
      rmSync(join(bin, "awk"));
      expect(ours(more)).toEqual(ours(expected));
      const row = task(more, APP);
      if (!row || isBroken(row)) throw new Error("no row");
      expect([row.pid.value, row.status.value]).toEqual([pid, "RUNNING"]);
    },
  );

  it("reads where host-local keeps its state in a network configuration of every layout", () => {
    const conflist = `{"name":"n","plugins":[{"type":"x","dataDir":"/other"},{"type":"bridge","ipam":{"ranges":[[{"subnet":"10.0.0.0/8"}]],"type":"host-local","dataDir":"/run/cni \\"a\\""}}]}`;
    const functions = /^files\(\) \{[\s\S]*?^\}$/m.exec(NODE_SCRIPT)![0];
    for (const layout of LAYOUTS) {
      const file = join(root, "10-net.conflist");
      writeFileSync(file, laidOut(conflist, layout)!);
      const script = `JSON='${AWK_JSON}'; B=b D=${root}\n${functions}\nfiles cni ${file}; cat ${root}/ipam; rm ${root}/ipam`;
      const { stdout } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
      expect(stdout, layout).toBe(`--b cni/${file}\n${laidOut(conflist, layout)}\n--b. 0\n/run/cni "a"\n`);
    }
  });

  it("is complete for a Pod that the node does not know", () => {
    const node = run(["uid=00000000-0000-0000-0000-000000000000"]);
    expect(node.fault).toBeUndefined();
    expect(node.names().filter((name) => name.startsWith("proc/"))).toEqual([]);
  });
});

describe("the VM script", () => {
  it("reads the processes whose cgroup names one of the patterns", () => {
    const own = execFileSync("sh", ["-c", "cat /proc/self/cgroup"], { encoding: "utf8" });
    const pattern = own.split("\n")[0]!.split(":").at(-1)!;
    const argv = ["sh", "-c", VM_SCRIPT, "labbook-collect", BOUNDARY, "no-such-pod", pattern];
    const { stdout } = spawnSync("sh", argv.slice(1), { maxBuffer: 1 << 26 });
    const vm = Batch.open(step("x.vm", "vm", argv, stdout), "the VM");
    expect(vm.fault).toBeUndefined();
    expect(vm.names()).toContain(`proc/${process.pid}/status`);
    expect(pidLadder(vm.text(`proc/${process.pid}/status`), "status")).toMatchObject([
      { value: process.pid },
    ]);
    expect(cgroupForms("1a-2b")).toEqual(["1a-2b", "1a_2b"]);
  });
});

describe("the forensic script", () => {
  it("takes names only", () => {
    expect(forensicScript({ namespace: "lab-c26", name: "probe-0" })).toContain("POD=${2:-probe-0}");
    expect(() => forensicScript({ namespace: "x; rm -rf /", name: "p" })).toThrow(RangeError);
  });
});

const CRICTL = `cd ${FIXTURES}
verb=$1; shift
case $verb in
  pods) cat 03-crictl-pods.stdout ;;
  ps) cat 04-crictl-ps.stdout ;;
  images) cat 29-crictl-images.stdout ;;
  version) cat ../versions/05-crictl-version.stdout ;;
  inspectp) for id; do cat 05-crictl-inspectp.stdout; done ;;
  inspect) for id; do case $id in b718*) cat 06-crictl-inspect.stdout ;; cdb5*) cat 13-crictl-inspect.stdout ;; *) exit 1 ;; esac; done ;;
esac`;
