import { MissingValue } from "../../labs/vocabulary/placeholders.js";
import type { Recipe } from "../../src/model/extract/types.js";
import { observe } from "../../src/model/observe.js";
import { lookup } from "../../src/model/predictions/lookup.js";
import type { RunContext } from "./context.js";
import { registryPlaceholder } from "./registry-names.js";
import { filesFolder, scratchFolder } from "./vm-folders.js";

/** The value of a placeholder: what the run gave, a node's name, or something that earlier steps observed. */
export function fill(run: RunContext, name: string): string {
  const given = run.given.get(name) ?? builtIn(run, name);
  if (given !== undefined) return given;
  const recipes = recipesOf(name, run.lab.observations);
  const refs = [
    name,
    ...Object.values(recipes).flatMap((recipe) => (recipe.from === "derived" ? recipe.of : [])),
  ];
  const chain = run.seeds.filter((seed) => refs.some((ref) => ref.startsWith(`${seed.id}/`)));
  const seen = observe({ steps: run.steps, recipes, chains: chain, timelineSpecs: [] }, run.outputs.read);
  const found = lookup(name, { ...seen, steps: run.steps });
  if ("missing" in found) throw new MissingValue(name, found.reason);
  return typeof found.value === "string" ? found.value : JSON.stringify(found.value);
}

/** The recipe of that name, after those that it is derived from; timelines are read at the end of a run only. */
function recipesOf(
  name: string,
  all: Record<string, Recipe>,
  asking: ReadonlySet<string> = new Set(),
): Record<string, Recipe> {
  const recipe = Object.hasOwn(all, name) && !asking.has(name) ? all[name] : undefined;
  if (!recipe || recipe.from === "timeline") return {};
  const within = new Set([...asking, name]);
  const before = recipe.from === "derived" ? recipe.of.map((of) => recipesOf(of, all, within)) : [];
  return { ...Object.assign({}, ...before), [name]: recipe };
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
