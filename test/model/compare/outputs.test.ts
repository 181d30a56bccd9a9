import { expect, test } from "vitest";
import { compareOutputs } from "../../../src/model/compare/outputs.js";
import { createNames } from "../../../src/model/compare/pseudonyms.js";

const uid = (digit: number) => `${digit}2345678-0000-4000-8000-00000000000${digit}`;
const shown = (a: string, b: string, names = createNames()) =>
  compareOutputs(a, b, names).map(
    ({ kind, text }) => `${{ same: " ", removed: "-", added: "+" }[kind]}${text}`,
  );

test("new UIDs and times are no difference; a line that says something else is", () => {
  const a = `${uid(1)} Running 2026-11-30T10:00:00Z\nrestarts 0\n`;
  const b = `${uid(2)} Running 2026-12-01T11:00:00Z\nrestarts 1\n`;
  expect(shown(a, b)).toEqual([" <uid:A> Running <time:A>", "-restarts 0", "+restarts 1"]);
});

test("one UID where there were two is a difference", () => {
  expect(shown(`${uid(1)}\n${uid(2)}\n`, `${uid(3)}\n${uid(3)}\n`)).toEqual([
    " <uid:A>",
    "-<uid:B>",
    "+<uid:A>",
  ]);
});

test("an additional line leaves the names of all others as they are", () => {
  expect(shown(`${uid(1)} x\n`, `${uid(3)} extra\n${uid(2)} x\n`)).toEqual(["+<uid:B> extra", " <uid:A> x"]);
});

test("the same JSON in another layout is the same", () => {
  expect(shown('{"a":1,"b":[2]}', '{\n "a": 1,\n "b": [2]\n}\n').every((line) => line.startsWith(" "))).toBe(
    true,
  );
  expect(shown('{"a":1', '{"a": 1')).toEqual(['-{"a":1', '+{"a": 1']);
});

test("numbers that differ where JavaScript rounds are not the same", () => {
  expect(shown('{"limit":9223372036854775807}', '{"limit":9223372036854775806}')).toEqual([
    '-{"limit":9223372036854775807}',
    '+{"limit":9223372036854775806}',
  ]);
});

test("a PID that observations named is known in the output", () => {
  const names = createNames();
  names.pair("app.pid", 4242, 5151);
  expect(shown("4242 sleep\n", "5151 sleep\n", names)).toEqual([" <pid:1> sleep"]);
  expect(shown("4242 sleep\n", "5152 sleep\n", names)).toEqual(["-<pid:1> sleep", "+5152 sleep"]);
});

test("line numbers count from one in each output", () => {
  expect(compareOutputs("a\nb\n", "b\nc\n", createNames())).toEqual([
    { kind: "removed", text: "a", a: 1 },
    { kind: "same", text: "b", a: 2, b: 1 },
    { kind: "added", text: "c", b: 2 },
  ]);
});

test("what stands between the sections of a script's output and PIDs of procfs are names", () => {
  const output = (mark: string, pid: number) =>
    `labbook-sections 1 ${mark}\n--${mark} proc/x/status\nPPid:\t${pid}\nThreads:\t1\n--${mark}. 0\n`;
  expect(shown(output("ab".repeat(16), 4242), output("cd".repeat(16), 7))).toEqual([
    " labbook-sections 1 <mark:A>",
    " --<mark:A> proc/x/status",
    " PPid:\t<pid:1>",
    " Threads:\t1",
    " --<mark:A>. 0",
  ]);
});
