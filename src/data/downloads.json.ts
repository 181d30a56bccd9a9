/** Data loader: the list of files that pages offer for download. */
import { listDownloads } from "../../data-loaders/site/downloads.js";

process.stdout.write(JSON.stringify(await listDownloads()));
