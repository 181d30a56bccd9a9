/** The search index over both languages, made at build from labs, runs and the glossary. */
import MiniSearch from "minisearch";
import type { ChapterSheet, Sheets } from "../../src/components/book.js";
import { commandLine } from "../../src/components/format.js";
import { type Entry, options, type SearchData } from "../../src/components/search/options.js";
import type { RunDocument, Text } from "../../src/model/run.js";

/** A command longer than this is a script; its beginning says what it is. In characters. */
const longestCommand = 400;

export function searchData(
  sheets: Sheets,
  runs: Map<string, RunDocument>,
  terms: Omit<Entry, "id">[],
): SearchData {
  const chapters = sheets.series.flatMap((one) => one.chapters);
  const entries = [...chapters.flatMap((sheet) => chapterEntries(sheet, runs.get(sheet.id))), ...terms];
  const search = new MiniSearch<Entry>(options);
  search.addAll(entries.map((entry, id) => ({ id, ...entry })));
  return { index: search.toJSON(), entries };
}

function chapterEntries(sheet: ChapterSheet, run: RunDocument | undefined): Omit<Entry, "id">[] {
  const { id, title, lab } = sheet;
  const at = (kind: Entry["kind"], place: string, text: Text, command?: string): Omit<Entry, "id"> => ({
    kind,
    href: place ? `chapters/${id}/record.html${place}` : `chapters/${id}.html`,
    chapter: id,
    title: kind === "chapter" ? title : { en: "", zh: "" },
    text,
    ...(command && { command }),
  });
  return [
    at("chapter", "", lab?.question ?? { en: "", zh: "" }),
    ...(run?.predictions ?? lab?.predictions ?? []).map(({ text, because }) =>
      at("prediction", "#predict", because ? join(text, because) : text),
    ),
    ...(lab?.limits ?? []).map((limit) => at("limit", "#limits", limit)),
    ...(lab?.table ?? []).map(({ see, look }) => at("look", "#look", join(see, look))),
    ...(lab?.exercises ?? []).map(({ task }) => at("exercise", "#exercises", task)),
    ...distinct(run).map((step) =>
      at("step", `#step-${step.id}`, step.title, commandLine(step.argv).slice(0, longestCommand)),
    ),
  ];
}

/** One step for each title: a repeated one says nothing new. */
function distinct(run: RunDocument | undefined): RunDocument["steps"] {
  const seen = new Set<string>();
  return (run?.steps ?? []).filter(({ title }) => !seen.has(title.en) && seen.add(title.en));
}

function join(a: Text, b: Text): Text {
  return { en: `${a.en}\n${b.en}`, zh: `${a.zh}\n${b.zh}` };
}
