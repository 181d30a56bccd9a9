import type { Environment } from "../model/run.js";

/** The machine's architecture, processors and cgroup hierarchy, as far as it tells them. */
export function machine({ arch, cpus, cgroup }: Environment["vm"]): string[] {
  return [
    arch,
    cpus === undefined ? "" : `${cpus} CPU`,
    cgroup === undefined ? "" : `cgroup ${cgroup}`,
  ].filter(Boolean);
}
