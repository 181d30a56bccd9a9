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
