import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { fromCaller, setting } from "../data-loaders/caller.js";

afterEach(() => vi.unstubAllEnvs());

test("what the caller names lies where the caller is, and the project's own where the project is", () => {
  vi.stubEnv("LABBOOK_CALLER", "/home/me/work");
  expect(fromCaller("kind.yaml")).toBe("/home/me/work/kind.yaml");
  expect(fromCaller("/etc/kind.yaml")).toBe("/etc/kind.yaml");
  expect(setting("evidence", "src/evidence")).toBe("/home/me/work/evidence");
  expect(setting(undefined, "src/evidence")).toBe("src/evidence");
  // set to nothing is not set
  expect(setting("", "src/evidence")).toBe("src/evidence");
});

test("`..` of a caller who came through a link is the folder above the real one, as for other programs", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "labbook-test-")));
  try {
    mkdirSync(join(folder, "real/below"), { recursive: true });
    symlinkSync("real/below", join(folder, "link"));
    vi.stubEnv("LABBOOK_CALLER", join(folder, "link"));
    expect(fromCaller("../run.tar")).toBe(join(folder, "real/run.tar"));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
