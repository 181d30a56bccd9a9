/** What the chain's picture and its list say beyond the site's common words. */
import type { Lang } from "./text.js";

const en = {
  keys: "Arrow keys move between elements, Enter goes to the proof, Escape comes back and closes it.",
  detail: "The chosen element",
  list: "The same as a list",
  listOf: (title: string) => `Identity chain ${title}`,
  layer: "Layer",
  element: "Element",
  changed: "changed",
  stayed: "stayed",
  change: "Between the two",
  agreements: (count: number) => `agrees with ${count} other${count > 1 ? "s" : ""}`,
  counts: (changed: number, stayed: number) => `${changed} changed, ${stayed} stayed`,
  picture: "Picture of the chain",
  close: "Close this panel",
  key: {
    proven: "proven, by its source",
    changed: "differs between the two",
    break: "break: not proven, with the reason",
    agrees: "agrees with another layer (line)",
  },
};

const zh: typeof en = {
  keys: "方向键在各环节之间移动，回车键进入证据，Esc 键返回并关闭。",
  detail: "选中的环节",
  list: "以列表形式查看",
  listOf: (title) => `身份链 ${title}`,
  layer: "层",
  element: "环节",
  changed: "已变化",
  stayed: "未变",
  change: "两代之间",
  agreements: (count) => `与另外 ${count} 处一致`,
  counts: (changed, stayed) => `${changed} 处变化，${stayed} 处未变`,
  picture: "身份链的图",
  close: "关闭这一栏",
  key: {
    proven: "已由来源证实",
    changed: "两代之间不同",
    break: "断点：未能证实，附原因",
    agrees: "与另一层一致（连线）",
  },
};

export const chainWords: Record<Lang, typeof en> = { en, zh };
