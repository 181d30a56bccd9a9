/** Links of a container's cgroup: path, version, driver, and its limits beside those of the Pod spec. */
import { cgroupIds, cgroupPath } from "./cgroup.js";
import type { ContainerScene } from "./container-links.js";
import { type Broken, broken, type Fact, isBroken, type LinkList } from "./facts.js";
import { milliunits } from "./quantity.js";
import type { Text } from "./readings.js";
import { optional, type Scene } from "./scene.js";

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
  const expected = { podUid: scene.nodeUid, containerId: container.id };
  const other = (["podUid", "containerId"] as const).find((key) => cgroup[key] !== expected[key]);
  if (other) {
    const reason = `the cgroup path ${path.value} gives ${other} ${cgroup[other] ?? "(none)"}, expected ${expected[other]}`;
    return list.broken("cgroup.path", "cgroup", broken("mismatch", reason));
  }
  list.value("cgroup.path", "cgroup", path.value, [path.source]);
  list.value("cgroup.podUid", "cgroup", cgroup.podUid!, [path.source]);
  list.value("cgroup.version", "cgroup", cgroup.version, [path.source]);
  list.value("cgroup.driver", "cgroup", cgroup.driver, [path.source]);
  limitLinks(scene, list, container, scene.node.text(`proc/${pid.value}/cgroup-limits`), cgroup.version);
}

function limitLinks(
  scene: Scene,
  list: LinkList,
  container: ContainerScene,
  files: Text | Broken,
  version: "v1" | "v2",
): undefined {
  const limit = (name: string) =>
    optional(scene.api.first, container.declared.spec, "resources", "limits", name);
  const read = (file: string) => limitFile(files, container.id, file);
  cpuLinks(list, version, read, limit("cpu"));
  const memory = read(version === "v2" ? "memory.max" : "memory.limit_in_bytes");
  const wanted = limit("memory");
  const bytes = wanted && milliunits(String(wanted.value));
  const page = 4096n;
  const accepted = bytes === undefined ? [] : [bytes / 1000n, (bytes / 1000n / page) * page];
  compared(list, "memory.limit", memory, wanted, accepted, "bytes");
  const pids = read("pids.max");
  list.fact("pids.limit", "cgroup", isBroken(pids) ? pids : numeric(pids));
}

function cpuLinks(
  list: LinkList,
  version: "v1" | "v2",
  read: (file: string) => Fact<string> | Broken,
  wanted: Fact | undefined,
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
  const milli = wanted && milliunits(String(wanted.value));
  const unlimited = quota.value === "max" || quota.value === "-1";
  const sources = [quota.source, period.source];
  if (unlimited) {
    if (!wanted) return list.value("cpu.limit", "cgroup", "max", sources, { unit: "millicores" });
    const reason = `the Pod spec limits cpu to ${wanted.value}, the cgroup has no quota`;
    return list.broken("cpu.limit", "cgroup", broken("mismatch", reason));
  }
  const actual = (Number(quota.value) * 1000) / Number(period.value);
  // The kernel takes no quota below 1 ms, and systemd rounds up to whole percents of a CPU.
  const [floor, percent] = [
    1_000_000 / Number(period.value),
    milli === undefined ? 0 : Math.ceil(Number(milli) / 10) * 10,
  ];
  if (milli !== undefined && ![Number(milli), Math.max(Number(milli), floor), percent].includes(actual)) {
    const reason = `the Pod spec limits cpu to ${wanted!.value}, the cgroup to ${actual} millicores`;
    return list.broken("cpu.limit", "cgroup", broken("mismatch", reason));
  }
  const agrees = wanted ? { agrees: [{ with: "Pod spec limits.cpu", source: wanted.source }] } : {};
  list.value("cpu.limit", "cgroup", actual, sources, { unit: "millicores", ...agrees });
}

function compared(
  list: LinkList,
  id: string,
  told: Fact<string> | Broken,
  wanted: Fact | undefined,
  accepted: bigint[],
  unit: string,
): undefined {
  if (isBroken(told)) return list.broken(id, "cgroup", told);
  const fact = numeric(told);
  if (wanted && !accepted.some((value) => String(value) === told.value)) {
    const reason = `the Pod spec says ${wanted.value}, the cgroup says ${told.value} ${unit}`;
    return list.broken(id, "cgroup", broken("mismatch", reason));
  }
  const agrees = wanted ? { agrees: [{ with: `Pod spec limits`, source: wanted.source }] } : {};
  list.value(id, "cgroup", fact.value, [fact.source], { unit, ...agrees });
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
