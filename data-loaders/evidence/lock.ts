import { existsSync, readFileSync } from "node:fs";
import { link, readFile, rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { LabError } from "../errors.js";
import { exit } from "../exit-codes.js";

/** Holds a chapter's evidence for one writer. A lock whose process is gone is taken over. */
export async function withLock<T>(file: string, work: () => Promise<T>, patienceMs = 10_000): Promise<T> {
  const end = Date.now() + patienceMs;
  while (!(await take(file))) {
    if (Date.now() > end) {
      const holder = (await contentOf(file))?.split(" ")[0] ?? "?";
      throw new LabError("LOCKED", `${file} is held by process ${holder}`, {
        exitCode: exit.fault,
        remedy: `wait for it to end, or remove ${file} if no lab command runs`,
      });
    }
    await sleep(50);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

let taken = 0;

async function take(file: string): Promise<boolean> {
  if (await create(file)) return true;
  const holder = await contentOf(file);
  if (holder !== undefined && !isAlive(holder)) await breakLock(file, holder);
  return false;
}

/** By link, so that the lock is never there without its holder's name. */
async function create(file: string): Promise<boolean> {
  const own = `${file}.${process.pid}.${++taken}`;
  await writeFile(own, `${process.pid} ${startOf(process.pid) ?? ""}`);
  try {
    await link(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  } finally {
    await rm(own, { force: true });
  }
}

/** Only one at a time may take a dead lock away, and only the one that was seen: never one that came in between. */
async function breakLock(file: string, dead: string): Promise<void> {
  const breaking = `${file}.breaking`;
  if (!(await create(breaking))) {
    const since = await stat(breaking).catch(() => undefined);
    if (since && Date.now() - since.mtimeMs > 10_000) await rm(breaking, { force: true });
    return;
  }
  try {
    if ((await contentOf(file)) === dead) await rm(file, { force: true });
  } finally {
    await rm(breaking, { force: true });
  }
}

async function contentOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined; // it was let go in the meantime
  }
}

/** A number may have been given to another process since: the start time tells. */
function isAlive(holder: string): boolean {
  const [pid, start] = holder.split(" ");
  if (!existsSync("/proc/self/stat")) return answersSignal(Number(pid));
  const now = startOf(Number(pid));
  return now !== undefined && (!start || start === now);
}

/** Field 22 of /proc/<pid>/stat: clock ticks since boot. Undefined when there is no such process. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined; // that is the answer
  }
}

function answersSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
