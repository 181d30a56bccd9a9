import type { Finding } from "./finding.js";
import { isOrdinary } from "./ordinary.js";

/** Credentials of an Authorization header: always after the header's name, otherwise only when they look like one. */
export function findBearerTokens(text: string): Finding[] {
  const found: Finding[] = [];
  const header =
    /authorization["'\\]{0,4}\s{0,4}[:=]\s{0,4}[["'\\]{0,6}(bearer|basic|token)\s{1,4}([^\s"'\\,<>[\]]{1,16384})/gi;
  for (const match of text.matchAll(header)) found.push(token(match, match[2]!));
  for (const match of text.matchAll(/\bbearer\s{1,4}([\w.~+/-]{8,16384}={0,2})/gi)) {
    if (/\d/.test(match[1]!) || match[1]!.length >= 24) found.push(token(match, match[1]!));
  }
  return found.filter((finding) => !isOrdinary(finding.value!));
}

/** Signed tokens by their shape: two base64url JSON objects and a signature, which may be cut off. */
export function findSignedTokens(text: string): Finding[] {
  const shape = /(?<![\w-])eyJ[\w-]{8,4096}\.eyJ[\w-]{8,16384}(?:\.[\w-]{0,4096})?/g;
  return [...text.matchAll(shape)].map((match) => ({
    ...token(match, match[0]),
    rule: "service-account-token" as const,
  }));
}

function token(match: RegExpMatchArray, value: string): Finding {
  const end = match.index! + match[0].length;
  return { rule: "bearer-token", span: [end - value.length, end], value };
}
