/** Composes a chain's step outputs from recorded commands: their bytes stay as they are, within sections. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChainInput } from "../../../src/model/chain/chain.js";
import type { StepOutput } from "../../../src/model/chain/readings.js";
import type { StepRecord } from "../../../src/model/run.js";

export type SectionBytes = Map<string, { bytes: Uint8Array; exit: number }>;

export interface Recording {
  pod: ChainInput["pod"];
  api: { first: Uint8Array; last: Uint8Array };
  node: SectionBytes;
  vm: SectionBytes;
  /** `identity=…` arguments of the node step. */
  args: string[];
}

const FIXTURES = join(import.meta.dirname, "../../fixtures");
export const BOUNDARY = "5b1f0a9c6d2e4783aa55";

/** A scenario's folder as first and last readings that are the same. */
export function recorded(scenario: string): Recording {
  const commands = readdirSync(join(FIXTURES, scenario))
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => load(scenario, name.replace(/\.json$/, "")));
  const node: SectionBytes = new Map();
  const add = (name: string, bytes: Uint8Array, exit = 0) => node.set(name, { bytes, exit });
  add("crictl-version", load("versions", "05-crictl-version").stdout);
  add("boot-id", load("versions", "12-boot-id").stdout);
  for (const { name, argv, stdout, exitCode } of commands) {
    const pid = /\/proc\/(\d+)\//.exec(argv.join(" "))?.[1] ?? (argv[3] === "nsenter" ? argv[5] : undefined);
    if (/crictl-pods$/.test(name)) for (const when of ["first", "last"]) add(`pods/${when}`, stdout);
    if (/crictl-ps$/.test(name)) for (const when of ["first", "last"]) add(`ps/${when}`, stdout);
    if (/crictl-inspectp$/.test(name)) add("inspectp", stdout);
    // What one call with several ids prints: one document after another.
    if (/crictl-inspect$/.test(name))
      add("inspect", concat([node.get("inspect")?.bytes ?? new Uint8Array(), stdout]));
    if (/ctr-tasks$/.test(name)) add("tasks", stdout);
    if (/crictl-images$/.test(name)) add("images", stdout);
    if (/-ps$/.test(name) && argv.includes("ps") && argv.includes("-ww")) add("shims", stdout);
    if (/ip-route$/.test(name)) add("ip-route", stdout);
    if (/ip-link$/.test(name)) add("ip-link", stdout);
    if (/cni-conf$/.test(name)) add("cni//etc/cni/net.d/10-kindnet.conflist", stdout);
    if (/cni-ipam$/.test(name)) for (const [path, bytes] of headFiles(stdout)) add(`ipam/${path}`, bytes);
    if (/(proc|pause)-(status|cgroup|mountinfo|ns)$/.test(name))
      add(`proc/${pid}/${name.split("-").at(-1)}`, stdout, exitCode);
    if (/proc-stat$/.test(name))
      for (const when of ["first", "last"]) add(`proc/${pid}/stat/${when}`, stdout);
    // The containers share the sandbox's network namespace (see the recorded inodes), so this is what it looks like there.
    if (/proc-ip$/.test(name)) add(`proc/${sandboxPid(node)}/ip-addr`, stdout);
  }
  const pod = commands.find(({ name }) => /01-pod$/.test(name))!.stdout;
  const told = JSON.parse(decode(pod));
  const recording: Recording = {
    pod: { namespace: told.metadata.namespace, name: told.metadata.name, node: told.spec.nodeName },
    api: { first: pod, last: pod },
    node,
    vm: new Map(),
    args: [],
  };
  const identity = commands.find(({ name }) => /identity$/.test(name));
  if (identity) {
    const { uid } = told.metadata;
    recording.args.push(`identity=${uid},app,8080,http://${told.status.podIP}:8080/`);
    add(`identity/${uid}/app/8080`, identity.stdout);
  }
  return recording;
}

/** Derived, not recorded: the VM's view of the node's processes, with a PID in front of each ladder. */
export function withVm(recording: Recording): Recording {
  const vm: SectionBytes = new Map([["boot-id", recording.node.get("boot-id")!]]);
  for (const [name, { bytes }] of recording.node) {
    const pid = /^proc\/(\d+)\/stat\/first$/.exec(name)?.[1];
    if (!pid) continue;
    const outer = String(Number(pid) + 25_303);
    const text = (section: string) => decode(recording.node.get(`proc/${pid}/${section}`)!.bytes);
    vm.set(`proc/${outer}/status`, ok(text("status").replace(/^NSpid:\t/m, `NSpid:\t${outer}\t`)));
    vm.set(`proc/${outer}/stat`, ok(decode(bytes).replace(/^\d+/, outer)));
    vm.set(`proc/${outer}/cgroup`, ok(text("cgroup").replaceAll(":/kubelet", ":/docker/0123abcd/kubelet")));
  }
  return { ...recording, vm };
}

export function ok(text: string | Uint8Array): { bytes: Uint8Array; exit: number } {
  const bytes: Uint8Array = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return { bytes, exit: 0 };
}

/** The step outputs; a missing `vm` map leaves that step out. */
export function compose({ pod, api, node, vm, args }: Recording): ChainInput {
  const shell = ["sh", "-c", "…", "labbook-collect", BOUNDARY];
  const steps: StepOutput[] = [
    step("chain.1.pod-first", "api", ["kubectl", "get", "--raw", "…"], api.first),
    step("chain.1.node", `node/${pod.node}`, ["docker", "exec", pod.node, ...shell, ...args], frame(node)),
  ];
  if (vm.size > 0) steps.push(step("chain.1.vm", "vm", shell, frame(vm)));
  steps.push(step("chain.1.pod-last", "api", ["kubectl", "get", "--raw", "…"], api.last));
  return { id: "chain", pod, tries: 1, steps };
}

export function frame(sections: SectionBytes, boundary = BOUNDARY): Uint8Array {
  const encode = (text: string) => new TextEncoder().encode(text);
  const parts: Uint8Array[] = [encode(`labbook-sections 1 ${boundary}\n`)];
  for (const [name, { bytes, exit }] of sections) {
    parts.push(encode(`--${boundary} ${name}\n`), bytes, encode(`\n--${boundary}. ${exit}\n`));
  }
  return concat([...parts, encode(`--${boundary}--\n`)]);
}

export function step(
  id: string,
  target: string,
  argv: string[],
  stdout: Uint8Array,
  status: StepRecord["status"] = "OK",
): StepOutput {
  const record: StepRecord = {
    id,
    case: "c",
    kind: "chain",
    title: { en: id, zh: id },
    target,
    argv,
    status,
  };
  return { record, stdout };
}

export function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Replaces text in one section of a copy. */
export function edited(recording: Recording, section: string, edit: (text: string) => string): Recording {
  const old = recording.node.get(section);
  if (!old) throw new Error(`no section ${section}`);
  const node = new Map(recording.node).set(section, { ...ok(edit(decode(old.bytes))), exit: old.exit });
  return { ...recording, node };
}

function load(scenario: string, name: string) {
  const path = join(FIXTURES, scenario, name);
  const { argv, exitCode } = JSON.parse(readFileSync(`${path}.json`, "utf8")) as {
    argv: string[];
    exitCode: number;
  };
  return { name, argv, exitCode, stdout: new Uint8Array(readFileSync(`${path}.stdout`)) };
}

function sandboxPid(node: SectionBytes): number {
  return JSON.parse(decode(node.get("inspectp")!.bytes)).info.pid;
}

/** The files that `head` printed with `==> path <==` before each. */
function headFiles(bytes: Uint8Array): [string, Uint8Array][] {
  const pieces = decode(bytes)
    .split(/^==> (.*) <==\n/m)
    .slice(1);
  const files: [string, Uint8Array][] = [];
  for (let at = 0; at < pieces.length; at += 2)
    files.push([pieces[at]!, new TextEncoder().encode(pieces[at + 1]!)]);
  return files;
}

function concat(parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
