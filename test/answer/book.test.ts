/** A reader may answer in one language; the book answers in both. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import {
  answeredChapters,
  answersOf,
  BOOK_ANSWERS,
  pathsOfAnswer,
} from "../../data-loaders/publish/paths.js";
import type { Answer } from "../../src/model/answer/types.js";

const all = answeredChapters(BOOK_ANSWERS).flatMap((chapter) =>
  answersOf(BOOK_ANSWERS, chapter).map((exercise) => ({ chapter, exercise })),
);

test("every text of the book's answers is there in both languages", () => {
  expect(all.length).toBeGreaterThan(20);
  const lacking = all.flatMap(({ chapter, exercise }) => {
    const file = pathsOfAnswer(BOOK_ANSWERS, chapter, exercise).answer;
    const { prediction, claims, cannotConclude } = parse(readFileSync(file, "utf8")) as Answer;
    const texts = [...prediction.statements, ...claims].map(({ text }) => text).concat(cannotConclude);
    return texts.every(({ en, zh }) => en && zh) ? [] : [file];
  });
  expect(lacking).toEqual([]);
});
