/** Framework's preview with the libraries seeded, so that it needs no network. Arguments are passed on. */
import { execa } from "execa";
import { frameworkCommand, frameworkEnvironment } from "./build.js";
import { writePageData } from "./page-data.js";
import { seedLibraries } from "./seeds.js";

const project = process.cwd();
await seedLibraries(project);
await writePageData(project);
const [file, ...args] = frameworkCommand(["preview", "--no-open", ...process.argv.slice(2)]);
const { exitCode } = await execa(file!, args, {
  cwd: project,
  env: frameworkEnvironment,
  stdio: "inherit",
  reject: false,
});
process.exitCode = exitCode ?? 1;
