/** Facts of the environment that a text may name: `env.kubernetes`, `env.containerd`, … Each as its probe told it. */
import type { RunDocument } from "../src/model/run.js";
import type { Lang } from "./types.js";

export type Fact = { value: string | number; sources: []; of: [] } | { missing: string; reason: string };

const facts: Record<string, (run: RunDocument, lang: Lang) => string | number | undefined> = {
  kubernetes: ({ environment }) => distinct(environment.nodes?.map(({ kubelet }) => bare(kubelet))),
  containerd: ({ environment }) => distinct(environment.nodes?.map(({ containerd }) => bare(containerd))),
  runc: ({ environment }) => distinct(environment.nodes?.map(({ runc }) => bare(runc))),
  crictl: ({ environment }) => distinct(environment.nodes?.map(({ crictl }) => bare(crictl))),
  kernel: ({ environment }) => environment.vm.kernel,
  cgroup: ({ environment }) => environment.vm.cgroup,
  os: ({ environment }) => environment.vm.os,
  arch: ({ environment }) => environment.vm.arch,
  cpus: ({ environment }) => environment.vm.cpus,
  kind: ({ environment }) => environment.kindVersion && bare(environment.kindVersion),
  docker: ({ environment }) => environment.docker,
  date: ({ startedAt }, lang) => dateOf(startedAt, lang),
};

/** Undefined when there is no such fact. */
export function versionOf(name: string, run: RunDocument, lang: Lang): Fact | undefined {
  if (!Object.hasOwn(facts, name)) return undefined;
  const value = facts[name]!(run, lang);
  if (value === undefined) return { missing: "NOT_FOUND", reason: `${name}: not probed in this environment` };
  return { value, sources: [], of: [] };
}

export const factNames = Object.keys(facts);

/** `30 Nov 2026`, `2026 年 11 月 30 日`; by UTC. */
export function dateOf(iso: string, lang: Lang): string {
  const [year, month, day] = iso.slice(0, 10).split("-").map(Number);
  if (lang === "zh") return `${year} 年 ${month} 月 ${day} 日`;
  const names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  return `${day} ${names[month! - 1]} ${year}`;
}

function bare(version: string): string {
  return version.replace(/^v(?=\d)/, "").replace(/\+unknown$/, "");
}

function distinct(versions: string[] | undefined): string | undefined {
  return versions?.length ? [...new Set(versions)].join(", ") : undefined;
}
