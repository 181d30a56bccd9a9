import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The stand-alone verifier as one file of JavaScript: the same bytes for the same sources and libraries. */
export async function buildVerifier(): Promise<Uint8Array> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL("./standalone.ts", import.meta.url))],
    absWorkingDir: fileURLToPath(new URL("../..", import.meta.url)),
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

/** Libraries that are CommonJS all the same ask for Node's own modules by require, which a module has not. */
const REQUIRE =
  'import { createRequire as labbookRequire } from "node:module";\nconst require = labbookRequire(import.meta.url);';
