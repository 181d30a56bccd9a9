import { cpSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verify } from "../../data-loaders/commands/verify.js";
import { landRun } from "../../data-loaders/evidence/store.js";
import { sha256Hex } from "../../src/model/hash.js";
import { recordedRun, temporaryFolder, withOutput } from "../support/evidence.js";

/** Invented output: two lines as Windows and one as Linux ends them. */
const withCr = new TextEncoder().encode("one\r\ntwo\r\nthree\n");

describe("G14: git clone -c core.autocrlf=true", () => {
  const folder = temporaryFolder();
  const origin = join(folder.path, "origin");
  // neither the user's settings of git nor those of a hook that runs the tests
  const env = { PATH: process.env.PATH, HOME: folder.path, GIT_CONFIG_NOSYSTEM: "1" };
  const git = (cwd: string, ...args: string[]) =>
    execa("git", ["-c", "user.name=Test", "-c", "user.email=test@example.org", ...args], {
      ...{ cwd, env, extendEnv: false },
    });
  const clone = async (name: string) => {
    await git(
      folder.path,
      "clone",
      "--quiet",
      "-c",
      "core.autocrlf=true",
      "-c",
      "core.eol=crlf",
      origin,
      name,
    );
    return join(folder.path, name);
  };
  const verified = async (project: string) => {
    const out: string[] = [];
    const code = await verify(join(project, "src/evidence/c00"), {}, { print: (text) => out.push(text) });
    return { code, text: out.join("\n") };
  };

  beforeAll(async () => {
    mkdirSync(join(origin, "src/evidence"), { recursive: true });
    const { run, raw } = withOutput(recordedRun(), withCr);
    await landRun(join(origin, "src/evidence"), run, raw);
    writeFileSync(join(origin, "plain.txt"), "a\nb\n");
    cpSync(".gitattributes", join(origin, ".gitattributes"));
    await git(folder.path, "init", "--quiet", origin);
    await git(origin, "add", "--all");
    await git(origin, "commit", "--quiet", "--message", "Evidence");
  });
  afterAll(() => folder.remove());

  test("evidence comes out byte for byte, a real CR LF included, and verifies", async () => {
    const project = await clone("kept");
    const raw = join(project, "src/evidence/c00/raw");
    expect(new Uint8Array(readFileSync(join(raw, sha256Hex(withCr))))).toEqual(withCr);
    const result = await verified(project);
    expect(result.text).not.toContain("FAILED");
    expect(result.code).toBe(0);
  });

  test("modification times play no part", async () => {
    const project = await clone("touched");
    const files = readdirSync(join(project, "src"), { recursive: true, withFileTypes: true });
    for (const file of files)
      utimesSync(join(file.parentPath, file.name), new Date(0), new Date(2_000_000_000_000));
    expect((await verified(project)).code).toBe(0);
  });

  test("where line endings were converted all the same, verify fails and says so, of each kind of file", async () => {
    await git(origin, "rm", "--quiet", ".gitattributes");
    await git(origin, "commit", "--quiet", "--message", "Without attributes");
    const project = await clone("converted");
    expect(readFileSync(join(project, "plain.txt"), "utf8")).toBe("a\r\nb\r\n");
    const result = await verified(project);
    expect(result.code).toBe(7);
    for (const check of ["document", "history"])
      expect(result.text).toMatch(new RegExp(`FAILED\\s+${check} .*line endings.* converted`));
    expect(result.text).toMatch(
      /FAILED\s+digests .*raw\/[0-9a-f]{12}.* of [\w-]+\.\w+ had its line endings converted from LF to CRLF/,
    );
  });
});
