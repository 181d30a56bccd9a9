/** Links of a container's cgroup: path, version, driver, and its limits beside those of the Pod spec. */
import { cgroupIds, cgroupPath } from "./cgroup.js";
import type { ContainerScene } from "./container-links.js";
import { type Broken, broken, type Fact, isBroken, type LinkList, notComparable } from "./facts.js";
import type { JsonNode } from "./json.js";
import { milliunits } from "./quantity.js";
import type { Text } from "./readings.js";
import { optional, type Scene } from "./scene.js";
import type { Link } from "./types.js";

export function cgroupLinks(
  scene: Scene,
  list: LinkList,
  container: ContainerScene,
  pid: Fact<number> | Broken,
): undefined {
  const told = isBroken(pid) ? pid : scene.node.text(`proc/${pid.value}/cgroup`);
  if (isBroken(told) || isBroken(pid)) return list.broken("cgroup.path", "cgroup", told as Broken);
  const cgroup = cgroupPath(told);
  if (!cgroup) {
    const reason = broken(
      "field-missing",
      `/proc/${pid.value}/cgroup names neither the memory controller nor version 2`,
    );
    return list.broken("cgroup.path", "cgroup", reason);
  }
  const { path } = cgroup;
  const expected = { podUid: scene.nodeUid?.replaceAll("_", "-"), containerId: container.id };
  const other = (["podUid", "containerId"] as const).find((key) => cgroup[key] !== expected[key]);
  if (other) {
    const reason = `the cgroup path ${path.value} gives ${other} ${cgroup[other] ?? "(none)"}, expected ${expected[other]}`;
    const stranger = cgroup[other] === undefined ? notComparable(reason) : broken("mismatch", reason);
    return list.broken("cgroup.path", "cgroup", stranger);
  }
  list.value("cgroup.path", "cgroup", path.value, [path.source]);
  list.value("cgroup.podUid", "cgroup", cgroup.podUid!, [path.source]);
  list.value("cgroup.version", "cgroup", cgroup.version, [path.source]);
  list.value("cgroup.driver", "cgroup", cgroup.driver, [path.source]);
  const files = scene.node.text(`proc/${pid.value}/cgroup-limits`);
  const own = cgroup.below === undefined ? files : inner(cgroup.below);
  limitLinks(scene, list, container, own, cgroup.version);
}

/** The files that were read are those of the process's cgroup, which the container's limits lie above of. */
function inner(below: string): Broken {
  return notComparable(
    `the process moved to ${below} below its container's cgroup, whose limits were not read`,
  );
}

function limitLinks(
  scene: Scene,
  list: LinkList,
  container: ContainerScene,
  files: Text | Broken,
  version: "v1" | "v2",
): undefined {
  const limit = (name: string): Wanted[] => {
    const told = (who: string, node: JsonNode | undefined) => {
      const fact = optional(scene.api.first, node, "resources", "limits", name);
      // a limit of zero is none
      return fact && milliunits(String(fact.value)) !== 0n ? [{ who, fact }] : [];
    };
    // while a Pod is resized its status says what the kubelet has set
    const { spec, status } = container.declared;
    return [...told("Pod spec", spec), ...told("Pod status", status)];
  };
  const read = (file: string) => limitFile(files, container.id, file);
  cpuLinks(list, version, read, limit("cpu"));
  memoryLink(list, read(version === "v2" ? "memory.max" : "memory.limit_in_bytes"), limit("memory"));
  const pids = read("pids.max");
  list.fact("pids.limit", "cgroup", isBroken(pids) ? pids : numeric(pids));
}

function cpuLinks(
  list: LinkList,
  version: "v1" | "v2",
  read: (file: string) => Fact<string> | Broken,
  wanted: Wanted[],
): undefined {
  let quota = read(version === "v2" ? "cpu.max" : "cpu.cfs_quota_us");
  let period = version === "v2" ? quota : read("cpu.cfs_period_us");
  if (version === "v2" && !isBroken(quota)) [quota, period] = splitMax(quota);
  const weight = version === "v2" ? "weight" : "shares";
  const told = read(`cpu.${weight}`);
  list.fact(`cpu.${weight}`, "cgroup", isBroken(told) ? told : numeric(told));
  list.fact("cpu.quota", "cgroup", isBroken(quota) ? quota : numeric(quota), [], "µs");
  list.fact("cpu.period", "cgroup", isBroken(period) ? period : numeric(period), [], "µs");
  if (isBroken(quota)) return list.broken("cpu.limit", "cgroup", quota);
  if (isBroken(period)) return list.broken("cpu.limit", "cgroup", period);
  const unlimited = quota.value === "max" || quota.value === "-1";
  const sources = [quota.source, period.source];
  const [first] = wanted;
  if (unlimited) {
    if (!first) return list.value("cpu.limit", "cgroup", "max", sources, { unit: "millicores" });
    // the kubelet sets none with cpuCFSQuota: false, nor for a container that has CPUs of its own
    const reason = `the Pod spec limits cpu to ${first.fact.value}, the cgroup has no quota`;
    return list.broken("cpu.limit", "cgroup", notComparable(reason));
  }
  const [actual, length] = [Number(quota.value), Number(period.value)];
  const millicores = (actual * 1000) / length;
  const agreeing = wanted.find(({ fact }) => quotasOf(String(fact.value), length).includes(actual));
  if (first && !agreeing) {
    const reason = `the Pod spec limits cpu to ${first.fact.value}, the cgroup to ${millicores} millicores`;
    return list.broken("cpu.limit", "cgroup", broken("mismatch", reason));
  }
  list.value("cpu.limit", "cgroup", millicores, sources, {
    unit: "millicores",
    ...agreesOf(agreeing, ".cpu"),
  });
}

/** What a layer of the API says that a container may use at most. */
interface Wanted {
  who: string;
  fact: Fact;
}

function agreesOf(wanted: Wanted | undefined, resource = ""): Pick<Link, "agrees"> {
  return wanted ? { agrees: [{ with: `${wanted.who} limits${resource}`, source: wanted.fact.source }] } : {};
}

/** The quotas, in µs a period, that a limit may become: the kernel takes none below 1 ms, and systemd rounds up to whole percents. */
function quotasOf(limit: string, period: number): number[] {
  const milli = milliunits(limit);
  if (milli === undefined) return [];
  const exact = (Number(milli) * period) / 1000;
  const quotas = [exact, Math.floor(exact)].map((quota) => Math.max(quota, 1000));
  const percents = [exact, ...quotas].map((quota) => Math.ceil((quota * 100) / period - 1e-9) * period);
  return [exact, ...quotas, ...percents.map((percent) => Math.floor(percent / 100))];
}

/** The kernel counts whole pages, whose size differs from machine to machine. */
const PAGES = [4096n, 16_384n, 65_536n];

function memoryLink(list: LinkList, told: Fact<string> | Broken, wanted: Wanted[]): undefined {
  if (isBroken(told)) return list.broken("memory.limit", "cgroup", told);
  const accepted = ({ fact }: Wanted) => {
    const bytes = (milliunits(String(fact.value)) ?? -1000n) / 1000n;
    return [bytes, ...PAGES.map((page) => (bytes / page) * page)].some(
      (value) => String(value) === told.value,
    );
  };
  const agreeing = wanted.find(accepted);
  if (wanted[0] && !agreeing) {
    const reason = `the Pod spec says ${wanted[0].fact.value}, the cgroup says ${told.value} bytes`;
    return list.broken("memory.limit", "cgroup", broken("mismatch", reason));
  }
  const fact = numeric(told);
  list.value("memory.limit", "cgroup", fact.value, [fact.source], { unit: "bytes", ...agreesOf(agreeing) });
}

/** A line `<file's path> <content>` of the limits; the path that the process told must lead to this container. */
function limitFile(files: Text | Broken, id: string, file: string): Fact<string> | Broken {
  if (isBroken(files)) return files;
  const row = files.matchAll(new RegExp(`^(/.*)/${file.replace(".", "\\.")} (.*)$`, "m")).find((found) => {
    return cgroupIds(found.groups[1]!).containerId === id;
  });
  if (!row) return broken("field-missing", `the cgroup of container ${id} has no readable file ${file}`);
  const { source } = row.fact;
  const end = source.span![0] + new TextEncoder().encode(row.groups[0]!).length;
  const value = row.groups[2]!;
  return { value, source: { ...source, span: [end - value.length, end] } };
}

/** `cpu.max` holds quota and period in one line. */
function splitMax(fact: Fact<string>): [Fact<string> | Broken, Fact<string> | Broken] {
  const match = /^(\S+) (\d+)$/.exec(fact.value);
  const reason = broken("field-missing", `expected "<quota> <period>" in cpu.max, got "${fact.value}"`);
  if (!match || !fact.source.span) return [reason, reason];
  const [start, end] = fact.source.span;
  const piece = (value: string, from: number): Fact<string> => ({
    value,
    source: { ...fact.source, span: [from, from + value.length] },
  });
  return [piece(match[1]!, start), piece(match[2]!, end - match[2]!.length)];
}

/** A number when it keeps all its digits, otherwise its text (`max`, and the 2⁶³ of cgroup v1). */
function numeric(fact: Fact<string>): Fact {
  const value = Number(fact.value);
  return Number.isSafeInteger(value) && String(value) === fact.value ? { ...fact, value } : fact;
}
