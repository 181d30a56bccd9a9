/** The one command that reads a volume's directory and its state file by two ways. */

/**
 * Arguments: boundary, the directory through the root of the container's process, the same directory as the node has it.
 * Sections `inside/…` and `outside/…`: `dir` and `file` with device and inode as stat tells them, `sum` the checksum of
 * the state file. POSIX sh with coreutils. See src/model/extract/section.ts for the frame.
 */
export const VOLUME_SCRIPT = String.raw`
export LC_ALL=C TZ=UTC
B=$1; shift
printf 'labbook-sections 1 %s\n' "$B"
show() {
  name=$1; shift
  said=$("$@" 2>&1); rc=$?
  printf '%s\n' "--$B $name"; [ "$rc" = 0 ] && printf '%s\n' "$said"; printf '\n%s\n' "--$B. $rc"
  [ "$rc" = 0 ] || { printf '%s\n' "--$B $name/stderr"; printf '%s\n' "$said"; printf '\n%s\n' "--$B. 0"; }
}
for way in inside outside; do
  show "$way/dir" stat -L -c '%d %i %F' "$1"
  show "$way/file" stat -c '%d %i %s %F' "$1/state"
  show "$way/sum" sha256sum "$1/state"
  shift
done
printf '%s\n' "--$B--"
`;
