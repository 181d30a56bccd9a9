/** The examples of PICTURES.md, with the recorded run that each of them names. */
import { readFileSync } from "node:fs";
import type { RunDocument } from "../../src/model/run.js";
import type { Lang } from "../../src/pictures/context.js";
import { PictureFaults } from "../../src/pictures/faults.js";
import { renderPicture } from "../../src/pictures/index.js";
import { recordedContext } from "../../src/pictures/recorded.js";

export interface Example {
  kind: string;
  chapter: string;
  source: string;
  line: number;
}

const guide = readFileSync("PICTURES.md", "utf8");

export const examples: Example[] = [...guide.matchAll(/```yaml picture (\S+) (\S+)\n([\s\S]*?)```/g)].map(
  ({ index, 1: kind, 2: chapter, 3: source }) => ({
    kind: kind!,
    chapter: chapter!,
    source: source!,
    line: guide.slice(0, index).split("\n").length + 1,
  }),
);

export function example(kind: string): Example {
  return examples.find((one) => one.kind === kind)!;
}

/** What the example needs of a run that was recorded, so that a new run of the chapter changes no test. */
export function recorded(chapter: string): RunDocument {
  return JSON.parse(readFileSync(`test/fixtures/pictures/${chapter}.json`, "utf8")) as RunDocument;
}

/** The chapter's newest run, whatever came of it. */
export function newest(chapter: string): RunDocument {
  return JSON.parse(readFileSync(`src/evidence/${chapter}/run.json`, "utf8")) as RunDocument;
}

export function draw(
  { kind, source, line, chapter }: Example,
  run: RunDocument | undefined = recorded(chapter),
  lang: Lang = "en",
): string {
  const where = { file: "PICTURES.md", line };
  return renderPicture({ kind, name: chapter, source, where }, recordedContext(run, lang));
}

/** The picture parsed, so that a test reads what a reader sees. */
export function page(markup: string): HTMLElement {
  const holder = document.createElement("div");
  holder.innerHTML = markup;
  return holder;
}

export function faultsOf(run: () => string): { line: number; message: string }[] {
  try {
    run();
  } catch (error) {
    if (error instanceof PictureFaults) return error.faults.map(({ line, message }) => ({ line, message }));
    throw error;
  }
  return [];
}
