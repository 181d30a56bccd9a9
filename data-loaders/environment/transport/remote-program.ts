import type { CommandRequest } from "../../effects.js";
import { pinnedUmask, remoteEnvironment } from "./child-environment.js";
import { quote } from "./quote.js";

/**
 * What the launcher runs for one command: a POSIX shell program. Its markers tell the command's own exit 255 apart from a
 * connection that failed; what the shell itself would say of the command's end goes nowhere but into the end marker.
 *
 * The command writes into two pipes of its own (6 and 7), which `cat` leads to the session's stdout and stderr (4 and 5). So
 * the program ends when nobody holds them any more, as it is on this machine, and another command can follow in the same session.
 * @param again tell by a marker on both streams that all of the command's output has come
 */
export function remoteProgram(request: CommandRequest, nonce: string, again = false): string {
  return [
    `{ { { {`,
    `unset CDPATH; cd`,
    ...(request.cwd === undefined
      ? []
      : [`cd -- ${quote(request.cwd)} || { echo ${nonce} nocwd >&5; exit; }`]),
    ...findProgram(request.argv[0] ?? "", nonce),
    `session=$(command -v setsid)`,
    // A trap, unlike an ignored signal, is not passed on to the command; these shells live to tell how it ended.
    `keep='trap : HUP INT QUIT TERM USR1 USR2 PIPE ALRM'`,
    `$keep`,
    // The shell that waits for the command says on stderr that a signal ended it; an exit code above 128 says nothing.
    `said=$($keep; exec 2>&1; (`,
    // Nobody to tell: the connection is gone, and the command must not start behind its back.
    `read -r pid rest </proc/self/stat; echo ${nonce} start >&6 && echo ${nonce} start $pid >&5 || exit`,
    `umask ${pinnedUmask.toString(8)}; exec >&6 2>&7 4>&- 5>&- 6>&- 7>&-${request.stdin ? "" : " </dev/null"}`,
    `exec env -i -- ${remoteEnvironment(request)} ${request.argv[0]?.includes("=") ? viaShell : ""} $session ${request.argv.map(quote).join(" ")}`,
    `); exit $?)`,
    `echo ${nonce} end $? \${said:+signal} >&5`,
    `} 6>&1 | cat >&4 5>&- 7>&-; } 7>&1 | cat >&5 4>&-; }`,
    ...(again ? [`echo ${nonce} over >&4; echo ${nonce} over >&5`] : []),
    `} 4>&1 5>&2 2>/dev/null`,
  ].join("\n");
}

/** For env the first word with `=` in it would be one more setting, and no program. */
const viaShell = `/bin/sh -c 'exec "$@"' sh`;

/** Finds the program as execvp(3) does. A builtin of the shell is none: it would answer for a program that is not there. */
function findProgram(program: string, nonce: string): string[] {
  const isOne = `[ -f "$file" ] && [ -x "$file" ]`;
  const folders = program.includes("/") ? `'${program.startsWith("/") ? "/" : "."}'` : `$PATH`;
  return [
    `program=${quote(program)}; found=missing; IFS=:; set -f`,
    `for folder in ${folders}; do`,
    `file=\${folder:-.}/$program`,
    `${isOne} && { found=; break; }; [ -e "$file" ] && found=forbidden`,
    `done; unset IFS; set +f`,
    `[ -z "$found" ] || { echo ${nonce} $found >&5; exit; }`,
  ];
}
