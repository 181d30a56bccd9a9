import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const DAY_MS = 86_400_000;

/**
 * Bundles the command with all that it imports into `<folder>/<digest>/`, and notes in bundle.json what went into it.
 * @returns the file to start
 */
export async function bundle({ root, folder, sheets, sha256 }) {
  const kept = new Map();
  /** A file that is edited meanwhile must not be noted as it is then, but as it went into the bundle. */
  const read = (path) => {
    if (!kept.has(path)) kept.set(path, readFileSync(path));
    return kept.get(path);
  };
  const beside = ["package-lock.json", "tsconfig.json", "bin/bundle.mjs"];
  for (const file of beside) read(join(root, file));
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    stdin: { contents: entryOf(root, sheets), resolveDir: root, sourcefile: "lab.js" },
    outdir: folder,
    ...{ bundle: true, splitting: true, format: "esm", platform: "node", target: "node20" },
    // names stay, for stack traces; without comments and spaces it loads in less time
    ...{ minifyWhitespace: true, minifySyntax: true, legalComments: "none" },
    ...{ write: false, metafile: true, logLevel: "silent", outExtension: { ".js": ".mjs" } },
    // it starts a program of its own, which it looks for beside itself
    external: ["esbuild"],
    // one package's "main" cannot be bundled, its "module" can
    mainFields: ["module", "main"],
    // packages of the older module kind ask for Node's own modules by require
    banner: {
      js: `import { createRequire as labbookRequire } from "node:module"; const require = labbookRequire(import.meta.url);`,
    },
    plugins: [readOnce(read)],
  });
  const own = Object.keys(metafile.inputs).filter(
    (file) => !file.includes("node_modules/") && file !== "lab.js",
  );
  const noted = (file) => [file, { sha256: sha256(read(join(root, file))) }];
  const files = Object.fromEntries([...own, ...beside].map(noted));
  const name = sha256(JSON.stringify([root, files, sheets])).slice(0, 16);
  place(join(folder, name), outputFiles, folder);
  const note = { entry: `${name}/stdin.mjs`, root, files, labs: sheets };
  const draft = join(folder, `bundle.json.${process.pid}`);
  writeFileSync(draft, JSON.stringify(note));
  renameSync(draft, join(folder, "bundle.json"));
  removeOld(folder, name);
  return join(folder, note.entry);
}

/** What the command loads by name must be named here, for the bundle to hold it. */
function entryOf(root, sheets) {
  const modules = ["labs/series.ts", ...sheets].map(
    (file) => `${JSON.stringify(file)}: () => import("./${file}")`,
  );
  return `globalThis.labbookBundled = { root: ${JSON.stringify(root)}, modules: { ${modules.join(", ")} } };
await import("./data-loaders/cli.ts");`;
}

/** A file that looks for its neighbours does so where it was, not where the bundle is. */
const readOnce = (read) => ({
  name: "where files were",
  setup(build) {
    build.onLoad({ filter: /\.(ts|mjs|js|json)$/ }, ({ path }) => {
      if (path.includes("node_modules")) return undefined;
      const loader = extname(path).slice(1).replace("mjs", "js");
      const contents = read(path)
        .toString("utf8")
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
        .replaceAll("import.meta.filename", JSON.stringify(path));
      return { contents, loader };
    });
  },
});

/** Another command may be doing the same at the same time: whoever comes first has made it. */
function place(target, outputFiles, folder) {
  if (existsSync(target)) return;
  const draft = `${target}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  for (const { path, contents } of outputFiles)
    writeFileSync(join(draft, path.slice(folder.length + 1)), contents);
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

/** A command that still runs loads parts of its bundle as it needs them, so yesterday's goes, not the last one. */
function removeOld(folder, name) {
  for (const other of readdirSync(folder)) {
    if (!/^[0-9a-f]{16}/.test(other) || other === name) continue;
    if (Date.now() - statSync(join(folder, other)).mtimeMs > DAY_MS)
      rmSync(join(folder, other), { recursive: true, force: true });
  }
}
