import type { Finding } from "./finding.js";
import { isOrdinary } from "./ordinary.js";

/** Values of cookies: every one of a Cookie header, the one of a Set-Cookie header. Names and attributes stay. */
export function findCookies(text: string): Finding[] {
  const found: Finding[] = [];
  const header =
    /(?<![\w-])(set-)?cookie["'\\]{0,4}[ \t]{0,4}:[ \t]{0,4}[["'\\]{0,6}([^\r\n"'\\]{1,16384})/gi;
  for (const match of text.matchAll(header)) {
    const start = match.index + match[0].length - match[2]!.length;
    const pairs = [...match[2]!.matchAll(/(?:^|;)[ \t]*[\w!#$%&*+.^`|~-]{1,250}=([^;,\s]{1,8192})/g)];
    for (const pair of match[1] ? pairs.filter((one) => one.index === 0) : pairs) {
      const end = start + pair.index + pair[0].length;
      const value = pair[1]!;
      if (!isOrdinary(value)) found.push({ rule: "bearer-token", span: [end - value.length, end], value });
    }
  }
  return found;
}
