/** Data loader: which runs of each chapter can be compared. Runs in the project's root. */
import { readRuns } from "../../data-loaders/site/runs.js";

process.stdout.write(JSON.stringify(await readRuns(process.cwd())));
