import { readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { LabError } from "../errors.js";
import { exit } from "../exit-codes.js";

/** Holds a chapter's evidence for one writer. A lock whose process is gone is taken over. */
export async function withLock<T>(file: string, work: () => Promise<T>, patienceMs = 10_000): Promise<T> {
  const end = Date.now() + patienceMs;
  while (!(await take(file))) {
    if (Date.now() > end) {
      throw new LabError(
        "LOCKED",
        `${file} is held by process ${await readFile(file, "utf8").catch(() => "?")}`,
        {
          exitCode: exit.fault,
          remedy: `wait for it to end, or remove ${file} if no lab command runs`,
        },
      );
    }
    await sleep(50);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const holder = Number(await readFile(file, "utf8").catch(() => ""));
  if (holder > 0 && !isAlive(holder)) await rm(file, { force: true });
  return false;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
