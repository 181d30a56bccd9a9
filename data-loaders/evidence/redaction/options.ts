import type { Finding } from "./finding.js";
import { isOrdinary } from "./ordinary.js";

/** Passwords and tokens in command options, mount options (cifs, ceph) and URLs. */
export function findOptions(text: string): Finding[] {
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)].map(toFinding))
    .filter((f) => !isOrdinary(f.value!));
}

/** In each, the last group is the secret and ends the match. */
const patterns = [
  // --token=…, --password=…, and the same as NUL-separated arguments in /proc/<pid>/cmdline
  /(?:^|[\s\0"',])--?(?:[a-z0-9]{1,30}-){0,4}(?:password|passwd|passphrase|token|secret|api-key|secret-key|access-key)(?:=["']?|\0)([^\s\0"',-][^\s\0"',]{0,4096})/g,
  // --token X as `ps` prints it, and as args of a Pod spec in JSON or YAML; a word of prose has no digit
  /(?:^|[\s"',])--?(?:[a-z0-9]{1,30}-){0,4}(?:password|passwd|passphrase|token|secret|api-key|secret-key|access-key)(?:["'],?\s{0,80}(?:- )?["']|[ \t]{1,4}|\n[ \t]{0,80}- ["']?)((?=[^\s"',]{0,80}\d)[^\s"',-][^\s"',]{5,4096})/g,
  // a bootstrap token, whose shape is fixed
  /\btoken\s{1,4}([a-z0-9]{6}\.[a-z0-9]{16})(?![\w.])/g,
  // kubectl create secret … --from-literal=password=…
  /--from-literal(?:=|\s|\0)["']?[\w.-]{1,250}=([^\s\0"',]{1,4096})/g,
  // options of a mount, as mountinfo prints them
  /,(?:password|passwd|pass|secret)=([^,\s]{1,4096})/g,
  /\b(?:password|passwd)=["']?([^,;&\s"'\\]{1,4096})/gi,
  // user:password@ in a URL
  /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,30}:\/\/[^/\s:@"']{0,256}:([^/\s:@"']{1,512})(?=@)/gi,
];

function toFinding(match: RegExpMatchArray): Finding {
  const value = match[1]!;
  const end = match.index! + match[0].length;
  return { rule: "option", span: [end - value.length, end], value };
}
