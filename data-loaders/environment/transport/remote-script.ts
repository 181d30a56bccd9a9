import type { CommandRequest } from "../../effects.js";
import { pinnedUmask, remoteEnvironment } from "./child-environment.js";
import { quote } from "./quote.js";

/**
 * The one line that the remote login shell is given. It is one `exec sh -c …`, so that it means the same in any shell;
 * inside, the program is run by `exec` in a subshell, so that a shell builtin of the same name never answers for it.
 * The marker lines on stderr tell the command's own exit 255 apart from a connection that failed.
 */
export function remoteScript(request: CommandRequest, nonce: string): string {
  const [program = ""] = request.argv;
  const script = [
    ...(request.cwd === undefined
      ? []
      : [`cd -- ${quote(request.cwd)} || { echo ${nonce} nocwd ${quote(request.cwd)} >&2; exit 127; }`]),
    `p=$(command -v -- ${quote(program)}) || { echo ${nonce} missing >&2; exit 127; }`,
    `case $p in /*) [ -x "$p" ] || { echo ${nonce} forbidden >&2; exit 126; };; esac`,
    // The process group is read from the kernel: field 5 of stat, after the name in brackets.
    `read -r _ _ _ _ g _ </proc/$$/stat`,
    // Nobody to tell: the connection is gone, and the command must not start behind its back.
    `echo ${nonce} start $g >&2 || exit 255`,
    // The wrapper is in the command's process group: a signal that the command sends to its group is the command's, and
    // the wrapper lives to tell how it ended. A trap, unlike an ignored signal, is not passed on to the command.
    `trap : INT QUIT TERM USR1 USR2`,
    `(umask ${pinnedUmask.toString(8)}; exec env -i -- ${remoteEnvironment(request)} ${program.includes("=") ? viaShell : ""} ${request.argv.map(quote).join(" ")})`,
    `c=$?`,
    `echo ${nonce} end $c >&2`,
    `exit $c`,
  ].join("\n");
  return `exec /bin/sh -c ${quote(script)}`;
}

/** For env the first word with `=` in it would be one more setting, and no program. */
const viaShell = `/bin/sh -c 'exec "$@"' sh`;
