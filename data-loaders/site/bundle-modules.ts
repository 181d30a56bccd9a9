/**
 * Framework leaves every module a file of its own, and a chapter's page would ask for eighty. This makes few of them: what a
 * kind of page needs at once is one file, and what it imports when it is used is fetched when it is used.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix, relative, sep } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";

/** Where all modules end up, relative to dist: two folders deep, which is what their own addresses are counted from. */
const PLACE = "_import/components";
const OWN = /(?:\.\.?\/)+(?:_import|_node|_npm)\/[^"'\s]+\.js/g;

/** Rewrites dist/_import and the pages that import from it; the same sources give the same names and bytes. */
export async function bundleModules(dist: string): Promise<void> {
  const pages = await readPages(dist);
  const groups = together(pages.map(({ folder, html }) => scriptsOf(html).flatMap(importsIn(folder))));
  if (groups.length === 0) return;
  const made = join(dist, "_bundled");
  const built = await Promise.all(groups.map((entries) => bundle(dist, entries, made)));
  const outputs = placed(built);
  for (const { file, folder, html } of pages) {
    const text = withPreloads(html.replaceAll(OWN, moved), folder);
    if (text !== html) await writeFile(file, text);

    function moved(path: string): string {
      const to = outputs.entries.get(posix.join(folder, path));
      return to ? from(folder, to) : path;
    }
  }
  await replaceModules(dist, made);

  /** A page names beforehand what its modules import, or the browser would learn of each only from the one before. */
  function withPreloads(html: string, folder: string): string {
    const wanted = new Set(
      scriptsOf(html)
        .flatMap(importsIn(folder))
        .flatMap((path) => outputs.closure(path)),
    );
    const links = [...wanted].map((path) => `<link rel="modulepreload" href="${from(folder, path)}">\n`);
    const without = html.replaceAll(
      /<link rel="modulepreload" href="[^"]*(?:_import|_node|_npm)\/[^"]*">\n/g,
      "",
    );
    return without.replace('<meta name="color-scheme"', `${links.join("")}<meta name="color-scheme"`);
  }
}

/** The modules that some page imports, those of one page in one group: what they share must be there once only. */
function together(pages: string[][]): string[][] {
  const groups: Set<string>[] = [];
  for (const modules of pages) {
    if (modules.length === 0) continue;
    const own = new Set(modules);
    for (const group of groups.filter((one) => modules.some((path) => one.has(path)))) {
      for (const path of group) own.add(path);
      groups.splice(groups.indexOf(group), 1);
    }
    groups.push(own);
  }
  return groups.map((group) => [...group].sort());
}

async function bundle(dist: string, entryPoints: string[], outdir: string): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: dist,
    entryPoints,
    outdir,
    entryNames: "[name]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    minify: true,
    charset: "utf8",
    target: "es2022",
    metafile: true,
    logLevel: "silent",
    plugins: [keepFramework],
  });
  return metafile;
}

interface PageFile {
  file: string;
  /** The page's folder relative to dist, with slashes. */
  folder: string;
  html: string;
}

async function readPages(dist: string): Promise<PageFile[]> {
  const names = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith(".html")).sort();
  return Promise.all(
    names.map(async (name) => ({
      file: join(dist, name),
      folder: dirname(name).split(sep).join("/"),
      html: await readFile(join(dist, name), "utf8"),
    })),
  );
}

function scriptsOf(html: string): string[] {
  return [...html.matchAll(/<script type="module">([\s\S]*?)<\/script>/g)].map(([, code]) => code!);
}

/** Paths of the modules that a script of that folder imports, relative to dist. */
function importsIn(folder: string): (script: string) => string[] {
  return (script) => [...script.matchAll(OWN)].map(([path]) => posix.join(folder, path));
}

/** Framework's own client is shared by everything on a page, so it stays what it is. */
const keepFramework: Plugin = {
  name: "keep-framework",
  setup({ onResolve, initialOptions }) {
    onResolve({ filter: /\/_observablehq\// }, ({ path, resolveDir }) => {
      const file = relative(initialOptions.absWorkingDir!, join(resolveDir, path)).split(sep).join("/");
      return { path: from(PLACE, file), external: true };
    });
  },
};

/** What became of each entry, and what is imported at once with an output. Paths are relative to dist. */
function placed(built: Metafile[]) {
  const place = (path: string) => `${PLACE}/${posix.basename(path)}`;
  const entries = new Map<string, string>();
  const imports = new Map<string, string[]>();
  for (const [path, output] of built.flatMap(({ outputs }) => Object.entries(outputs))) {
    if (output.entryPoint) entries.set(output.entryPoint, place(path));
    const atOnce = output.imports.filter(({ kind, external }) => kind === "import-statement" && !external);
    imports.set(
      place(path),
      atOnce.map(({ path }) => place(path)),
    );
  }
  return {
    entries,
    closure(path: string): string[] {
      const all = new Set([path]);
      for (const one of all) for (const next of imports.get(one) ?? []) all.add(next);
      return [...all];
    },
  };
}

async function replaceModules(dist: string, made: string): Promise<void> {
  const styles = (await readdir(join(dist, "_import"))).filter((name) => name.endsWith(".css"));
  const kept = await Promise.all(
    styles.map(async (name) => ({ name, text: await readFile(join(dist, "_import", name)) })),
  );
  for (const folder of ["_import", "_node", "_npm"])
    await rm(join(dist, folder), { recursive: true, force: true });
  await mkdir(join(dist, "_import"), { recursive: true });
  for (const { name, text } of kept) await writeFile(join(dist, "_import", name), text);
  await rename(made, join(dist, PLACE));
}

/** The address of a file for a page or module of that folder; both relative to dist. */
function from(folder: string, file: string): string {
  const path = posix.relative(folder, file);
  return path.startsWith(".") ? path : `./${path}`;
}
