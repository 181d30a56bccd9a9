/**
 * The part of the node script that finds where a path leads in a container's own root: a shell function that prints a section
 * `proc/<PID>/places` for each container's process in `$D/pids`, with the boundary `$B` and the paths in `$D/places`.
 *
 * A mount point is in the kernel's table under its real name only: what an image has symbolic links for is mounted elsewhere
 * than the Pod says. A line is `<type><tab><path><tab><target>`, as lstat tells it: of each step of a path that the table
 * does not have as it is, and of the steps of where its links lead. No step is taken through a link, since the kernel would
 * follow an absolute one from the node's root.
 */
export const PLACES = String.raw`places() {
  awk -v B="$B" -v D="$D" -v Q="'" '
    function plain(path) { gsub(/\/+/, "/", path); if (path != "/") sub(/\/$/, "", path); return path }
    function quoted(s,   n, i, part, out) {
      n = split(s, part, Q); out = Q part[1]
      for (i = 2; i <= n; i++) out = out Q "\\" Q Q part[i]
      return out Q
    }
    # The steps of a path that are not known yet, as arguments for find; none when its end is known, or cannot be.
    function unknown(path,   here, name, full, links, out) {
      here = out = ""; links = 0
      while (match(path, /^\/*[^\/]+/)) {
        name = substr(path, 1, RLENGTH); path = substr(path, RLENGTH + 1); sub(/^\/+/, "", name)
        if (name == ".") continue
        if (name == "..") { if (out != "") break; sub(/\/[^\/]*$/, "", here); continue }
        full = here "/" name
        if (!(full in asked)) { asked[full] = turn; out = out " " quoted(root full) }
        else if (out != "" || asked[full] == turn) { }
        else if (!(full in kind)) break
        else if (kind[full] == "l") {
          if (++links > 40) break
          path = to[full] path; if (to[full] ~ /^\//) here = ""
          continue
        }
        here = full
      }
      return out
    }
    function missing(path,   head) {
      head = "find: " Q path Q ": "
      return ((head "No such file or directory") in said) || ((head "Not a directory") in said)
    }
    function points(   file, f, point) {
      split("", mounted); file = "/proc/" pid "/mountinfo"
      while ((getline line < file) > 0) {
        split(line, f, " "); point = f[5]
        gsub(/\\040/, " ", point); gsub(/\\011/, "\t", point); gsub(/\\134/, "\\", point); mounted[point] = 1
      }
      close(file)
    }
    BEGIN {
      while ((getline line < (D "/places")) > 0) if (!(line in seen)) { seen[line] = 1; wanted[++n] = line }
      while ((getline line < (D "/nets")) > 0) sandbox[line] = 1
    }
    n && !($2 != "-" && ($1 in sandbox)) {
      pid = $1; root = "/proc/" pid "/root"
      printf "--%s proc/%s/places\n", B, pid
      points(); split("", asked); split("", kind); split("", to)
      for (turn = 1; ; turn++) {
        steps = ""
        for (i = 1; i <= n; i++) if (!(plain(wanted[i]) in mounted)) steps = steps unknown(wanted[i])
        if (steps == "") break
        command = "find" steps " -maxdepth 0 -printf " Q "%y\\t%p\\t%l\\n" Q " 2>&1"
        split("", said)
        while ((command | getline line) > 0) {
          if (split(line, f, "\t") == 3 && index(f[2], root "/") == 1) {
            f[2] = substr(f[2], length(root) + 1); kind[f[2]] = f[1]; to[f[2]] = f[3]; line = f[1] "\t" f[2] "\t" f[3]
          } else said[line] = 1
          print line
        }
        close(command)
        for (full in asked) if (asked[full] == turn && !(full in kind) && missing(root full)) print "-\t" full "\t"
      }
      printf "\n--%s. 0\n", B
    }
  ' "$D/pids"
}
`;
