import { MissingValue } from "../../labs/vocabulary/placeholders.js";
import { observe } from "../../src/model/observe.js";
import { lookup } from "../../src/model/predictions/lookup.js";
import type { RunContext } from "./context.js";
import { registryPlaceholder } from "./registry-names.js";
import { filesFolder, scratchFolder } from "./vm-folders.js";

/** The value of a placeholder: what the run gave, a node's name, or something that earlier steps observed. */
export function fill(run: RunContext, name: string): string {
  const given = run.given.get(name) ?? builtIn(run, name);
  if (given !== undefined) return given;
  const recipes = Object.fromEntries(
    Object.entries(run.lab.observations).filter(
      ([key, recipe]) => key === name && recipe.from !== "timeline",
    ),
  );
  const chain = run.seeds.filter((seed) => name.startsWith(`${seed.id}/`));
  const seen = observe({ steps: run.steps, recipes, chains: chain, timelineSpecs: [] }, run.outputs.read);
  const found = lookup(name, { ...seen, steps: run.steps });
  if ("missing" in found) throw new MissingValue(name, found.reason);
  return typeof found.value === "string" ? found.value : JSON.stringify(found.value);
}

function builtIn(run: RunContext, name: string): string | undefined {
  const nodes = run.cluster?.nodes ?? [];
  const workers = nodes.filter((node) => node.role === "worker").map((node) => node.name);
  workers.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  switch (name) {
    case "namespace":
      return run.namespace;
    case "run":
      return run.runId;
    case "scratch":
      return scratchFolder(run.runId);
    case "files":
      return filesFolder(run.transport, run.folder, run.runId);
    case "cluster":
      return run.cluster?.name;
    case "node.control-plane":
      return nodes.find((node) => node.role === "control-plane")?.name;
    case "node.worker1":
      return workers[0];
    case "node.worker2":
      return workers[1];
    default:
      return registryPlaceholder(run, name);
  }
}
