/** The one command that reads everything about some Pods on their node. See src/model/extract/section.ts for its frame. */

/**
 * Arguments: boundary, then `uid=<node UID>` and `identity=<node UID>,<container>,<port>,<URL>` in any number.
 * POSIX sh with coreutils, findutils, awk, procps, iproute2 and crictl; ctr and curl where there are. It writes to a
 * directory of its own, which it removes. What is independent runs at the same time; lists and start times are read
 * first and last.
 */
export const NODE_SCRIPT = String.raw`
export LC_ALL=C TZ=UTC
B=$1; shift
D=$(mktemp -d) || exit 70
trap 'rm -rf "$D"' EXIT
trap 'exit 143' HUP INT TERM
printf 'labbook-sections 1 %s\n' "$B"

# job KEY COMMAND…: in the background, output and exit code into files.
job() { key=$1; shift; { "$@" >"$D/$key.out" 2>"$D/$key.err"; echo $? >"$D/$key.rc"; } & }
# show NAME KEY: the section of a finished job; what it said when it failed is a section of its own.
show() {
  rc=127; [ -s "$D/$2.rc" ] && read -r rc <"$D/$2.rc"
  printf '%s\n' "--$B $1"; cat "$D/$2.out"; printf '\n%s\n' "--$B. $rc"
  [ "$rc" = 0 ] || { printf '%s\n' "--$B $1/stderr"; cat "$D/$2.err"; printf '\n%s\n' "--$B. 0"; }
}
# file NAME PATH: a file as a section.
file() { printf '%s\n' "--$B $1"; cat "$2" 2>/dev/null; rc=$?; printf '\n%s\n' "--$B. $rc"; }

: >"$D/uids"; : >"$D/identity"; n=0
for arg in "$@"; do
  case $arg in
    uid=*) printf '%s\n' "${"$"}{arg#uid=}" >>"$D/uids"; n=$((n+1)); only=${"$"}{arg#uid=} ;;
    identity=*) printf '%s\n' "${"$"}{arg#identity=}" >>"$D/identity" ;;
  esac
done
# One Pod: the CRI filters. Several: one list for all, since crictl knows no "or".
if [ "$n" = 1 ]; then filter="--label=io.kubernetes.pod.uid=$only"; else filter=; fi

job pods1 crictl pods -o json $filter
job ps1 crictl ps -a -o json $filter
job tasks ctr -n k8s.io task ls
wait

# Ids of listed objects whose Pod UID label is asked for. An item's own id is the first key, on the smallest indent.
ids() {
  awk -v uids="$D/uids" '
    BEGIN { while ((getline u < uids) > 0) want[u] = 1 }
    match($0, /^ *"id": "/) { if (!w) w = RLENGTH; if (RLENGTH == w) { split($0, a, "\""); id = a[4] } }
    /^ *"io.kubernetes.pod.uid": "/ { split($0, a, "\""); if (a[4] in want && id ~ /^[0-9a-f]+$/) print id; id = "" }
  ' "$1"
}
ids "$D/pods1.out" >"$D/sandboxes"
ids "$D/ps1.out" >"$D/containers"
cat "$D/sandboxes" "$D/containers" >"$D/ids"
# "<PID> <id>" of everything that runs: by the task list, or else by the cgroups that name the ids.
if [ "$(cat "$D/tasks.rc")" = 0 ]; then
  awk -v list="$D/ids" 'BEGIN { while ((getline i < list) > 0) want[i] = 1 } $1 in want && $3 == "RUNNING" { print $2, $1 }' \
    "$D/tasks.out" >"$D/pids"
elif [ -s "$D/ids" ]; then
  grep -lF -f "$D/ids" /proc/[0-9]*/cgroup 2>/dev/null | awk -F/ '{ print $3, "-" }' >"$D/pids"
else : >"$D/pids"; fi
awk -v list="$D/sandboxes" 'BEGIN { while ((getline i < list) > 0) want[i] = 1 } $2 in want || $2 == "-" { print $1 }' "$D/pids" >"$D/nets"

# Files of processes as sections, in one process: a spawn for each would cost more than all the reading.
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
  set --; while read -r pid id; do set -- "$@" "/proc/$pid/ns"; done <"$D/pids"
  [ $# = 0 ] && return
  find "$@" -type l -printf '%h %f %l\n' | awk -v B="$B" '
    function end() { if (open != "") printf "\n--%s. 0\n", B }
    $1 != open { end(); open = $1; printf "--%s %s\n", B, substr(open, 2) }
    { print $2, $3 }
    END { end() }'
}
interfaces() {
  while read -r pid; do
    printf '%s\n' "--$B proc/$pid/ip-addr"; nsenter -t "$pid" -n ip -j addr; rc=$?; printf '\n%s\n' "--$B. $rc"
  done <"$D/nets"
}
network() {
  printf '%s\n' "--$B ip-route"; ip -j route; rc=$?; printf '\n%s\n' "--$B. $rc"
  printf '%s\n' "--$B ip-route6"; ip -6 -j route; rc=$?; printf '\n%s\n' "--$B. $rc"
  printf '%s\n' "--$B ip-link"; ip -j -d link; rc=$?; printf '\n%s\n' "--$B. $rc"
  printf '%s\n' "--$B netns-ids"; ip -j netns list-id; rc=$?; printf '\n%s\n' "--$B. $rc"
}
cni() {
  set --
  for f in /etc/cni/net.d/*.conf /etc/cni/net.d/*.conflist /etc/cni/net.d/*.json; do
    [ -f "$f" ] && { file "cni/$f" "$f"; set -- "$@" "$f"; }
  done
  [ $# = 0 ] && return
  # Where host-local keeps its state is what the configuration says; without a word the plugin has a default.
  dirs=$(sed -n 's/.*"dataDir" *: *"\([^"]*\)".*/\1/p' "$@" | sort -u)
  [ -z "$dirs" ] && grep -q '"host-local"' "$@" && dirs=/var/lib/cni/networks
  [ -s "$D/sandboxes" ] && printf '%s\n' "$dirs" | while read -r dir; do
    [ -d "$dir" ] && grep -rlF -f "$D/sandboxes" "$dir" 2>/dev/null
  done | while read -r f; do file "ipam/$f" "$f"; done
}
# One call for all ids; when one of them has just vanished, one call each, so that the others are still told.
inspect() { verb=$1; shift; crictl "$verb" "$@" || { for i in "$@"; do crictl "$verb" "$i"; done; :; }; }
shims() { ps -ww -eo pid,ppid,args | awk '$3 ~ /(^|\/)containerd-shim/'; }
identity() {
  if command -v curl >/dev/null; then curl -gfsS -m 3 --noproxy '*' "$1"; else wget -q -O - -T 3 "$1"; fi
}

[ -s "$D/sandboxes" ] && job inspectp inspect inspectp $(cat "$D/sandboxes")
[ -s "$D/containers" ] && job inspect inspect inspect $(cat "$D/containers")
job images crictl images -o json
job version crictl version
job processes processes first
job namespaces namespaces
job interfaces interfaces
job network network
job cni cni
job shims shims
i=0
while IFS=, read -r uid container port url; do
  i=$((i+1)); [ -n "$url" ] && job "identity$i" identity "$url"
done <"$D/identity"
wait

job pods2 crictl pods -o json $filter
job ps2 crictl ps -a -o json $filter
wait
job last processes last
wait

show crictl-version version
show pods/first pods1
show ps/first ps1
show tasks tasks
[ -s "$D/sandboxes" ] && show inspectp inspectp
[ -s "$D/containers" ] && show inspect inspect
show images images
show shims shims
file boot-id /proc/sys/kernel/random/boot_id
cat "$D/network.out" "$D/cni.out" "$D/processes.out" "$D/namespaces.out" "$D/interfaces.out"
i=0
while IFS=, read -r uid container port url; do
  i=$((i+1)); [ -n "$url" ] && show "identity/$uid/$container/$port" "identity$i"
done <"$D/identity"
show pods/last pods2
show ps/last ps2
cat "$D/last.out"
cat "$D/network.err" "$D/cni.err" "$D/processes.err" "$D/namespaces.err" "$D/interfaces.err" >&2
printf '%s\n' "--$B--"
`;
