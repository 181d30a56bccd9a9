import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { answer } from "../../data-loaders/commands/answer.js";
import { clone } from "../support/answer.js";
import { temporaryFolder } from "../support/evidence.js";

let keys: ReturnType<typeof temporaryFolder>;
let one: Awaited<ReturnType<typeof clone>>;
beforeEach(async () => {
  keys = temporaryFolder();
  one = await clone(keys.path);
});
afterEach(() => {
  one.remove();
  keys.remove();
});

test("all answers of a chapter are checked at once, each with its own faults", async () => {
  const printed: string[] = [];
  const session = { print: (text: string) => printed.push(text), clock: { now: () => new Date(0) } };
  const checkAll = () => answer(["c00"], { check: true }, session as never, one.roots);
  expect(await checkAll()).toBe(0);
  const sound = readFileSync(one.paths.answer, "utf8");
  writeFileSync(join(dirname(one.paths.answer), "2.yaml"), sound.replace("value: vm", "value: other"));
  printed.length = 0;
  expect(await checkAll()).toBe(7);
  expect(printed[0]).toMatch(/1\.yaml {2}no faults$/);
  expect(printed[1]).toMatch(/2\.yaml {2}1 fault\n.*the run observed "vm", the answer says "other"/);
});
