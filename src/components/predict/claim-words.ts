/** A claim as a sentence that a reader understands, in both languages. Names of observations stand between backquotes. */
import { show } from "../../model/predictions/operators/operator.js";
import type { Claim } from "../../model/predictions/types.js";
import type { Lang } from "../text.js";

export function claimInWords(claim: Claim, lang: Lang): string {
  const say = sentences[lang];
  return (Object.hasOwn(say, claim.op) ? say[claim.op]! : say.other!)(partsOf(claim, lang));
}

interface Parts {
  op: string;
  names: string;
  first: string;
  second: string;
  to: string;
  unit: string;
  low?: number;
  high?: number;
  tolerance: number;
  pattern: string;
  namespace: string;
}

type Sentence = (parts: Parts) => string;

function partsOf(claim: Claim, lang: Lang): Parts {
  const named = claim.of.map((ref) => `\`${ref}\``);
  const { to } = claim;
  return {
    op: claim.op,
    names: named.join(lang === "zh" ? "、" : ", "),
    first: named[0] ?? "",
    second: named[1] ?? "",
    to: to === undefined ? "" : "observed" in to ? `\`${to.observed}\`` : `“${show(to.literal)}”`,
    unit: claim.unit ? ` ${claim.unit}` : "",
    low: claim.low,
    high: claim.high,
    tolerance: claim.tolerance ?? 0,
    pattern: claim.pattern ?? "",
    namespace: claim.namespace ?? "",
  };
}

const sentences: Record<Lang, Record<string, Sentence>> = {
  en: {
    equals: ({ names, to }) => `${names} is exactly ${to}`,
    sameSet: ({ names, to }) => `${names} has just the elements ${to}, in any order`,
    contains: ({ names, to }) => `${names} contains ${to}`,
    matches: ({ names, pattern }) => `${names} matches the pattern /${pattern}/`,
    count: ({ names, to }) => `the number of ${names} is ${to}`,
    between: ({ names, low, high, unit }) =>
      low === undefined
        ? `${names} is at most ${high}${unit}`
        : high === undefined
          ? `${names} is at least ${low}${unit}`
          : `${names} lies between ${low} and ${high}${unit}`,
    within: ({ names, to, tolerance, unit }) => `${names} lies within ${tolerance}${unit} of ${to}`,
    inCIDR: ({ names, to }) => `${names} lies in the address block ${to}`,
    absent: ({ names }) => `${names}: looked for and not there`,
    unchanged: ({ names }) => `the same value: ${names}`,
    changed: ({ names }) => `different values: ${names}`,
    before: ({ first, second }) => `${first} comes before ${second}`,
    sameNamespace: ({ names, namespace }) => `one and the same ${namespace} namespace: ${names}`,
    differentNamespace: ({ names, namespace }) => `different ${namespace} namespaces: ${names}`,
    other: ({ op, names, to }) => `${names} ${op} ${to}`.trim(),
  },
  zh: {
    equals: ({ names, to }) => `${names} 恰好是 ${to}`,
    sameSet: ({ names, to }) => `${names} 的元素恰为 ${to}，次序不论`,
    contains: ({ names, to }) => `${names} 含有 ${to}`,
    matches: ({ names, pattern }) => `${names} 匹配模式 /${pattern}/`,
    count: ({ names, to }) => `${names} 的数目是 ${to}`,
    between: ({ names, low, high, unit }) =>
      low === undefined
        ? `${names} 至多 ${high}${unit}`
        : high === undefined
          ? `${names} 至少 ${low}${unit}`
          : `${names} 在 ${low} 与 ${high}${unit} 之间`,
    within: ({ names, to, tolerance, unit }) => `${names} 与 ${to} 相差不超过 ${tolerance}${unit}`,
    inCIDR: ({ names, to }) => `${names} 位于地址段 ${to} 内`,
    absent: ({ names }) => `${names}：查找过，并不存在`,
    unchanged: ({ names }) => `值相同：${names}`,
    changed: ({ names }) => `值各不相同：${names}`,
    before: ({ first, second }) => `${first} 先于 ${second}`,
    sameNamespace: ({ names, namespace }) => `同一个 ${namespace} 命名空间：${names}`,
    differentNamespace: ({ names, namespace }) => `不同的 ${namespace} 命名空间：${names}`,
    other: ({ op, names, to }) => `${names} ${op} ${to}`.trim(),
  },
};
