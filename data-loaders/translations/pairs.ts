/** Every text that a reader sees in two languages, wherever it is written, under a name that outlives its wording. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export interface Pair {
  /** File and place in it, such as `labs/c26-pod-objects predictions[uid-new].text`. */
  key: string;
  en: string;
  zh: string;
}

/** `project` is the root of the project. Sorted by key. */
export async function readPairs(project: string): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const name of await namesIn(join(project, "labs")))
    pairs.push(...(await modulePairs(project, `labs/${name}/lab.ts`, `labs/${name}`)));
  pairs.push(...(await modulePairs(project, "labs/series.ts")));
  for (const file of ["data-loaders/site/frame.ts", "notebook/words.ts"])
    pairs.push(...(await modulePairs(project, file)));
  for (const name of await namesIn(join(project, "src/components"), true))
    if (/(^|[/-])(text|words|terms|definitions)\.ts$/.test(name))
      pairs.push(...(await modulePairs(project, `src/components/${name}`)));
  pairs.push(...(await pagePairs(project)));
  return distinct(pairs).sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** A key that stands for two texts is told apart by a number. */
function distinct(pairs: Pair[]): Pair[] {
  const seen = new Map<string, number>();
  return pairs.map((pair) => {
    const count = (seen.get(pair.key) ?? 0) + 1;
    seen.set(pair.key, count);
    return count === 1 ? pair : { ...pair, key: `${pair.key} #${count}` };
  });
}

async function modulePairs(project: string, file: string, name = file): Promise<Pair[]> {
  if (!(await isThere(join(project, file)))) return [];
  const module = (await import(pathToFileURL(join(project, file)).href)) as Record<string, unknown>;
  return Object.entries(module).flatMap(([exported, value]) => pairsIn(value, `${name} ${exported}`));
}

/** Pages whose text is written in Markdown: both files as a whole. */
async function pagePairs(project: string): Promise<Pair[]> {
  const pages = (await namesIn(join(project, "src/zh"))).filter((name) => name.endsWith(".md"));
  return Promise.all(
    pages.map(async (name) => ({
      key: `src/${name}`,
      en: await readFile(join(project, "src", name), "utf8"),
      zh: await readFile(join(project, "src/zh", name), "utf8"),
    })),
  );
}

/** Texts that are in one language only: English without Chinese. */
export function untranslated(pairs: Pair[]): Pair[] {
  return pairs.filter(({ en, zh }) => en.trim() !== "" && (zh.trim() === "" || zh === "undefined"));
}

/** An object with `en` and `zh` is a pair; when those are objects themselves, their fields are. Functions count by their code. */
export function pairsIn(value: unknown, key: string): Pair[] {
  if (typeof value !== "object" || value === null) return [];
  const { en, zh } = value as { en?: unknown; zh?: unknown };
  if (en !== undefined && zh !== undefined) return pairsOf(en, zh, key);
  if (Array.isArray(value))
    return value.flatMap((one, index) => pairsIn(one, `${key}[${idOf(one) ?? index}]`));
  return Object.entries(value).flatMap(([name, one]) => pairsIn(one, `${key}.${name}`));
}

function pairsOf(en: unknown, zh: unknown, key: string): Pair[] {
  if (typeof en === "object" && en !== null) {
    const other = (zh ?? {}) as Record<string, unknown>;
    return Object.entries(en).flatMap(([name, one]) => pairsOf(one, other[name], `${key}.${name}`));
  }
  return [{ key, en: String(en), zh: String(zh) }];
}

function idOf(value: unknown): string | undefined {
  const id = (value as { id?: unknown } | null)?.id;
  return typeof id === "string" ? id : undefined;
}

async function namesIn(folder: string, recursive = false): Promise<string[]> {
  return (await readdir(folder, { recursive })).sort();
}

async function isThere(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    () => false,
  );
}
