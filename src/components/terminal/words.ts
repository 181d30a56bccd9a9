/** What the view of an output says. */
import type { Lang } from "../text.js";

/** How much is not shown: lines, or characters of one long line. */
interface Part {
  count: string;
  lines: boolean;
}

const en = {
  above: ({ count, lines }: Part) => `${count} ${lines ? "lines" : "characters"} above `,
  below: ({ count, lines }: Part) => `${count} more ${lines ? "lines" : "characters"} `,
  more: "Show more",
  all: (lines: string) => `Show all ${lines} lines`,
  copyOutput: "Copy output",
  output: (stream: string, step: string) => `${stream} of step ${step}`,
};

const zh: typeof en = {
  above: ({ count, lines }) => `上面还有 ${count} ${lines ? "行" : "个字符"} `,
  below: ({ count, lines }) => `下面还有 ${count} ${lines ? "行" : "个字符"} `,
  more: "多显示一些",
  all: (lines) => `显示全部 ${lines} 行`,
  copyOutput: "复制输出",
  output: (stream, step) => `步骤 ${step} 的 ${stream}`,
};

export const terminalWords: Record<Lang, typeof en> = { en, zh };
