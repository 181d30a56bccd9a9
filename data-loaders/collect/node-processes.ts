/**
 * The part of the node script that reads /proc: shell functions that print sections of every process in `$D/pids`
 * (lines of "<PID> <id>"), with the boundary `$B`.
 */
export const PROCESSES = String.raw`# Files of processes as sections, in one process: a spawn for each would cost more than all the reading.
processes() {
  awk -v B="$B" -v when="$1" '
    function slurp(name, path,   line, got, rc) {
      printf "--%s %s\n", B, name
      while ((rc = (getline line < path)) > 0) { print line; got = 1 }
      close(path); printf "\n--%s. %d\n", B, got ? 0 : 1
    }
    function first(path,   line, rc) { rc = (getline line < path); close(path); return rc > 0 ? line : "" }
    # The mount points of the cgroup hierarchies: by controller, and "2" for version 2.
    function mounts(   line, f, n, i, c, m, k) {
      while ((getline line < "/proc/self/mountinfo") > 0) {
        n = split(line, f, " "); for (i = 7; i <= n && f[i] != "-"; i++);
        if (f[i+1] == "cgroup2") { point["2"] = f[5]; root["2"] = f[4] }
        if (f[i+1] == "cgroup") { m = split(f[i+3], c, ","); for (k = 1; k <= m; k++) { point[c[k]] = f[5]; root[c[k]] = f[4] } }
      }
      close("/proc/self/mountinfo")
    }
    function limit(controller, path, name,   file, value, rest) {
      if (!(controller in point)) return
      rest = path; if (root[controller] != "/" && index(path, root[controller]) == 1) rest = substr(path, length(root[controller]) + 1)
      while (rest ~ /^\/\.\.\//) rest = substr(rest, 4)
      file = point[controller] rest "/" name; value = first(file)
      if (value != "") print file, value
    }
    function limits(pid,   line, f, n, i, c, path, cgroup) {
      printf "--%s proc/%s/cgroup-limits\n", B, pid
      cgroup = "/proc/" pid "/cgroup"
      while ((getline line < cgroup) > 0) {
        split(line, f, ":"); path = substr(line, length(f[1]) + length(f[2]) + 3)
        if (f[1] == "0") {
          limit("2", path, "cpu.max"); limit("2", path, "cpu.weight"); limit("2", path, "memory.max"); limit("2", path, "pids.max")
        }
        n = split(f[2], c, ",")
        for (i = 1; i <= n; i++) {
          if (c[i] == "cpu") { limit("cpu", path, "cpu.cfs_quota_us"); limit("cpu", path, "cpu.cfs_period_us"); limit("cpu", path, "cpu.shares") }
          if (c[i] == "memory") limit("memory", path, "memory.limit_in_bytes")
          if (c[i] == "pids") limit("pids", path, "pids.max")
        }
      }
      close(cgroup); printf "\n--%s. 0\n", B
    }
    BEGIN { if (when == "first") mounts() }
    {
      slurp("proc/" $1 "/stat/" when, "/proc/" $1 "/stat")
      if (when == "last") next
      slurp("proc/" $1 "/status", "/proc/" $1 "/status")
      slurp("proc/" $1 "/cgroup", "/proc/" $1 "/cgroup")
      slurp("proc/" $1 "/mountinfo", "/proc/" $1 "/mountinfo")
      slurp("proc/" $1 "/uid_map", "/proc/" $1 "/uid_map")
      limits($1)
    }
  ' "$D/pids"
}
namespaces() {
  set --; while read -r pid id; do set -- "$@" "proc/$pid/ns"; done <"$D/pids"
  [ $# = 0 ] && return
  # A folder comes before its links: it ends the section before it and begins its own.
  printf '%s\n' "--$B namespaces"
  (cd / && find "$@" -type d -printf "\n--$B. 0\n--$B %p\n" -o -type l -printf '%f %l\n')
  printf '\n%s\n' "--$B. 0"
}
`;
