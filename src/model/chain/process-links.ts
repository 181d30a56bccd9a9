/** Links of the process behind a container or a sandbox: task, shim, PID ladder, namespaces. */
import { type Broken, broken, type Fact, isBroken, type LinkList, notComparable } from "./facts.js";
import { type JsonNode, pathText } from "./json.js";
import { names, namesAny, otherKernel, pidLadder, startTicks, task, vmProcess } from "./process.js";
import { optional, runtimeName, type Scene } from "./scene.js";
import type { Layer } from "./types.js";

export interface ProcessSubject {
  /** Before each link's id; empty within a container's own list. */
  prefix: string;
  /** Container or sandbox id. */
  id: string;
  section: "inspect" | "inspectp";
  /** The runtime's own answer about it. */
  detail: JsonNode | undefined | Broken;
  /** Why it can have no process; undefined when it should run. */
  absent: Broken | undefined;
  hostPid: boolean;
}

const LADDER: [string, Layer][] = [
  ["pid.container", "kernel"],
  ["pid.node", "kernel"],
  ["pid.vm", "kernel"],
  ["startTicks", "kernel"],
  ["bootId", "kernel"],
];
const NAMESPACES = ["cgroup", "ipc", "mnt", "net", "pid", "time", "user", "uts"];

/** Adds the links and gives the process's PID on the node, or why there is none. */
export function processLinks(scene: Scene, list: LinkList, subject: ProcessSubject): Fact<number> | Broken {
  const { prefix } = subject;
  const ids: [string, Layer][] = [
    ["task", "containerd"],
    ["shim", "containerd"],
    ...LADDER,
    ["ns.pid", "kernel"],
  ];
  if (subject.absent) {
    for (const [id, layer] of ids) list.broken(prefix + id, layer, subject.absent);
    return subject.absent;
  }
  const row = task(scene.node, subject.id);
  const missing = broken("not-running", `containerd has no task ${subject.id}`);
  list.fact(`${prefix}task`, "containerd", row === undefined ? missing : isBroken(row) ? row : row.status);
  const pid = provenPid(scene, list, subject);
  if (isBroken(pid)) {
    for (const [id, layer] of ids.slice(1)) list.broken(prefix + id, layer, pid);
    return pid;
  }
  shimLink(scene, list, subject, pid.value);
  ladderLinks(scene, list, subject, pid);
  namespaceLinks(scene, list, prefix, pid.value);
  return pid;
}

/** The PID by the CRI, or else by the task list; the process's own cgroup must name the container. */
function provenPid(scene: Scene, list: LinkList, subject: ProcessSubject): Fact<number> | Broken {
  const told = isBroken(subject.detail)
    ? undefined
    : optional(scene.node.json(subject.section), subject.detail, "info", "pid");
  const byCri =
    told && Number(told.value) > 0 ? ({ ...told, value: Number(told.value) } as Fact<number>) : undefined;
  const row = task(scene.node, subject.id);
  const byTask = row && !isBroken(row) ? row.pid : undefined;
  if (!byCri) {
    const who = `${runtimeName(scene.node)}, crictl ${subject.section}`;
    const reason = isBroken(subject.detail)
      ? subject.detail
      : broken("field-missing", `${who} gives no ${pathText("info", "pid")}`);
    list.broken(`${subject.prefix}criPid`, "cri", reason);
    if (!byTask) return reason;
  }
  const pid = byCri ?? byTask!;
  if (byCri && byTask && byCri.value !== byTask.value) {
    return broken("mismatch", `crictl says PID ${byCri.value}, the task list says ${byTask.value}`);
  }
  const cgroup = scene.node.text(`proc/${pid.value}/cgroup`);
  // A sandbox's cgroup is read only when the process was; without it the PID still has its two tellers.
  if (isBroken(cgroup)) return subject.section === "inspect" ? cgroup : pid;
  if (names(cgroup, subject.id)) return pid;
  if (!namesAny(cgroup))
    return notComparable(
      `the cgroup of process ${pid.value} names no container, so that it does not show ${subject.id}`,
    );
  return broken(
    "mismatch",
    `process ${pid.value} is not in a cgroup of ${subject.id}: the number belongs to another process`,
  );
}

function shimLink(
  scene: Scene,
  list: LinkList,
  { prefix, id, section }: ProcessSubject,
  pid: number,
): undefined {
  const name = `${prefix}shim`;
  const [status, shims] = [scene.node.text(`proc/${pid}/status`), scene.node.text("shims")];
  if (isBroken(status)) return list.broken(name, "containerd", status);
  if (isBroken(shims)) return list.broken(name, "containerd", shims);
  const parent = status.match(/^PPid:\s*(\d+)$/m);
  const rows = shims.matchAll(/^ *(\d+) .*containerd-shim\S* .*-id ([0-9a-f]+)/m);
  const shim = rows.find((row) => row.groups[1] === parent?.value);
  if (!parent || !shim) {
    const reason = `the parent of process ${pid} (PID ${parent?.value ?? "unknown"}) is no containerd shim`;
    return list.broken(name, "containerd", broken("absent", reason));
  }
  if (section === "inspectp" && shim.groups[2] !== id) {
    const reason = `the parent of process ${pid} is the shim of ${shim.groups[2]}, expected that of ${id}`;
    return list.broken(name, "containerd", broken("mismatch", reason));
  }
  list.value(name, "containerd", { pid: Number(shim.groups[1]), id: shim.groups[2]! }, [shim.fact.source], {
    agrees: [{ with: "PPid of the process", source: parent.source }],
  });
}

function ladderLinks(scene: Scene, list: LinkList, subject: ProcessSubject, pid: Fact<number>): undefined {
  const { prefix, id } = subject;
  const ladder = pidLadder(
    scene.node.text(`proc/${pid.value}/status`),
    `/proc/${pid.value}/status on the node`,
  );
  const ticks = startTicks(scene.node, `proc/${pid.value}/stat/first`);
  const last = startTicks(scene.node, `proc/${pid.value}/stat/last`);
  const onVm = isBroken(ladder)
    ? ladder
    : isBroken(ticks)
      ? ticks
      : vmProcess(scene, id, ladder, ticks.value);
  const vmFact = isBroken(onVm) ? undefined : onVm;

  const row = task(scene.node, id);
  list.fact(`${prefix}pid.node`, "kernel", pid, [
    { with: "NSpid on the node, first", fact: isBroken(ladder) ? undefined : ladder[0] },
    { with: "containerd task", fact: row && !isBroken(row) ? row.pid : undefined },
  ]);
  const inner = isBroken(ladder) ? ladder : innermost(ladder, subject.hostPid);
  list.fact(`${prefix}pid.container`, "kernel", inner, [
    { with: "NSpid on the VM, last", fact: vmFact?.rungs.at(-1) },
  ]);
  list.fact(`${prefix}pid.vm`, "kernel", isBroken(onVm) ? onVm : onVm.rungs[0]!);
  list.fact(
    `${prefix}startTicks`,
    "kernel",
    ticks,
    [
      { with: "last reading on the node", fact: isBroken(last) ? undefined : last },
      { with: "stat on the VM", fact: vmFact?.ticks },
    ],
    "clock ticks since boot",
  );
  const [bootId, vmBootId] = [scene.node.text("boot-id"), scene.vm.text("boot-id")];
  list.fact(`${prefix}bootId`, "kernel", isBroken(bootId) ? bootId : bootId.whole(), [
    {
      with: "boot ID on the VM",
      fact: isBroken(vmBootId) || otherKernel(scene) ? undefined : vmBootId.whole(),
    },
  ]);
}

function innermost(ladder: Fact<number>[], hostPid: boolean): Fact<number> | Broken {
  if (ladder.length > 1 || hostPid) return ladder.at(-1)!;
  return broken("field-missing", "NSpid has one rung only, so the PID inside the container is not told");
}

/** One link a namespace type that this kernel has; inode numbers stay text. */
function namespaceLinks(scene: Scene, list: LinkList, prefix: string, pid: number): undefined {
  const text = scene.node.text(`proc/${pid}/ns`);
  if (isBroken(text)) return list.broken(`${prefix}ns.pid`, "kernel", text);
  for (const type of NAMESPACES) {
    const found = text.match(new RegExp(`^${type} ${type}:\\[(\\d+)\\]$`, "m"));
    const reason = broken("field-missing", `the node's kernel shows no /proc/${pid}/ns/${type}`);
    list.fact(`${prefix}ns.${type}`, "kernel", found ?? reason);
  }
}
