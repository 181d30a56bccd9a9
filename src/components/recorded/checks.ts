/** What a verification says of each check, in Chinese. A fault that no rule knows stays as it is: it names bytes and fields. */
import type { Check, Report } from "../../model/verify/types.js";
import type { Lang } from "../text.js";

export function reportInLanguage(report: Report, lang: Lang): Report {
  return lang === "en" ? report : { ...report, checks: report.checks.map(inChinese) };
}

function inChinese(check: Check): Check {
  for (const [pattern, say] of rules) {
    const found = pattern.exec(check.detail);
    if (found)
      return {
        ...check,
        detail: say.replaceAll(/\$(\d)/g, (_, index: string) => found[Number(index)] ?? ""),
      };
  }
  return check;
}

const rules: [RegExp, string][] = [
  [/^(\d+) files, each as the manifest says$/, "$1 个文件，每个都与清单一致"],
  [/^(\d+) characters, as they were written$/, "$1 个字符，与写入时一致"],
  [/^(\d+) raw outputs have their digests and lengths$/, "$1 份原始输出的摘要和长度都相符"],
  [/^(\d+) runs, each line chained to the one before$/, "$1 次运行，每一行都与前一行相连"],
  [/^(\d+) predictions, sealed at (\S+), before the first step$/, "$1 条预测，于 $2 封存，早于第一步"],
  [/^(\w+), (\d+) steps$/, "$1，共 $2 个步骤"],
  [
    /^observations, chains and timelines come out of the raw bytes as they were recorded$/,
    "从原始字节重新得出的观测值、身份链和时间线与记录一致",
  ],
  [/^verdicts come out of the raw bytes as they were recorded$/, "从原始字节重新得出的判定与记录一致"],
  [
    /^(\d+) claims stand on their evidence; (\d+) statements judged again$/,
    "$1 条结论与证据相符；$2 条陈述已重新判定",
  ],
  [/^follows from the answer and the run as it is$/, "由解答和运行得出，与原样一致"],
  [
    /^the statement's digests and fields are those of the files; signed at (\S+)$/,
    "声明中的摘要和字段与文件一致；签名于 $1",
  ],
  [/^Ed25519 by the key (\S+), valid at that time$/, "Ed25519 签名，密钥 $1，当时有效"],
  [
    /^Ed25519 by the key (\S+), valid at that time; the key came with the files: compare its ID with one that you have from its owner$/,
    "Ed25519 签名，密钥 $1，当时有效；密钥与文件一同取得：请把它的 ID 与密钥所有者给你的比较",
  ],
  [
    /^(.+) differ at (\S+): recorded ([\s\S]*), now ([\s\S]*); the bytes changed$/,
    "$1 在 $2 处不同：记录为 $3，现在得出 $4；字节已被改动",
  ],
  [
    /^(.+) differ at (\S+): recorded ([\s\S]*), now ([\s\S]*); the recorded values were changed, or the code that reads them was$/,
    "$1 在 $2 处不同：记录为 $3，现在得出 $4；记录的值或读取它们的代码被改动过",
  ],
];
