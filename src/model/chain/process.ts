/** A process as the node's and the VM's /proc tell it. */
import { readTable } from "../extract/table.js";
import { cgroupIds } from "./cgroup.js";
import { type Broken, broken, type Fact, isBroken, notComparable } from "./facts.js";
import type { Batch, Text } from "./readings.js";
import type { Scene } from "./scene.js";

/** Start time in clock ticks since boot: field 22 of /proc/PID/stat, counted behind the last parenthesis of the name. */
export function startTicks(batch: Batch, section: string): Fact<string> | Broken {
  const stat = batch.text(section);
  if (isBroken(stat)) return stat;
  const found = stat.match(/\)(?: \S+){19} (\d+)[^)]*$/);
  return found ?? broken("field-missing", `section ${section} has no field 22 (starttime)`);
}

/** The PIDs of a process from the outermost level that its reader sees to the innermost: `NSpid` of /proc/PID/status. */
export function pidLadder(status: Text | Broken, where: string): Fact<number>[] | Broken {
  if (isBroken(status)) return status;
  const rungs = status.match(/^NSpid:\s*([\d\s]*\d)$/m);
  if (!rungs) return broken("field-missing", `the kernel prints no NSpid in ${where}`);
  const start = rungs.source.span![0];
  return [...rungs.value.matchAll(/\d+/g)].map((match) => {
    const span: [number, number] = [start + match.index, start + match.index + match[0].length];
    return { value: Number(match[0]), source: { ...rungs.source, span } };
  });
}

/** The PID of a task in `ctr task ls`, with its status. */
export function task(
  node: Batch,
  id: string,
): { pid: Fact<number>; status: Fact<string> } | undefined | Broken {
  const list = node.text("tasks");
  if (isBroken(list)) return list;
  const whole = list.whole();
  const start = whole.source.span![0];
  const row = readTable(whole.value, ["TASK", "PID", "STATUS"])?.find((one) => one.get("TASK")?.text === id);
  const fact = (heading: string): Fact<string> | undefined => {
    const cell = row?.get(heading);
    if (!cell) return undefined;
    const span: [number, number] = [start + cell.span[0], start + cell.span[1]];
    return { value: cell.text, source: { ...whole.source, span } };
  };
  const [pid, status] = [fact("PID"), fact("STATUS")];
  return pid && status && /^\d+$/.test(pid.value)
    ? { pid: { ...pid, value: Number(pid.value) }, status }
    : undefined;
}

/** Whether a process's /proc/PID/cgroup names the container or sandbox. */
export function names(cgroup: Text, id: string): boolean {
  return cgroup.match(new RegExp(literal(id))) !== undefined;
}

/** Whether it names any container at all: a runtime that leaves processes in its own cgroup cannot be asked by it. */
export function namesAny(cgroup: Text): boolean {
  return cgroup
    .matchAll(/^\d+:[^:\n]*:(.*)$/m)
    .some(({ groups }) => cgroupIds(groups[1]!).containerId !== undefined);
}

function literal(text: string): string {
  return text.replace(/[^0-9A-Za-z]/g, "\\$&");
}

/** Reading one process at the level of the VM. */
export interface VmProcess {
  pid: number;
  rungs: Fact<number>[];
  ticks: Fact<string>;
}

/**
 * The VM's process that is the node's `pid`: its cgroup names the container, its NSpid ends with the node's ladder and
 * it started at the same tick. Otherwise the reason why it cannot be told.
 */
export function vmProcess(
  scene: Scene,
  id: string,
  ladder: Fact<number>[],
  ticks: string,
): VmProcess | Broken {
  if (scene.vm.fault) return scene.vm.fault;
  const elsewhere = otherKernel(scene);
  if (elsewhere) return elsewhere;
  const pids = scene.vm.names().flatMap((name) => /^proc\/(\d+)\/status$/.exec(name)?.[1] ?? []);
  let missing: Broken | undefined;
  for (const pid of pids) {
    const cgroup = scene.vm.text(`proc/${pid}/cgroup`);
    if (isBroken(cgroup) || !names(cgroup, id)) continue;
    const rungs = pidLadder(scene.vm.text(`proc/${pid}/status`), `/proc/${pid}/status on the VM`);
    if (isBroken(rungs)) {
      missing = rungs;
      continue;
    }
    const tail = rungs.slice(-ladder.length).map((rung) => rung.value);
    if (tail.join() !== ladder.map((rung) => rung.value).join() || rungs[0]?.value !== Number(pid)) continue;
    const found = startTicks(scene.vm, `proc/${pid}/stat`);
    if (isBroken(found)) return found;
    if (found.value === ticks) return { pid: Number(pid), rungs, ticks: found };
    missing = broken(
      "mismatch",
      `VM process ${pid} started at tick ${found.value}, the node's at tick ${ticks}`,
    );
  }
  return (
    missing ??
    broken("absent", `no process of the VM has container ${id} in its cgroup and the node's PIDs as its own`)
  );
}

/** Why the machine that the commands run on says nothing of the node's processes: docker may run its containers in a VM of its own. */
export function otherKernel(scene: Scene): Broken | undefined {
  const [node, vm] = [scene.node, scene.vm].map((batch) => {
    const text = batch.text("boot-id");
    return isBroken(text) ? undefined : text.whole().value;
  });
  if (node === undefined || vm === undefined || node === vm) return undefined;
  return notComparable(`the node's boot ID is ${node}, the machine's is ${vm}: they have two kernels`);
}
