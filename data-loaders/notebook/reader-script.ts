/** The script behind a notebook's questions: one file for all pages, a classic script, so that it runs from a file too. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { MADE } from "../site/made.js";

const NAME = `${MADE}/notebook.js`;

/** Its address below the site's root. Framework's preview serves files of the source root from there. */
export const readerScript = `_file/${NAME}`;

/** Writes it among the files that a build makes for its pages. */
export async function writeReaderScript(project: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: project,
    entryPoints: ["src/components/notebook/reader.ts"],
    bundle: true,
    format: "iife",
    minify: true,
    charset: "utf8",
    target: "es2022",
    write: false,
    logLevel: "silent",
  });
  const file = join(project, "src", NAME);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, outputFiles[0]!.contents);
  return file;
}
