import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** The stand-alone verifier as one file of JavaScript: the same bytes for the same sources and libraries. */
export async function buildVerifier(): Promise<Uint8Array> {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  // esbuild is what tsx compiles with; it comes with it
  const tsx = createRequire(new URL("../../package.json", import.meta.url)).resolve("tsx/package.json");
  const { build } = createRequire(tsx)("esbuild") as typeof import("esbuild");
  const result = await build({
    entryPoints: [fileURLToPath(new URL("./standalone.ts", import.meta.url))],
    absWorkingDir: root,
    bundle: true,
    write: false,
    platform: "node",
    target: "node20",
    format: "esm",
    // libraries as modules: their CommonJS form may load its parts by computed names
    mainFields: ["module", "main"],
    charset: "utf8",
    legalComments: "inline",
    // paths of the machine that built it have no place in a file that is compared by its digest
    preserveSymlinks: true,
    banner: { js: `#!/usr/bin/env node\n${REQUIRE}` },
    logLevel: "silent",
  });
  return result.outputFiles[0]!.contents;
}

/**
 * Libraries that are CommonJS all the same ask for Node's own modules by require, which a module has not. The address is put
 * together, for the command's own bundle writes the address of a source file wherever it stands in one piece.
 */
const HERE = ["import", "meta", "url"].join(".");
const REQUIRE = `import { createRequire as labbookRequire } from "node:module";\nconst require = labbookRequire(${HERE});`;
