import { quote } from "./quote.js";

/**
 * The line that ends a command on the remote side: the end of the local ssh does not.
 * The group is the one that the start marker told. When the command was cut off before that marker came, perhaps while
 * the login shell was still reading its settings, the wrapper is found by its nonce, which only its own arguments hold;
 * here the nonce stands in two halves, so that this line does not find itself.
 */
export function remoteEnd(nonce: string, group: number | undefined): string {
  const half = Math.floor(nonce.length / 2);
  const script = [
    `n=${quote(nonce.slice(0, half))}`,
    `n=$n${quote(nonce.slice(half))}`,
    `groups='${group ?? ""}'`,
    // The pattern goes in by stdin: as an argument grep would find it in its own command line.
    `for f in $(printf %s "$n" | grep -l -a -f - /proc/[0-9]*/cmdline 2>/dev/null); do`,
    `  read -r _ _ _ _ g _ <"\${f%cmdline}stat" && groups="$groups $g"`,
    `done`,
    `for g in $groups; do kill -TERM -$g; done`,
    `for i in 1 2 3 4 5 6 7 8; do`,
    `  left=; for g in $groups; do kill -0 -$g && left=1; done`,
    `  [ "$left" ] || exit 0; sleep 0.25`,
    `done`,
    `for g in $groups; do kill -KILL -$g; done`,
  ].join("\n");
  return `exec /bin/sh -c ${quote(script)}`;
}
