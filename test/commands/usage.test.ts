import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveSite } from "../../data-loaders/site/serve.js";
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
  [["frobnicate"], /^lab: unknown command 'frobnicate'\n {2}try: \.\/lab help$/],
  [["list", "--frob"], /^lab: unknown option '--frob'\n {2}try: \.\/lab help$/],
])(
  "wrong usage ends with 2 and says what to do: lab %j",
  async (args, said) => {
    const result = await project.lab(args);
    expect(result.stderr).toMatch(said);
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
  },
  60_000,
);

test.each([["diff"], ["export"], ["verify"]])(
  "lab %s of a chapter that never ran ends with 3",
  async (name) => {
    const result = await project.lab([name, "c26"]);
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
