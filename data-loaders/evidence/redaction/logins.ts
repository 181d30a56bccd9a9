import type { Finding } from "./finding.js";
import { isOrdinary } from "./ordinary.js";

/**
 * Passwords in the options of programs that have their own short one for them: `curl -u user:X`, `mysql -pX`,
 * `redis-cli -a X`, `sshpass -p X`. The same letters mean something else elsewhere, so the program's name has to stand
 * before them, in the same command line: as typed, NUL-separated as in /proc/<pid>/cmdline, or as a list of arguments.
 */
export function findLogins(text: string): Finding[] {
  return logins.flatMap(({ program, option }) =>
    [...text.matchAll(option)].flatMap((match) => {
      const value = match[1]!;
      if (isOrdinary(value) || !program.test(commandBefore(text, match.index))) return [];
      const end = match.index + match[0].length;
      return [{ rule: "option" as const, span: [end - value.length, end] as [number, number], value }];
    }),
  );
}

/** What parts an option from its value: white space, a NUL, or the punctuation of a JSON or YAML list. */
const GAP = `(?:[ \\t]{1,4}|\\0|["'],\\s{0,80}["']|["']?\\n[ \\t]{0,80}- ["']?)["']?`;
const BEFORE = `(?:^|[\\s\\0"',])`;
const VALUE = `([^\\s\\0"',]{1,512})`;

/** In each, the last group is the secret and ends the match. */
const logins = [
  {
    program: /\b(?:curl|wget|http|https)\b/,
    option: pattern(
      `${BEFORE}(?:--user(?:=|${GAP})|--proxy-user(?:=|${GAP})|-[uU](?:${GAP})?)[^\\s\\0"',:]{0,128}:${VALUE}`,
    ),
  },
  {
    program: /\b(?:mysql|mariadb)[\w-]*\b/,
    option: pattern(`${BEFORE}-p((?![\\s\\0"',=-])[^\\s\\0"',]{1,512})`),
  },
  { program: /\bredis-cli\b/, option: pattern(`${BEFORE}(?:-a|--pass)(?:=|${GAP})${VALUE}`) },
  {
    program: /\bredis-server\b/,
    option: pattern(`${BEFORE}--(?:requirepass|masterauth)(?:=|${GAP})${VALUE}`),
  },
  // what pulls, pushes and copies images
  {
    program: /\b(?:crictl|skopeo|podman|buildah)\b/,
    option: pattern(`${BEFORE}--(?:src-|dest-)?creds(?:=|${GAP})[^\\s\\0"',:]{0,128}:${VALUE}`),
  },
  {
    program: /\b(?:ctr|nerdctl)\b/,
    option: pattern(`${BEFORE}(?:--user|-u)(?:=|${GAP})[^\\s\\0"',:]{0,128}:${VALUE}`),
  },
  {
    program: /\b(?:docker|podman|nerdctl|helm|buildah|oras)\b[^|;&]*\blogin\b/,
    option: pattern(`${BEFORE}-p(?:=|${GAP})?${VALUE}`),
  },
  { program: /\bsshpass\b/, option: pattern(`${BEFORE}-p(?:${GAP})?${VALUE}`) },
];

function pattern(source: string): RegExp {
  return new RegExp(source, "g");
}

/** The command line up to here: back to the line's beginning, or over the items of a list. */
function commandBefore(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - 2000), at);
  const lines = near.split("\n");
  let first = lines.length - 1;
  while (first > 0 && lines.length - first < 40 && isItem(lines[first]!)) first--;
  return lines.slice(first).join("\n");
}

/** An item of a YAML list, or a string of a JSON array that is printed one a line. */
function isItem(line: string): boolean {
  return /^\s*(?:-(?: |$)|"|$)/.test(line);
}
