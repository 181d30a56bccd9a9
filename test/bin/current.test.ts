import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
// @ts-expect-error no types: it runs before anything that knows of them
import { isCurrent, sha256 } from "../../bin/current.mjs";

type Files = Record<string, { sha256: string; seen?: number[] }>;

const root = mkdtempSync(join(tmpdir(), "labbook-current-"));
afterAll(() => rmSync(root, { recursive: true }));
const file = join(root, "file");

/** What is noted of the file as it is now. */
const noted = (): Files => ({ file: { sha256: sha256(readFileSync(file)) } });

/** Asks, and tells what was learned: undefined when nothing had to be read. */
function ask(files: Files): { same: boolean; learned?: Files } {
  let learned: Files | undefined;
  const same = isCurrent(files, root, (more: Files) => {
    learned = more;
  });
  return { same, ...(learned && { learned }) };
}

test("a file is read once it has rested, and then no more; another content shows whatever its times say", async () => {
  writeFileSync(file, "one");
  utimesSync(file, 1700000000, 1700000000);
  // written just now: it might be written again within the same tick of the file system's clock
  expect(ask(noted())).toEqual({ same: true });
  await sleep(2700);
  const first = ask(noted());
  expect(first.same).toBe(true);
  expect(first.learned!.file!.seen).toHaveLength(4);
  expect(ask(first.learned!)).toEqual({ same: true });

  // as long as before, and with the time of writing set back
  writeFileSync(file, "two");
  utimesSync(file, 1700000000, 1700000000);
  expect(statSync(file).mtimeMs).toBe(first.learned!.file!.seen![2]);
  expect(ask(first.learned!)).toEqual({ same: false });

  // what it was again, by content: nothing needs to be made anew
  writeFileSync(file, "one");
  expect(ask(first.learned!).same).toBe(true);
}, 30_000);

test("a link is the file that it leads to, and a file that is gone is an error", () => {
  const target = join(root, "target");
  rmSync(file);
  writeFileSync(target, "one");
  symlinkSync(target, file);
  const files = noted();
  expect(ask(files).same).toBe(true);
  writeFileSync(target, "two");
  expect(ask(files).same).toBe(false);
  rmSync(target);
  expect(() => ask(files)).toThrow(/ENOENT/);
});
