import type { Finding } from "./finding.js";

/** Private keys in PEM form: the banners stay, what is between goes. Also a key whose end was cut off, or in base64. */
export function findPrivateKeys(text: string): Finding[] {
  return [...pem(text), ...encodedPem(text)];
}

const LONGEST = 64 * 1024;

function pem(text: string): Finding[] {
  const found: Finding[] = [];
  for (const match of text.matchAll(/-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----/g)) {
    const start = match.index + match[0].length;
    const end = bodyEnd(text, start);
    const body = text.slice(start, end);
    if (end > start && !body.startsWith("[masked:"))
      found.push({ rule: "private-key", span: [start, end], value: body });
  }
  return found;
}

function bodyEnd(text: string, start: number): number {
  const banner = text.indexOf("-----", start);
  if (banner >= 0 && banner - start < LONGEST) return banner;
  const body = /[A-Za-z0-9+/=\s\\:,]*/y; // up to the first character that is in no PEM body
  body.lastIndex = start;
  body.exec(text);
  return Math.max(start, body.lastIndex);
}

/** base64 of "-----BEGIN … PRIVATE KEY-----…", as Secrets and kubeconfigs hold it. */
function encodedPem(text: string): Finding[] {
  const found: Finding[] = [];
  for (const match of text.matchAll(/LS0tLS1CRUdJTi[A-Za-z0-9+/_-]{20,65536}={0,2}/g)) {
    const head = Buffer.from(match[0].slice(0, 80), "base64").toString("latin1");
    if (!head.includes("PRIVATE KEY")) continue;
    found.push({ rule: "private-key", span: [match.index, match.index + match[0].length] });
  }
  return found;
}
