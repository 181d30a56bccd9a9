import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execa } from "execa";
import { buildSite, frameworkCommand, frameworkEnvironment } from "../data-loaders/site/build.js";
import { seedLibraries } from "../data-loaders/site/seeds.js";
import { ratioLine, timed } from "./stopwatch.js";

const PAGES = 20;
const CACHE = "src/.observablehq/cache";

/**
 * This site, cold (nothing cached) and warm, against Framework as it comes: 20 pages with a chart each, its own build
 * command, nothing else. Each once: a cold build takes a minute.
 */
export async function siteBuild(): Promise<string[]> {
  const plain = plainSite();
  try {
    const framework = async () => {
      const [file, ...args] = frameworkCommand(["build"]);
      await execa(file!, args, { cwd: plain, env: frameworkEnvironment });
    };
    // without them it would ask the npm registry for the newest versions of libraries that no page uses
    await seedLibraries(plain);
    const frameworkCold = await timed(framework);
    const frameworkWarm = await timed(framework);
    await rm(CACHE, { recursive: true, force: true });
    const quiet = { log: () => {} };
    const cold = await buildSite(quiet);
    const warm = await buildSite(quiet);
    const base = `Framework's own build of ${PAGES} pages with a chart`;
    return [
      ratioLine(`cold build, ${cold.pages} pages`, cold.durationMs, `${base}, cold`, frameworkCold),
      ratioLine(`warm build, ${warm.pages} pages`, warm.durationMs, `${base}, warm`, frameworkWarm),
      `a page: cold ${(cold.durationMs / cold.pages).toFixed(0)} ms against ${(frameworkCold / PAGES).toFixed(0)} ms, warm ${(warm.durationMs / warm.pages).toFixed(0)} ms against ${(frameworkWarm / PAGES).toFixed(0)} ms`,
    ];
  } finally {
    rmSync(plain, { recursive: true, force: true });
  }
}

/** A project of Framework's own kind with the libraries of this one. */
function plainSite(): string {
  const root = mkdtempSync(join(tmpdir(), "labbook-bench-"));
  mkdirSync(join(root, "src"));
  symlinkSync(resolve("node_modules"), join(root, "node_modules"));
  writeFileSync(join(root, "package.json"), '{"type":"module","private":true}\n');
  // without one Framework cannot bundle vega
  writeFileSync(join(root, "tsconfig.json"), "{}\n");
  writeFileSync(
    join(root, "observablehq.config.js"),
    'export default { root: "src", globalStylesheets: [] };\n',
  );
  const names = ["index", ...Array.from({ length: PAGES - 1 }, (_, i) => `page-${i + 1}`)];
  for (const name of names) writeFileSync(join(root, "src", `${name}.md`), page(name));
  return root;
}

function page(name: string): string {
  return `# ${name}

\`\`\`js
import embed from "vega-embed";
const figure = document.createElement("div");
await embed(figure, {
  data: {values: [{a: 1, b: 2}, {a: 2, b: 5}]},
  mark: "bar",
  encoding: {x: {field: "a"}, y: {field: "b", type: "quantitative"}}
});
display(figure);
\`\`\`
`;
}
