/** The words of the search page. */
import type { Lang } from "../text.js";
import type { Kind } from "./options.js";

const en = {
  label: "Search chapters, predictions, commands and terms, in English or Chinese",
  submit: "Search",
  hint: "The index is loaded when you begin to type. Down and Up move between the results.",
  loading: "loading the index…",
  failed: "The index could not be loaded:",
  none: (query: string) => `Nothing was found for “${query}”.`,
  found: (count: number, shown: number) =>
    count === 1
      ? "1 result"
      : count > shown
        ? `${count} results, the first ${shown} shown`
        : `${count} results`,
  kinds: {
    chapter: "Chapter",
    prediction: "Prediction",
    step: "Step",
    limit: "What cannot be concluded",
    look: "Where to look",
    exercise: "Exercise",
    term: "Term",
  } satisfies Record<Kind, string>,
};

const zh: typeof en = {
  label: "用中文或英文搜索章节、预测、命令与术语",
  submit: "搜索",
  hint: "开始输入时才加载索引。用上、下方向键在结果之间移动。",
  loading: "正在加载索引…",
  failed: "索引加载失败：",
  none: (query) => `没有找到“${query}”。`,
  found: (count, shown) => (count > shown ? `${count} 条结果，显示前 ${shown} 条` : `${count} 条结果`),
  kinds: {
    chapter: "章节",
    prediction: "预测",
    step: "步骤",
    limit: "不能得出的结论",
    look: "该看哪里",
    exercise: "练习",
    term: "术语",
  },
};

export const searchWords: Record<Lang, typeof en> = { en, zh };
