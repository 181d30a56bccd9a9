/** Framework leaves the project's own modules as they were written; a reader's browser needs no line breaks and long names. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "esbuild";

/** Rewrites dist/_import/**\/*.js in place, under the same names: the digest in a name is that of the source. */
export async function minifyModules(dist: string): Promise<void> {
  const folder = join(dist, "_import");
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".js"));
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const { code } = await transform(await readFile(file, "utf8"), {
        format: "esm",
        minify: true,
        charset: "utf8",
        target: "es2022",
      });
      await writeFile(file, code);
    }),
  );
}
