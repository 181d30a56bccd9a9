import type { Finding } from "./finding.js";
import { isSecretName } from "./names.js";
import { isOrdinary } from "./ordinary.js";

/** `name = value` of an ini or TOML file: one word, or what is in quotes; a line of a program is neither. */
export function findInSettings(text: string): Finding[] {
  return [...text.matchAll(setting)].flatMap((match) => {
    const value = match[2] ?? match[3] ?? match[4]!;
    if (!isSecretName(match[1]!) || isOrdinary(value)) return [];
    const start = match.index + match[0].lastIndexOf(value);
    return [{ rule: "env" as const, span: [start, start + value.length] as [number, number], value }];
  });
}

/** White space on at least one side of the sign: without any it is a variable's, which has its own rule. */
const setting =
  /^[ \t]{0,40}([A-Za-z_][\w.-]{0,200})(?:[ \t]{1,20}=[ \t]{0,20}|=[ \t]{1,20})(?:"([^"\n]{1,4096})"|'([^'\n]{1,4096})'|(?!\$)([^\s"'(){}[\],]{1,4096}))[ \t]{0,20}\r?$/gm;
