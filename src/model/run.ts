/**
 * The evidence document: everything one run of one lab recorded.
 * It is stored as `src/evidence/<chapter>/run.json`; the bytes that steps printed lie beside it in `raw/<sha256>`.
 * All times are ISO 8601 in UTC with milliseconds, read from the VM's wall clock unless a field names another clock.
 */
import type { Chain } from "./chain/types.js";
import type { Recipe } from "./extract/types.js";
import type { Prediction, Verdict } from "./predictions/types.js";
import type { TimelineSpec } from "./timeline/spec.js";
import type { Timeline } from "./timeline/types.js";

export const SCHEMA = "labbook/run/v1";

/** Text that a reader sees, in both languages of the site. */
export interface Text {
  en: string;
  zh: string;
}

export type StepStatus = "OK" | "FAILED" | "TIMED_OUT" | "NOT_RUN" | "BLOCKED";
export type RunStatus = "COMPLETE" | "PARTIAL" | "ABORTED" | "NOT_RUN";
export type EnvironmentKind = "linux" | "docker" | "kind";

/** One stored output. `sha256` is the digest of the stored (redacted) bytes, in lower-case hex. */
export interface Output {
  sha256: string;
  /** Stored length in bytes. */
  bytes: number;
  /** Set when the output was longer than the bound: its full length in bytes; only the head is stored. */
  truncatedFrom?: number;
  /** How many spans each named rule masked; absent when none did. */
  redactions?: Record<string, number>;
}

/** One real command or API call and its recorded result. The same shape for every status. */
export interface StepRecord {
  id: string;
  /** The case of the lab that the step belongs to. */
  case: string;
  kind: string;
  title: Text;
  /** Where it ran: `vm`, `node/<name>`, `pod/<namespace>/<name>/<container>` or `api`. */
  target: string;
  /** Paste-ready on the VM: for an API call the equivalent `kubectl get --raw`. */
  argv: string[];
  status: StepStatus;
  startedAt?: string;
  durationMs?: number;
  exitCode?: number;
  signal?: string;
  timedOut?: boolean;
  stdin?: Output;
  stdout?: Output;
  stderr?: Output;
  /** Why it is NOT_RUN, BLOCKED, FAILED or TIMED_OUT, in one sentence; the remedy where there is one. */
  reason?: string;
  /** How many times the step was tried (waits and chains). */
  tries?: number;
}

/** Where an observed value stands: a step's output, and the bytes or the JSON location in it. */
export interface Source {
  step: string;
  stream: "stdout" | "stderr" | "record";
  /** Byte offsets [start, end) into the stored output. */
  span?: [number, number];
  /** Normalized JSONPath (RFC 9535) into the output, or the name of a step record's field. */
  pointer?: string;
}

export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

/** A named value with its proof, or the reason why there is none. Never both. */
export type Observation =
  | { value: Value; unit?: string; source: Source; missing?: undefined }
  | {
      value?: undefined;
      unit?: string;
      missing: "NOT_RUN" | "BLOCKED" | "FAILED" | "NOT_FOUND";
      reason: string;
      source?: Source;
    };

/** A fact about the environment with the probe that said so. */
export interface Capability {
  name: string;
  present: boolean;
  /** The probe's argv, or the file that was read. */
  probe: string;
  /** What the probe found: a version, a path, or what was wrong. */
  found: string;
  /** The command or the setting that would supply it. */
  remedy?: string;
}

export interface NodeVersions {
  name: string;
  role: string;
  containerId: string;
  imageDigest: string;
  kubelet: string;
  containerd: string;
  runc: string;
  crictl: string;
  cni: Record<string, string>;
  osImage: string;
  addresses: string[];
}

export type AddressFamily = "IPv4" | "IPv6";

export interface Environment {
  kind: EnvironmentKind;
  transport: string;
  /** A fact that the VM does not tell is left out. */
  vm: { kernel: string; bootId: string; os: string; cpus?: number; cgroup?: "v1" | "v2"; arch: string };
  docker?: string;
  kindVersion?: string;
  cluster?: { name: string; uid: string; server: string };
  nodes?: NodeVersions[];
  /** Of the addresses that Pods get, the first one first. Absent without a cluster, and in runs that did not ask. */
  families?: AddressFamily[];
  capabilities: Capability[];
}

/** An object, route, mount, taint, process or file, as the inventory names it. */
export interface InventoryItem {
  kind: string;
  name: string;
}

export interface CleanupRecord {
  steps: StepRecord[];
  before: InventoryItem[];
  after: InventoryItem[];
  leftovers: InventoryItem[];
}

export interface RunDocument {
  schema: typeof SCHEMA;
  /** Time-sortable: `<UTC start, compact>-<chapter>-<4 hex>`. */
  id: string;
  chapter: string;
  /** SHA-256 over canonical JSON: spec, manifests and collectors that decide the result. */
  labDigest: string;
  /** The parts of labDigest, so that a change can be named: part → SHA-256. */
  labParts: Record<string, string>;
  /** SHA-256 over the canonical JSON of `predictions`, recorded before the first step. */
  predictionsDigest: string;
  sealedAt: string;
  startedAt: string;
  endedAt: string;
  status: RunStatus;
  statusReason?: string;
  /** Whether it had the cluster to itself, as far as its own command knows. */
  exclusive: boolean;
  /** Chapters whose runs it met there, sorted; absent when it met none. */
  beside?: string[];
  environment: Environment;
  predictions: Prediction[];
  steps: StepRecord[];
  /** How each observation, chain and timeline is read from the steps' raw output. */
  recipes: Record<string, Recipe>;
  timelineSpecs: TimelineSpec[];
  observations: Record<string, Observation>;
  chains: Chain[];
  timelines: Timeline[];
  verdicts: Verdict[];
  cleanup: CleanupRecord;
}
