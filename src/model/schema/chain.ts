import { z } from "zod";
import type { Chain, Link } from "../chain/types.js";
import { exactly, source, value, whole } from "./shared.js";

const link = exactly<Link>()(
  z
    .strictObject({
      id: z.string(),
      layer: z.enum(["api", "cri", "containerd", "kernel", "cgroup", "network", "storage", "image", "app"]),
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

export const chain = exactly<Chain>()(
  z.strictObject({
    id: z.string(),
    pod: z.strictObject({ namespace: z.string(), name: z.string(), node: z.string() }),
    generation: generation.nullable(),
    tries: whole,
    steps: z.array(z.string()),
    links: z.array(link),
  }),
);

function isProven(one: Link): boolean {
  const hasValue = one.value !== undefined;
  return hasValue !== (one.break !== undefined) && (!hasValue || one.sources.length > 0);
}
