/** The scripts of pages that are read without them: files of their own, for all pages, that run from a file too. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build, type Format } from "esbuild";
import { MADE } from "../site/made.js";

/** Addresses below the site's root. Framework's preview serves files of the source root from there. */
export const readerScript = `_file/${MADE}/notebook.js`;
export const answerScript = `_file/${MADE}/answer.js`;

/** What verifies an answer is fetched when somebody asks for it, by the page and by its worker: so it is a module. */
const scripts: { entry: string; address: string; format: Format }[] = [
  { entry: "src/components/notebook/reader.ts", address: readerScript, format: "iife" },
  { entry: "src/components/answers/panel.ts", address: answerScript, format: "iife" },
  {
    entry: "src/components/answers/verify-answer.ts",
    address: `_file/${MADE}/verify-answer.js`,
    format: "esm",
  },
];

/** Writes them among the files that a build makes for its pages. Returns each file with its address. */
export async function writeReaderScripts(project: string): Promise<[file: string, address: string][]> {
  return Promise.all(
    scripts.map(async ({ entry, address, format }) => {
      const { outputFiles } = await build({
        absWorkingDir: project,
        entryPoints: [entry],
        bundle: true,
        format,
        minify: true,
        charset: "utf8",
        target: "es2022",
        write: false,
        logLevel: "silent",
      });
      const file = join(project, "src", address.replace(/^_file\//, ""));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, outputFiles[0]!.contents);
      return [file, address] as [string, string];
    }),
  );
}
