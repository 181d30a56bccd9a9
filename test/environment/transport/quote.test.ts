import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { pasteReady, quote } from "../../../data-loaders/environment/transport/quote.js";

const hostile = [
  "",
  " ",
  "a b",
  "'",
  "''x'",
  '"',
  "$HOME",
  "`id`",
  "$(id)",
  "\\",
  "a\nb",
  "*",
  "~",
  "!!",
  ";",
  "&",
  "ü",
  "-n",
  "#x",
  "A=b",
];

test("a shell reads every quoted argument back unchanged", () => {
  const out = execFileSync("sh", ["-c", `printf '%s\\0' ${pasteReady(hostile)}`], { encoding: "utf8" });
  expect(out.split("\0").slice(0, -1)).toEqual(hostile);
});

test("plain words stay readable and an assignment as first word is quoted", () => {
  expect(pasteReady(["docker", "exec", "labbook-worker", "cat", "/proc/1/cgroup"])).toBe(
    "docker exec labbook-worker cat /proc/1/cgroup",
  );
  expect(pasteReady(["A=b", "--c=d"])).toBe("'A=b' --c=d");
});

test("a NUL byte cannot be an argument", () => {
  expect(() => quote("a\0b")).toThrow(/NUL/);
});
