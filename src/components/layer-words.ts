import type { LayerState } from "../model/diagnose/index.js";
import type { Lang } from "./text.js";

/** Texts of the table of layers. */
export const layerWords: Record<Lang, LayerWords> = {
  en: {
    layersOf: "Layers of",
    first: "the first without proof is",
    none: "every layer that applies has proof",
    layer: "Layer",
    state: "State",
    proof: "Raw output that says so",
    container: "container",
    marks: marks(),
    states: {
      works: "works",
      fails: "fails",
      "not determined": "not determined",
      "not reached": "not reached",
      "not applicable": "not applicable",
    },
  },
  zh: {
    layersOf: "各层状态：",
    first: "第一个没有证据的层是",
    none: "所有适用的层都有证据",
    layer: "层",
    state: "状态",
    proof: "作为证据的原始输出",
    container: "容器",
    marks: marks(),
    states: {
      works: "正常",
      fails: "失败",
      "not determined": "无法确定",
      "not reached": "未到达",
      "not applicable": "不适用",
    },
  },
};

interface LayerWords {
  layersOf: string;
  first: string;
  none: string;
  layer: string;
  state: string;
  proof: string;
  container: string;
  marks: Record<LayerState, string>;
  states: Record<LayerState, string>;
}

/** A mark beside the word, so that colour is never alone. */
function marks(): Record<LayerState, string> {
  return { works: "✓", fails: "✗", "not determined": "?", "not reached": "·", "not applicable": "·" };
}
