/** Builds the site into dist/: pages by Observable Framework, then the evidence and downloads beside them. */
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import type { Series } from "../../labs/series.js";
import { checkNotebooks, HOME } from "../notebook/check.js";
import { writeReaderScripts } from "../notebook/reader-script.js";
import { importSource } from "../sources.js";
import { writeAnswerPages } from "./answer-pages.js";
import { listPublished, writeAnswers } from "./answers.js";
import { bundleModules } from "./bundle-modules.js";
import { checkSite } from "./check.js";
import { writeDownloads } from "./downloads.js";
import { BARE, framed } from "./frame.js";
import { writeFrameFiles } from "./frame-script.js";
import { clearMade, MADE } from "./made.js";
import { writeBookData, writePageData } from "./page-data.js";
import { withPageScript } from "./page-script.js";
import { writeMissingPages } from "./pages.js";
import { seedLibraries } from "./seeds.js";
import { withStaticPart } from "./static-pages.js";

export interface BuildOptions {
  /** The project's root, which holds observablehq.config.ts, src/ and labs/. Default: the working directory. */
  project?: string;
  /** Progress for a person. Default: stderr. */
  log?: (message: string) => void;
}

export interface BuiltSite {
  dist: string;
  pages: number;
  durationMs: number;
}

/** Throws with everything that is wrong when the site could not be built or a page of it would show an error. */
export async function buildSite({
  project = process.cwd(),
  log = toStderr,
}: BuildOptions = {}): Promise<BuiltSite> {
  const started = performance.now();
  const dist = join(project, "dist");
  const { series } = await importSource<{ series: Series[] }>(project, "labs/series.ts");
  for (const page of await writeMissingPages(project, series)) log(`new page ${page}`);
  await writeAnswerPages(project, listPublished(project));
  await seedLibraries(project);
  await clearMade(project);
  const scripts = [...(await writeFrameFiles(project)), ...(await writeReaderScripts(project))];
  const known = await writeBookData(project);
  log("building pages");
  await whileFrameworkBuilds(project, async () => {
    await refuseFaults(project, series);
    await writePageData(project, known);
  });
  await cp(join(project, "src", MADE), join(dist, MADE), { recursive: true });
  await copyEvidence(project, dist);
  await writeAnswers(project, dist, known.answers);
  await writeDownloads(dist);
  const worker = fileURLToPath(new URL("./offline-worker.js", import.meta.url));
  await cp(worker, join(dist, "offline-worker.js"));
  await framePages(dist);
  await bundleModules(dist);
  for (const [file, place] of scripts) {
    await mkdir(dirname(join(dist, place)), { recursive: true });
    await cp(file, join(dist, place));
  }
  const pages = await finishPages(dist);
  // hosts that make sites of folders themselves drop those whose names begin with _, unless they are told not to
  await writeFile(join(dist, ".nojekyll"), "");
  const faults = await checkSite(dist);
  if (faults.length > 0)
    throw new Error(`the built site has ${faults.length} fault(s):\n${faults.join("\n")}`);
  return { dist, pages, durationMs: Math.round(performance.now() - started) };
}

/** A notebook that says what nothing shows is not built. That a translation lags is said by the check alone. */
async function refuseFaults(project: string, series: Series[]): Promise<void> {
  const chapters = series.flatMap(({ chapters }) => chapters.map(({ id }) => id));
  const { faults } = await checkNotebooks(project, [...chapters, HOME]);
  if (faults.length > 0)
    throw new Error(
      `the notebooks have ${faults.length} fault(s):\n${faults.map(({ file, line, message }) => `${file}:${line}: ${message}`).join("\n")}`,
    );
}

/** How Framework's own command is started, with telemetry off and output that can be read. */
export function frameworkCommand(args: string[]): string[] {
  const observable = fileURLToPath(import.meta.resolve("@observablehq/framework/dist/bin/observable.js"));
  return [process.execPath, observable, ...args];
}

export const frameworkEnvironment = {
  OBSERVABLE_TELEMETRY_DISABLE: "1",
  NO_COLOR: "1",
  LANG: "C.UTF-8",
  TZ: "UTC",
};

/**
 * Framework needs one processor core and nothing of what is computed meanwhile: pages load that in the browser. A fault on
 * either side ends both.
 */
async function whileFrameworkBuilds(project: string, act: () => Promise<void>): Promise<void> {
  const ending = new AbortController();
  const pages = runFramework(project, ending.signal);
  try {
    await Promise.all([act(), pages]);
  } catch (error) {
    ending.abort();
    await pages.catch(() => {}); // its output folder is its own until it has ended
    throw error;
  }
}

async function runFramework(project: string, cancelSignal: AbortSignal): Promise<void> {
  const argv = frameworkCommand(["build"]);
  const [file, ...args] = argv;
  const result = await execa(file!, args, {
    cwd: project,
    env: { ...frameworkEnvironment, [BARE]: "1" },
    all: true,
    reject: false,
    cancelSignal,
  });
  if (result.exitCode !== 0) {
    throw new Error(
      `framework build failed\n  ${argv.join(" ")}\n  expected exit 0, got ${result.exitCode ?? result.signal}\n${lastLines(result.all)}`,
    );
  }
  // Framework only warns of broken links and ends with 0. It does not know the id that it gives to the main part, nor
  // places that a page's script makes.
  const broken = result.all
    .split("\n")
    .filter((line) => /^↳ .* → /.test(line) && !/#observablehq-main$|\/record#[^#]+$/.test(line));
  if (broken.length > 0) throw new Error(`pages link to what is not there:\n${broken.join("\n")}`);
}

async function copyEvidence(project: string, dist: string): Promise<void> {
  const evidence = join(project, "src/evidence");
  for (const chapter of await namesIn(evidence)) {
    for (const part of ["run.json", "attempt.json", "history.jsonl", "runs", "raw"]) {
      if (!(await namesIn(join(evidence, chapter))).includes(part)) continue;
      await cp(join(evidence, chapter, part), join(dist, "evidence", chapter, part), { recursive: true });
    }
  }
}

async function framePages(dist: string): Promise<void> {
  for (const page of await pagesIn(dist)) {
    const file = join(dist, page);
    const path = `/${page.replaceAll("\\", "/").replace(/\.html$/, "")}`;
    await writeFile(file, framed(await readFile(file, "utf8"), path));
  }
}

async function pagesIn(dist: string): Promise<string[]> {
  return (await readdir(dist, { recursive: true })).filter((name) => name.endsWith(".html"));
}

/** Framework sets neither the page's language nor lets a reader zoom on a phone, and writes times of files into pages. */
async function finishPages(dist: string): Promise<number> {
  const pages = await pagesIn(dist);
  for (const page of pages) {
    const file = join(dist, page);
    const lang = /^zh[/\\]/.test(page) ? "zh-Hans" : "en";
    const html = await readFile(file, "utf8");
    const finished = withoutClient(html)
      .replace("<html>", `<html lang="${lang}">`)
      .replace(", maximum-scale=1", "")
      .replaceAll(/"lastModified":\d+,/g, "");
    await writeFile(file, await withStaticPart(await withPageScript(finished, file), page, dist));
  }
  return pages.length;
}

/** A page without code of its own needs nothing of Framework's client, and so no script within the page. */
function withoutClient(html: string): string {
  const client =
    /<script type="module">\s*import "[^"]*\/_observablehq\/client\.[0-9a-f]+\.js";\s*<\/script>\n?/;
  if (!client.test(html)) return html;
  return html
    .replace(client, "")
    .replaceAll(/<link rel="modulepreload" href="[^"]*\/_observablehq\/[^"]*">\n?/g, "");
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw error;
  }
}

function lastLines(text: string, count = 15): string {
  return text.trimEnd().split("\n").slice(-count).join("\n");
}

function toStderr(message: string): void {
  process.stderr.write(`${message}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { dist, pages, durationMs } = await buildSite();
  toStderr(`built ${pages} pages in ${(durationMs / 1000).toFixed(1)} s`);
  process.stdout.write(`${dist}\n`);
}
