/** What is said of keeping a reader's own run, and of checks that were given up. */
import type { Lang } from "../text.js";

const en = {
  kept: "It is kept in this browser, for this chapter, until you remove it; it is verified again each time.",
  notKept: "It stays on this page only: this browser did not keep it.",
  again: (name: string) => `Verifying your kept run ${name} again …`,
  lost: (name: string) => `The kept run ${name} no longer verifies here, so it is not shown.`,
  remove: "Remove your run",
  notRemoved: "It could not be removed from this browser's storage:",
  givenUp: (seconds: number) =>
    `The check took longer than ${seconds} s and was given up: the file's own way of reading its outputs does not come to an end.`,
};

const zh: typeof en = {
  kept: "它保存在这个浏览器中，只用于本章，直到你移除；每次打开都会重新核对。",
  notKept: "它只留在本页：这个浏览器没有保存它。",
  again: (name) => `正在重新核对保存的运行 ${name} …`,
  lost: (name) => `保存的运行 ${name} 在这里不再通过核对，因此不显示。`,
  remove: "移除你的运行",
  notRemoved: "无法从这个浏览器的存储中移除：",
  givenUp: (seconds) => `核对超过 ${seconds} 秒，已放弃：这个文件读取输出的方式没有尽头。`,
};

export const ownRunWords: Record<Lang, typeof en> = { en, zh };
