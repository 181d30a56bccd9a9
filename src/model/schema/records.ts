import * as z from "zod";
import type { CleanupRecord, Environment, Output, StepRecord } from "../run.js";
import { exactly, sha256, text, time, whole } from "./shared.js";

const output = exactly<Output>()(
  z.strictObject({
    sha256,
    bytes: whole,
    truncatedFrom: whole.optional(),
    redactions: z.record(z.string(), whole).optional(),
  }),
);

export const step = exactly<StepRecord>()(
  z.strictObject({
    id: z.string(),
    case: z.string(),
    kind: z.string(),
    title: text,
    target: z.string(),
    argv: z.array(z.string()),
    status: z.enum(["OK", "FAILED", "TIMED_OUT", "NOT_RUN", "BLOCKED"]),
    startedAt: time.optional(),
    durationMs: z.number().nonnegative().optional(),
    exitCode: z.number().int().optional(),
    signal: z.string().optional(),
    timedOut: z.boolean().optional(),
    stdin: output.optional(),
    stdout: output.optional(),
    stderr: output.optional(),
    reason: z.string().optional(),
    tries: whole.optional(),
  }),
);

const node = z.strictObject({
  name: z.string(),
  role: z.string(),
  containerId: z.string(),
  imageDigest: z.string(),
  kubelet: z.string(),
  containerd: z.string(),
  runc: z.string(),
  crictl: z.string(),
  cni: z.record(z.string(), z.string()),
  osImage: z.string(),
  addresses: z.array(z.string()),
});

const capability = z.strictObject({
  name: z.string(),
  present: z.boolean(),
  probe: z.string(),
  found: z.string(),
  remedy: z.string().optional(),
});

export const environment = exactly<Environment>()(
  z.strictObject({
    kind: z.enum(["linux", "docker", "kind"]),
    transport: z.string(),
    vm: z.strictObject({
      kernel: z.string(),
      bootId: z.string(),
      os: z.string(),
      cpus: whole.optional(),
      cgroup: z.enum(["v1", "v2"]).optional(),
      arch: z.string(),
    }),
    docker: z.string().optional(),
    kindVersion: z.string().optional(),
    cluster: z.strictObject({ name: z.string(), uid: z.string(), server: z.string() }).optional(),
    nodes: z.array(node).optional(),
    families: z.array(z.enum(["IPv4", "IPv6"])).optional(),
    capabilities: z.array(capability),
  }),
);

const inventory = z.array(z.strictObject({ kind: z.string(), name: z.string() }));

export const cleanup = exactly<CleanupRecord>()(
  z.strictObject({
    steps: z.array(step),
    before: inventory,
    after: inventory,
    leftovers: inventory,
  }),
);
