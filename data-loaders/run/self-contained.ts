import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Step, Undo } from "../../labs/vocabulary/lab.js";
import { fillPlaceholders } from "../../labs/vocabulary/placeholders.js";
import type { RunContext } from "./context.js";
import { fill } from "./fill.js";

/** An undo as the journal keeps it: all values filled in, manifests inside, so that it can run after a crash. */
export async function selfContained(run: RunContext, undo: Undo): Promise<Undo> {
  const steps = (list: Step[]) => Promise.all(list.map((step) => whole(run, step)));
  return { title: undo.title, steps: await steps(undo.steps), proof: await steps(undo.proof) };
}

async function whole(run: RunContext, step: Step): Promise<Step> {
  const filled = fillPlaceholders(step, (name) => fill(run, name));
  if (filled.kind !== "apply") return filled;
  const { manifest: file, kind: _apply, ...base } = filled;
  const manifest = await readFile(join("labs", run.folder, file), "utf8");
  const stdin = fillPlaceholders(manifest, (name) => fill(run, name));
  return { ...base, kind: "kubectl", argv: ["apply", "-f", "-"], stdin };
}
