/** Framework's preview with the libraries seeded, so that it needs no network. Arguments are passed on. */
import { execa } from "execa";
import type { Series } from "../../labs/series.js";
import { writeReaderScripts } from "../notebook/reader-script.js";
import { importSource } from "../sources.js";
import { writeAnswerPages } from "./answer-pages.js";
import { listPublished } from "./answers.js";
import { frameworkCommand, frameworkEnvironment } from "./build.js";
import { writeFrameFiles } from "./frame-script.js";
import { clearMade } from "./made.js";
import { writeBookData, writePageData } from "./page-data.js";
import { writeMissingPages } from "./pages.js";
import { seedLibraries } from "./seeds.js";

const project = process.cwd();
const { series } = await importSource<{ series: Series[] }>(project, "labs/series.ts");
await writeMissingPages(project, series);
await writeAnswerPages(project, listPublished(project));
await seedLibraries(project);
await clearMade(project);
await writePageData(project, await writeBookData(project));
await writeReaderScripts(project);
await writeFrameFiles(project);
const [file, ...args] = frameworkCommand(["preview", "--no-open", ...process.argv.slice(2)]);
const { exitCode } = await execa(file!, args, {
  cwd: project,
  env: frameworkEnvironment,
  stdio: "inherit",
  reject: false,
});
process.exitCode = exitCode ?? 1;
