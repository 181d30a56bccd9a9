import { quote } from "./quote.js";

/** What of a command is known on this side when it has to be ended there. */
export interface Remains {
  /** Stands in the arguments of the shells that lead to the command: the ID of one command, or how all of a connection begin. */
  id: string;
  /** The command's own process, which leads its session, and the inodes of its stdout and stderr; from the start marker. */
  pid?: number;
  streams?: string[];
}

/**
 * The program that ends a command on the remote side, where the end of the local ssh does not: its session, what its
 * shells have started, and whoever still holds its stdout or stderr. SIGTERM first, SIGKILL after the grace. The shells between
 * sshd and the command live to tell how it ended; they are ended when nothing of the command is left.
 */
export function endProgram({ id, pid, streams = [] }: Remains): string {
  return [
    `exec 2>/dev/null`,
    `id=${quote(id)}; sessions=' ${pid ?? ""} '; idle=0; round=0; told=' '`,
    // The fields of stat stand behind the name, which may hold anything.
    `look() { IFS= read -r stat </proc/$1/stat || return; set -- \${stat##*) }; parent=$2 session=$4; [ $1 != Z ]; }`,
    `above=' '; up=$$; while [ "$up" -gt 1 ] && look $up; do above="$above$up "; up=$parent; done`,
    `while :; do`,
    // The ID goes in by stdin: as an argument grep would find it in its own command line.
    `shells=' '; for file in $(printf %s "$id" | grep -l -a -F -f - /proc/[0-9]*/cmdline); do`,
    `one=\${file#/proc/}; one=\${one%/cmdline}; look $one || continue`,
    // On the same machine the ssh client has the line in its arguments too.
    `case $stat in "$one (ssh) "*) continue ;; esac`,
    `case $above in *" $one "*) ;; *) shells="$shells$one " ;; esac`,
    `done`,
    `for file in /proc/[0-9]*; do one=\${file#/proc/}; look $one || continue`,
    `case $shells in *" $parent "*) case $shells in *" $one "*) ;; *) sessions="$sessions$session " ;; esac ;; esac`,
    `done`,
    `victims=; for file in /proc/[0-9]*; do one=\${file#/proc/}; look $one || continue`,
    `case $shells$above in *" $one "*) continue ;; esac`,
    `case $sessions in *" $session "*) victims="$victims $one" ;; esac`,
    `done`,
    ...(streams.length > 0 ? holders(streams) : []),
    `[ "$victims" ] && idle=0 || idle=$((idle + 1))`,
    `[ "$victims" ] || [ "$shells" != ' ' ] || exit 0`,
    `[ $round -lt 24 ] || exit 1`,
    `for one in $victims; do`,
    `if [ $round -ge 8 ]; then kill -KILL $one`,
    `else case $told in *" $one "*) ;; *) told="$told$one "; kill -TERM $one ;; esac; fi`,
    `done`,
    `[ $idle -gt 1 ] && kill -KILL $shells`,
    `round=$((round + 1)); sleep 0.25`,
    `done`,
  ].join("\n");
}

/** `ls -l` of all file descriptors prints a line `/proc/12/fd:` for each process, and `… -> socket:[34]` for each descriptor. */
function holders(streams: string[]): string[] {
  const patterns = streams
    .flatMap((inode) => [`*" -> socket:[${inode}]"`, `*" -> pipe:[${inode}]"`])
    .join(" | ");
  return [
    `for one in $(ls -l /proc/[0-9]*/fd | while IFS= read -r line; do`,
    `case $line in /proc/*/fd:) one=\${line#/proc/}; one=\${one%/fd:} ;; ${patterns}) echo $one ;; esac`,
    `done); do`,
    `case "$shells$above $victims " in *" $one "*) ;; *) victims="$victims $one" ;; esac`,
    `done`,
  ];
}
