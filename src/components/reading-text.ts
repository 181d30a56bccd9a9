/** The words around a chapter: where it was observed, its neighbours, its printed sheet, environments, the glossary. */
import type { Lang } from "./text.js";

const en = {
  provenance: "Where this was observed",
  observed: "Observed",
  where: "Where",
  versions: "Versions",
  notRun: "Not run",
  changed: "Changed since",
  nodes: (count: number) => (count === 1 ? "1 node" : `${count} nodes`),
  local: "reached locally",
  company: "Beside it",
  besideNothing: "no run of another chapter",
  everythingRan: "nothing: every step ran and every prediction was judged",
  predictionsNotRun: (count: number) => (count === 1 ? "1 prediction" : `${count} predictions`),
  stepsNotRun: (count: number) => (count === 1 ? "1 step" : `${count} steps`),
  unchanged: "nothing: the lab is as it was when it ran",
  labChanged: "the lab:",
  predictionsChanged: "the predictions were amended after the results",
  laterAttempt: "a later attempt replaced nothing",

  neighbours: "Neighbouring chapters",
  previous: "Previous",
  next: "Next",

  answerIt: (chapter: string, exercise: string) =>
    `To answer it yourself, seal your predictions on this page, export them, and type \`./lab answer ${chapter} ${exercise} --prediction FILE\`.`,
  print: "Print a lab sheet",
  sheet: "Lab sheet",
  sheetHint: "Write your prediction before you type a command, and what you saw after it.",
  sheetBy: "Made from the run of",
  date: "Date",
  cluster: "Cluster and versions",
  seen: "Seen",
  resultsFollow: "What was observed",

  observedHere: "Chapters observed here",
  latest: "As the newest of these runs found it",
  probes: "Everything that was probed",

  glossaryLead: "The words that chapters use. Each is linked where a page first uses it.",
  glossaryGroups: ["Labbook’s own words", "Kubernetes", "Runtimes, images and networks", "Linux"],
  glossarySource: "Source",

  chapterColumn: "Chapter",
  ageColumn: "Observed",
  versionsColumn: "On",
  verdictsColumn: "Predictions",
  verdictsOf: (parts: string) => `Predictions: ${parts}`,
};

const zh: typeof en = {
  provenance: "在何处观测",
  observed: "观测于",
  where: "地点",
  versions: "版本",
  notRun: "未运行",
  changed: "此后的变化",
  nodes: (count) => `${count} 个节点`,
  local: "本机直接访问",
  company: "同时运行",
  besideNothing: "没有其他章节在运行",
  everythingRan: "无：每个步骤都已运行，每条预测都有判定",
  predictionsNotRun: (count) => `${count} 条预测`,
  stepsNotRun: (count) => `${count} 个步骤`,
  unchanged: "无：实验与运行时一致",
  labChanged: "实验：",
  predictionsChanged: "预测在得出结果之后被修改",
  laterAttempt: "之后的一次尝试没有取代任何内容",

  neighbours: "相邻章节",
  previous: "上一章",
  next: "下一章",

  answerIt: (chapter, exercise) =>
    `要自己解答，请在本页封存预测并导出，然后输入 \`./lab answer ${chapter} ${exercise} --prediction FILE\`。`,
  print: "打印实验单",
  sheet: "实验单",
  sheetHint: "输入命令之前写下预测，之后写下看到的结果。",
  sheetBy: "依据的运行时间：",
  date: "日期",
  cluster: "集群与版本",
  seen: "看到",
  resultsFollow: "观测结果",

  observedHere: "在此观测的章节",
  latest: "以其中最新一次运行的探测为准",
  probes: "全部探测结果",

  glossaryLead: "各章所用的词。每个词在页面第一次出现时带有链接。",
  glossaryGroups: ["本手册的用词", "Kubernetes", "运行时、镜像与网络", "Linux"],
  glossarySource: "来源",

  chapterColumn: "章节",
  ageColumn: "观测于",
  versionsColumn: "环境",
  verdictsColumn: "预测",
  verdictsOf: (parts) => `预测：${parts}`,
};

export const readingWords: Record<Lang, typeof en> = { en, zh };
