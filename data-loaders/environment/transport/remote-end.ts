import { quote } from "./quote.js";

/** What of a command is known on this side when it has to be ended there. */
export interface Remains {
  /** Stands in the arguments of the shells that lead to the command: the ID of one session, or how all of a connection begin. */
  id: string;
  /** The command's own process, which leads its session; from the start marker. */
  pid?: number;
}

/**
 * The program that ends a command on the remote side, where the end of the local ssh does not: its session, what its
 * shells have started, and whoever still holds its stdout or stderr. SIGTERM first, SIGKILL after the grace. The shells between
 * sshd and the command, and what reads its output, live to tell how it ended; a command that has not started is ended with them.
 */
export function endProgram({ id, pid }: Remains): string {
  return [
    `exec 2>/dev/null`,
    `id=${quote(id)}; sessions=' ${pid ?? ""} '; idle=0; round=0; told=' '`,
    // The fields of stat stand behind the name, which may hold anything.
    `look() { IFS= read -r stat </proc/$1/stat || return; set -- \${stat##*) }; parent=$2 session=$4; [ $1 != Z ]; }`,
    `above=' '; up=$$; while [ "$up" -gt 1 ] && look $up; do above="$above$up "; up=$parent; done`,
    // One of the two that read the command's output; the command itself may be called so, but leads a session.
    `reads() { case $stat in "$1 (cat) "*) case $shells in *" $parent "*) [ $session != $1 ]; return ;; esac ;; esac; false; }`,
    // Few processes matter: grep finds them faster than the shell reads them all; then each is read exactly.
    `any() { set -- $1; IFS='|'; echo "(\${*:-none})"; }`,
    `some() { for file in $(grep -l -s -E "\\) . $1 " /proc/[0-9]*/stat); do file=\${file%/stat}; echo \${file#/proc/}; done; }`,
    `while :; do`,
    // The ID goes in by stdin: as an argument grep would find it in its own command line.
    `shells=' '; for file in $(printf %s "$id" | grep -l -a -F -f - /proc/[0-9]*/cmdline); do`,
    `one=\${file#/proc/}; one=\${one%/cmdline}; look $one || continue`,
    // On the same machine the ssh client has the line in its arguments too.
    `case $stat in "$one (ssh) "*) continue ;; esac`,
    `case $above in *" $one "*) ;; *) shells="$shells$one " ;; esac`,
    `done`,
    `readers=' '; for one in $(some "$(any "$shells")"); do look $one || continue`,
    `case $shells in *" $parent "*) ;; *) continue ;; esac; case $shells in *" $one "*) continue ;; esac`,
    `if reads $one; then readers="$readers$one "; else sessions="$sessions$session "; fi`,
    `done`,
    `victims=; for one in $(some "[0-9]+ [0-9]+ $(any "$sessions")"); do look $one || continue`,
    `case $shells$readers$above in *" $one "*) continue ;; esac`,
    `case $sessions in *" $session "*) victims="$victims $one" ;; esac`,
    `done`,
    ...holders,
    `[ "$victims" ] && idle=0 || idle=$((idle + 1))`,
    pid === undefined
      ? `[ "$victims" ] || [ "$shells" != ' ' ] || exit 0`
      : `[ "$victims" ] || [ "$readers" != ' ' ] || exit 0`,
    `[ $round -lt 24 ] || exit 1`,
    `for one in $victims; do`,
    `if [ $round -ge 8 ]; then kill -KILL $one`,
    `else case $told in *" $one "*) ;; *) told="$told$one "; kill -TERM $one ;; esac; fi`,
    `done`,
    `[ $idle -gt 1 ] && kill -KILL $shells $readers`,
    `round=$((round + 1)); sleep 0.25`,
    `done`,
  ].join("\n");
}

/**
 * Who holds the other end of what the readers read. `ls -l` of all file descriptors prints a line `/proc/12/fd:` for each process,
 * and `… -> pipe:[34]` for each descriptor.
 */
const holders = [
  `pipes=' '; for one in $readers; do pipes="$pipes$(stat -L -c %i /proc/$one/fd/0) "; done`,
  `[ "$pipes" = ' ' ] || for one in $(ls -l /proc/[0-9]*/fd | while IFS= read -r line; do`,
  `case $line in`,
  `/proc/*/fd:) one=\${line#/proc/}; one=\${one%/fd:} ;;`,
  `*' -> pipe:['*) inode=\${line##*\\[}; case $pipes in *" \${inode%]} "*) echo $one ;; esac ;;`,
  `esac`,
  `done); do`,
  `case "$shells$readers$above$victims " in *" $one "*) ;; *) victims="$victims $one" ;; esac`,
  `done`,
];
