/** What pages say where no script runs; the build writes it into them. */
import type { Lang } from "./text.js";

const en = {
  plain:
    "Scripts are off in this browser, so this page shows its results as a plain table. Predicting first, raw output, pictures and checks need scripts.",
  elsewhere:
    "Scripts are off in this browser. This page needs them; the chapters show their results without.",
  chapters: "All chapters",
  question: "Question",
  predicted: "Predicted",
  observed: "Observed",
  verdict: "Verdict",
  run: "Run",
  status: "status",
  inShort: "(shortened; the whole value is in the run document)",
  raw: "Everything behind it: the run document, which names every raw output by its SHA-256",
  log: "Log of all runs",
};

const zh: typeof en = {
  plain: "这个浏览器关闭了脚本，因此本页以普通表格显示结果。先做预测、原始输出、图和核对都需要脚本。",
  elsewhere: "这个浏览器关闭了脚本，而本页需要脚本；各章不用脚本也能显示结果。",
  chapters: "全部章节",
  question: "问题",
  predicted: "预测",
  observed: "观测",
  verdict: "判定",
  run: "运行",
  status: "状态",
  inShort: "（有省略；完整的值见运行文档）",
  raw: "背后的一切：运行文档，其中以 SHA-256 列出每一份原始输出",
  log: "全部运行的日志",
};

export const staticWords: Record<Lang, typeof en> = { en, zh };
