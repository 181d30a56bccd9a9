import * as z from "zod";
import type { Chain, Link } from "../chain/types.js";
import { exactly, source, value, whole } from "./shared.js";

const link = exactly<Link>()(
  z
    .strictObject({
      id: z.string(),
      layer: z.enum([
        ...(["source", "build", "registry", "api", "cri", "containerd", "kernel"] as const),
        ...(["cgroup", "network", "service", "storage", "image", "app"] as const),
      ]),
      container: z.string().optional(),
      value: value.optional(),
      unit: z.string().optional(),
      sources: z.array(source),
      agrees: z.array(z.strictObject({ with: z.string(), source })).optional(),
      break: z
        .strictObject({
          code: z.enum([
            "absent",
            "not-running",
            "field-missing",
            "mismatch",
            "generation-changed",
            "not-reachable",
            "loaded-not-pulled",
            "not-comparable",
            "step-failed",
          ]),
          reason: z.string(),
          remedy: z.string().optional(),
        })
        .optional(),
    })
    .refine(isProven, "expected either a value with at least one source, or a break"),
);

const generation = z.strictObject({
  podUid: z.string(),
  sandboxId: z.string(),
  containers: z.record(
    z.string(),
    z.strictObject({ id: z.string(), restarts: whole, startTicks: z.string().optional() }),
  ),
});

const delivery = z.strictObject({
  container: z.string(),
  path: z.string(),
  steps: z.strictObject({
    source: z.string().optional(),
    build: z.string().optional(),
    push: z.string().optional(),
    manifest: z.string().optional(),
    service: z.string().optional(),
    endpoints: z.string().optional(),
    claim: z.string().optional(),
    volume: z.string().optional(),
    files: z.string().optional(),
    identity: z.string().optional(),
    state: z.string().optional(),
    written: z.string().optional(),
  }),
});

export const chain = exactly<Chain>()(
  z.strictObject({
    id: z.string(),
    pod: z.strictObject({ namespace: z.string(), name: z.string(), node: z.string() }),
    generation: generation.nullable(),
    tries: whole,
    steps: z.array(z.string()),
    links: z.array(link),
    delivery: delivery.optional(),
  }),
);

function isProven(one: Link): boolean {
  const hasValue = one.value !== undefined;
  return hasValue !== (one.break !== undefined) && (!hasValue || one.sources.length > 0);
}
