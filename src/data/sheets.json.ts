/** Data loader: both series, every lab's sheet and each chapter's state. Runs in the project's root. */
import { readBook } from "../../data-loaders/site/book.js";

process.stdout.write(JSON.stringify(await readBook(process.cwd())));
