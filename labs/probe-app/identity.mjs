/** What the process can tell about itself, read anew for every request. What cannot be read is null, with the reason. */
import { readdir, readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";

export async function identity(life) {
  const unreadable = {};
  const attempt = async (path, read) => {
    try {
      return await read(path);
    } catch (error) {
      unreadable[path] = error.code ?? error.message;
      return null;
    }
  };
  const env = process.env;
  return {
    time: new Date().toISOString(),
    startedAt: life.startedAt.toISOString(),
    pid: process.pid,
    ppid: process.ppid,
    startTicks: await attempt("/proc/self/stat", startTicks),
    bootId: await attempt("/proc/sys/kernel/random/boot_id", text),
    uid: process.getuid(),
    gid: process.getgid(),
    euid: process.geteuid(),
    egid: process.getegid(),
    groups: process.getgroups(),
    hostname: hostname(),
    namespaces: await attempt("/proc/self/ns", namespaces),
    cgroup: await attempt("/proc/self/cgroup", lines),
    pod: {
      uid: env.POD_UID ?? null,
      name: env.POD_NAME ?? null,
      namespace: env.POD_NAMESPACE ?? null,
      node: env.NODE_NAME ?? null,
      ip: env.POD_IP ?? null,
    },
    source: { digest: env.SOURCE_DIGEST ?? null },
    image: { digest: env.IMAGE_DIGEST ?? null },
    listen: life.listen,
    node: process.version,
    unreadable,
  };
}

async function text(path) {
  return (await readFile(path, "utf8")).trimEnd();
}

async function lines(path) {
  return (await text(path)).split("\n");
}

/** Field 22 of proc_pid_stat(5), counted behind the command's name, which may hold spaces and parentheses. */
async function startTicks(path) {
  const stat = await text(path);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
}

/** type → `type:[inode]`, for every namespace type this kernel has. */
async function namespaces(path) {
  const names = (await readdir(path)).sort();
  const links = await Promise.all(names.map((name) => readlink(`${path}/${name}`)));
  return Object.fromEntries(names.map((name, index) => [name, links[index]]));
}
