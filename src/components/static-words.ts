/** What pages say where no script runs; the build writes it into them. */
import type { Lang } from "./text.js";

const en = {
  plain:
    "Scripts are off in this browser, so this page shows its results as a plain table. Predicting first, raw output, pictures and checks need scripts.",
  elsewhere:
    "Scripts are off in this browser. This page needs them; the chapters show their results without.",
  fromFile:
    "This page was opened as a file, and browsers run no modules from files: it shows its results as a plain table. Predicting first, raw output, pictures and checks need a server: `npm run preview` is one.",
  refused:
    "The scripts of this page were not run: its server, a policy or this browser refused them (the browser's console says which). It shows its results as a plain table.",
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
  fromFile:
    "本页是作为文件打开的，而浏览器不从文件运行模块，因此以普通表格显示结果。先做预测、原始输出、图和核对需要服务器，例如 `npm run preview`。",
  refused:
    "本页的脚本没有运行：被服务器、安全策略或浏览器拒绝（浏览器控制台会指明是哪一个）。因此以普通表格显示结果。",
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
