import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeEnvironment } from "../../data-loaders/commands/doctor.js";
import { noProvenCluster } from "../../data-loaders/environment/needs.js";
import { serveSite } from "../../data-loaders/site/serve.js";
import type { Environment } from "../../src/model/run.js";
import { copyProject } from "../support/project.js";

let project: ReturnType<typeof copyProject>;
beforeAll(() => {
  project = copyProject();
  mkdirSync(join(project.root, "empty"));
});
afterAll(() => project.remove());

const CHAPTERS = /^lab: there is no chapter c99; the chapters with a lab are c00, /;
test.each([
  [["plan"], /^lab: which chapter\? Name one or more\n {2}try: \.\/lab list/],
  [["publish"], /^lab: which chapter\? Name one or more, or use --all\n/],
  [["plan", "c99"], CHAPTERS],
  [["diff", "c99"], CHAPTERS],
  [["export", "c99"], CHAPTERS],
  [["verify", "c99"], /^lab: there is no chapter c99, and no file or folder \/.*\/c99\n/],
  [["verify", "gone.labbook.tar"], /no file or folder \/.*\/gone\.labbook\.tar\n/],
  [["verify", "empty"], /\/empty is neither a bundle nor a folder with a chapter's evidence\n/],
  [["run", "c00", "--jobs", "many"], /'--jobs <n>' argument 'many' is invalid\. Expected a whole number/],
  [["run", "c00", "--timeout", "0"], /'--timeout <seconds>' argument '0' is invalid/],
  [["frobnicate"], /^lab: unknown command 'frobnicate'\n\nUsage: lab \[options\] \[command\]\n/],
  [["list", "--frob"], /^lab: unknown option '--frob'\n\nUsage: lab list \[options\]\n/],
  [
    ["answer"],
    /^lab: missing required argument 'subject'\n\nUsage: lab answer \[options\] <subject\.\.\.>\n/,
  ],
])(
  "wrong usage ends with 2 and says what to do: lab %j",
  async (args, said) => {
    const result = await project.lab(args);
    expect(result.stderr).toMatch(said);
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
  },
  60_000,
);

test("the command tells its version, and names that option in its help", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(await project.lab(["--version"])).toMatchObject({ exitCode: 0, stdout: version, stderr: "" });
  expect((await project.lab(["help"])).stdout).toMatch(/--version +print labbook's version/);
}, 60_000);

test.each([["diff"], ["export"], ["verify"]])(
  "lab %s of a chapter that never ran ends with 3",
  async (name) => {
    // the project's published answers stay out: they would be reported, each without its run
    const result = await project.lab([name, "c26"], { LABBOOK_ANSWERS: "empty" });
    expect(result.stderr).toContain("try: ./lab run c26");
    expect(result.exitCode).toBe(3);
  },
  60_000,
);

test("serve names what it lacks: a built site, a free port", async () => {
  const unbuilt = await project.lab(["serve"]);
  expect(unbuilt).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("try: npm run build") });

  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => other.once("listening", done));
  const { port } = other.address() as AddressInfo;
  const dist = join(project.root, "empty");
  writeFileSync(join(dist, "index.html"), "<p>");
  await expect(serveSite({ dist, port })).rejects.toMatchObject({
    code: "PORT_TAKEN",
    exitCode: 2,
    message: `port ${port} is taken`,
  });
  await expect(serveSite({ dist, port: 65536 })).rejects.toMatchObject({ code: "BAD_PORT", exitCode: 2 });
  other.close();
}, 60_000);

test("a plan ends with how the run cleans up", async () => {
  const { stdout } = await project.lab(["plan", "c00", "c26"]);
  const [alone, cluster] = stdout.split("\ncleanup\n").slice(1);
  expect(alone).toMatch(/^ {2}every undo above, last things first\n {2}look again/);
  expect(cluster).toContain("then the Namespace labbook-c26 is deleted and proven gone\n");
}, 60_000);

test("doctor counts what is missing apart from what it could not ask", () => {
  const one = (name: string, present: boolean, found: string) => ({ name, present, found, probe: "true" });
  const text = describeEnvironment({
    kind: "kind",
    transport: "local",
    vm: { os: "Linux", kernel: "6", arch: "x86_64", cpus: 2, cgroup: "v2", bootId: "b" },
    capabilities: [
      one("node", true, "v20"),
      one("kind", false, "no such program"),
      one("crictl", false, `${noProvenCluster} labbook`),
    ],
  } as unknown as Environment);
  expect(text).toContain("Of 3, 1 missing, 1 not asked.");
});
