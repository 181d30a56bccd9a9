/** Where paths lead in a container's root, as the node's script finds it: here the root is this machine's. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PLACES } from "../../data-loaders/collect/node-places.js";
import { mountPoint, mountPoints } from "../../src/model/chain/places.js";
import { Batch } from "../../src/model/chain/readings.js";
import { openScene } from "../../src/model/chain/scene.js";
import { BOUNDARY, step } from "../model/chain/compose.js";

const root = realpathSync(mkdtempSync(join(tmpdir(), "labbook-places-")));
const sleeper = spawn("sleep", ["300"]);
const pid = sleeper.pid!;
/** Not join(), which would resolve `..` by the text. */
const at = (path: string) => `${root}/${path}`;

beforeAll(() => {
  mkdirSync(at("run/lock/app"), { recursive: true });
  mkdirSync(at("var"));
  mkdirSync(at("out"));
  symlinkSync("../run/lock", at("var/lock"));
  symlinkSync(at("run"), at("var/run"));
  symlinkSync("loop", at("loop"));
  symlinkSync("run", at("it's a \\link"));
  mkdirSync(at("run/nächste stelle"));
});
afterAll(() => {
  sleeper.kill();
  rmSync(root, { recursive: true });
});

/** Runs the function for the sleeping process, and gives where each path leads. */
function resolve(paths: string[], { nets = "", awk = "awk" } = {}) {
  const work = at("out");
  writeFileSync(join(work, "places"), paths.map((path) => `${path}\n`).join(""));
  writeFileSync(join(work, "nets"), nets);
  writeFileSync(join(work, "pids"), `${pid} ff00\n`);
  const script = `B=${BOUNDARY} D=${work}\nprintf 'labbook-sections 1 %s\\n' "$B"\n${PLACES.replace("awk -v", `${awk} -v`)}places\nprintf '%s\\n' "--$B--"`;
  const { stdout, stderr, status } = spawnSync("sh", ["-c", script], {
    env: { ...process.env, LC_ALL: "C" },
  });
  expect([status, stderr.toString()]).toEqual([0, ""]);
  const argv = ["sh", "-c", "…", "labbook-collect", BOUNDARY];
  const output = step("x.node", "node/n", argv, stdout);
  const scene = openScene({ namespace: "d", name: "n", node: "n" }, [output]);
  const batch = Batch.open(output, "the node");
  const info = scene.node.text(`proc/${pid}/places`);
  return {
    names: batch.names(),
    lines: stdout
      .toString()
      .split("\n")
      .filter((line) => line.includes("\t")),
    leads: (path: string) => {
      if ("code" in info) return info.reason;
      const found = mountPoint(scene, pid, info, path);
      return "none" in found ? found.none : found;
    },
  };
}

describe.each(["awk", ...(spawnSync("busybox", ["awk", "BEGIN{}"]).status === 0 ? ["busybox awk"] : [])])(
  "places by %s",
  (awk) => {
    it("follows links step by step, relative and absolute, through one another", () => {
      const paths = ["var/lock/app", "var/run//lock/app/", "var/run/../var/lock", "run/nächste stelle"].map(
        at,
      );
      const { leads } = resolve(paths, { awk });
      expect(paths.map(leads)).toEqual([
        at("run/lock/app"),
        at("run/lock/app"),
        at("run/lock"),
        at("run/nächste stelle"),
      ]);
    });

    it("tells what is not there from what could not be read", () => {
      const paths = ["run/nothing/below", "loop/app", "it's a \\link/lock"].map(at);
      const { leads } = resolve(paths, { awk });
      expect(leads(paths[0]!)).toBe(paths[0]);
      expect(leads(paths[1]!)).toMatchObject({ code: "not-comparable" });
      expect(leads(paths[2]!)).toBe(at("run/lock"));
      expect(leads(at("never/asked"))).toMatchObject({
        code: "not-comparable",
        reason: `cannot be compared: where ${at("never/asked")} leads in the container's root cannot be told: ${at("never")} was not read`,
      });
    });

    it("takes no step for a mount point that the table has as it is written, nor for a sandbox", () => {
      expect(resolve(["/proc/", "//proc"], { awk }).lines).toEqual([]);
      expect(resolve([at("var/lock")], { awk, nets: `${pid}\n` }).names).toEqual([]);
    });
  },
);

it("reads mount points with the characters that mountinfo escapes", () => {
  const line = (point: string) => `36 35 98:0 /a ${point} rw,noatime master:1 - ext3 /dev/root rw\n`;
  const section = `--${BOUNDARY} m\n${line("/with\\040blank")}${line("/b\\134s")}${line("/ä")}\n--${BOUNDARY}. 0\n`;
  const whole = new TextEncoder().encode(`labbook-sections 1 ${BOUNDARY}\n${section}--${BOUNDARY}--\n`);
  const info = Batch.open(step("x", "n", ["labbook-collect", BOUNDARY], whole), "m").text("m");
  if ("code" in info) throw new Error(info.reason);
  const points = mountPoints(info);
  expect(points.map(({ path }) => path)).toEqual(["/with blank", "/b\\s", "/ä"]);
  expect(points[0]!.line).toEqual({ root: "/a", device: "98:0", type: "ext3", source: "/dev/root" });
  const [from, to] = points[1]!.point.source.span!;
  expect(new TextDecoder().decode(whole.subarray(from, to))).toBe("/b\\134s");
});
