import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setting } from "../caller.js";

/** Where the book's own answers and what is published of them are kept: below the site's root, so that pages can show it. */
export const BOOK_ANSWERS = "src/answers";

/** Where whoever works with this clone keeps theirs. */
export const OWN_ANSWERS = "my-answers";

/** The folders of answers, those that come first before the others: one's own, then the book's; or the one that is set. */
export function answerFolders(): string[] {
  const set = setting(process.env.LABBOOK_ANSWERS, "");
  return set ? [set] : [OWN_ANSWERS, BOOK_ANSWERS];
}

/** The first folder that has an answer of the chapter, or to this exercise of it; undefined where none has. */
export function folderWith(folders: string[], chapter: string, exercise?: string): string | undefined {
  return folders.find((root) => {
    const there = answersOf(root, chapter);
    return exercise === undefined ? there.length > 0 : there.includes(exercise);
  });
}

/** The files that all answers share. */
export function answerPaths(root: string) {
  return {
    /** Public keys. */
    keys: join(root, "keys.json"),
    /** JSON Schema of answer files. */
    schema: join(root, "schema.json"),
  };
}

/** The files of one answer. The first is written by a person, the others by `lab publish`. */
export function pathsOfAnswer(root: string, chapter: string, exercise: string) {
  const base = join(root, chapter, exercise);
  return {
    answer: `${base}.yaml`,
    record: `${base}.record.json`,
    attestation: `${base}.dsse.json`,
    lock: join(root, chapter, ".lock"),
  };
}

/** The exercises of a chapter that have an answer file. */
export function answersOf(root: string, chapter: string): string[] {
  const folder = join(root, chapter);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => name.slice(0, -".yaml".length))
    .sort();
}

/** The exercises of a chapter whose answer is published: it has an attestation. */
export function publishedOf(root: string, chapter: string): string[] {
  return answersOf(root, chapter).filter((exercise) =>
    existsSync(pathsOfAnswer(root, chapter, exercise).attestation),
  );
}

/** The chapters that have a folder of answers. */
export function answeredChapters(root: string): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => name)
    .filter((chapter) => answersOf(root, chapter).length > 0)
    .sort();
}

/** The folders whose answers the project's site shows: one's own in place of the book's. */
export function siteFolders(project: string): string[] {
  return [OWN_ANSWERS, BOOK_ANSWERS].map((folder) => join(project, folder));
}

/** Where the answer that the site shows is published: the folder that comes first has it. */
export function publishedFolder(
  project: string,
  { chapter, exercise }: { chapter: string; exercise: string },
): string {
  const folders = siteFolders(project);
  return folders.find((root) => publishedOf(root, chapter).includes(exercise)) ?? folders.at(-1)!;
}
