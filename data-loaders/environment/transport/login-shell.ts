/** Between a name and an ID in what the launcher prints; the line that starts it holds both, but never so joined. */
const GREETING = "labbook-ready-";

/** What the launcher and its programs call that is no special builtin of a POSIX shell. */
const used = "cat cd command echo env printf read setsid umask";

/**
 * The line that the account's login shell is given. It is the same word for word in sh, bash, zsh, fish and tcsh: one
 * quoted argument without a quote, backslash, line end or exclamation mark inside. All that depends on the command comes
 * later, over standard input, to a POSIX shell that has read no settings. `exec` leaves nothing of the login shell behind that
 * could print something when the command ends.
 * @param id letters and digits; it stands in the process's arguments, where `endProgram` finds it
 */
export function launchLine(id: string, plain = false): string {
  // where sh is bash, a function that the account's settings export comes before what is meant here
  const script = `unset -f ${used}; echo "$0$1"; IFS= read -r program && eval "$program"`;
  return `${plain ? "" : "exec "}/bin/sh -c '${script}' ${GREETING} ${id}`;
}

/** What the launcher prints, on a line of its own, when it waits for its program. */
export function greeting(id: string): string {
  return `${GREETING}${id}\n`;
}

/** A program for the launcher: one line of ASCII, whatever the program holds. */
export function programLine(program: string): Buffer {
  if (program.includes("\0")) throw new TypeError("an argument cannot hold a NUL byte");
  const format = [...Buffer.from(program)].map(octal).join("");
  return Buffer.from(`eval "$(printf '${format}')"\n`, "latin1");
}

/** As in printf's format: what is not plain ASCII, and what the format or its quotes would take for their own. */
function octal(byte: number): string {
  const plain = byte >= 0x20 && byte < 0x7f && !"'%\\".includes(String.fromCharCode(byte));
  return plain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`;
}
