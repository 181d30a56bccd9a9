/** The one command that reads everything about some Pods on their node. See src/model/extract/section.ts for its frame. */
import { AWK_JSON } from "./node-json.js";
import { PLACES } from "./node-places.js";
import { PROCESSES } from "./node-processes.js";

/**
 * Arguments: boundary, then `uid=<node UID>`, `identity=<node UID>,<container>,<port>,<URL>` and `place=<path in a container>`
 * in any number.
 * POSIX sh with coreutils, findutils, awk, procps, iproute2 and crictl; ctr and curl where there are. It writes to a
 * directory of its own, which it removes. What is independent runs at the same time; lists and start times are read
 * first and last.
 */
export const NODE_SCRIPT = String.raw`
export LC_ALL=C TZ=UTC
B=$1; shift
umask 077
D=${"$"}{TMPDIR:-/tmp}/labbook-$B
mkdir "$D" || exit 70
trap 'rm -rf "$D"' EXIT
trap 'exit 143' HUP INT TERM
printf 'labbook-sections 1 %s\n' "$B"
JSON='${AWK_JSON}'

# section KEY NAME COMMAND…: in the background, the whole section into a file: its output, its exit code, and, when it
# failed, what it said. No "cat" puts it together afterwards: a spawn costs as much as reading hundreds of files.
section() {
  key=$1 name=$2; shift 2
  {
    printf '%s\n' "--$B $name"; "$@" 2>"$D/$key.err"; rc=$?; printf '\n%s\n' "--$B. $rc"
    [ "$rc" = 0 ] || { printf '%s\n' "--$B $name/stderr"; cat "$D/$key.err"; printf '\n%s\n' "--$B. 0"; }
  } >"$D/$key" &
}
# sections KEY COMMAND…: in the background, a command that prints sections itself.
sections() { key=$1; shift; "$@" >"$D/$key" & }

: >"$D/identity"; : >"$D/places"; uids=; n=0
for arg in "$@"; do
  case $arg in
    uid=*) only=${"$"}{arg#uid=}; uids="$uids $only"; n=$((n+1)) ;;
    identity=*) printf '%s\n' "${"$"}{arg#identity=}" >>"$D/identity" ;;
    place=*) printf '%s\n' "${"$"}{arg#place=}" >>"$D/places" ;;
  esac
done
# One Pod: the CRI filters. Several: one list for all, since crictl knows no "or".
if [ "$n" = 1 ]; then filter="--label=io.kubernetes.pod.uid=$only"; else filter=; fi

section pods1 pods/first crictl pods -o json $filter
section ps1 ps/first crictl ps -a -o json $filter
section tasks tasks ctr -n k8s.io task ls
wait

# Ids of listed objects whose Pod UID label is asked for. Then "<PID> <id>" of everything of theirs that runs, by the
# columns TASK, PID and STATUS of the task list; "told" says that there is one.
awk -v uids="$uids" -v D="$D" -v end="--$B." "$JSON"'
  function json_leaf(path, value) {
    if (path == items "\t[]\tid") id = value
    if (path == items "\t[]\tlabels\tio.kubernetes.pod.uid") uid = value
  }
  function json_end(path) {
    if (path != items "\t[]") return
    if (uid in want && id ~ /^[0-9a-f]+$/ && !(id in kind)) { kind[id] = items; print id >(items == "items" ? S : C) }
    id = uid = ""
  }
  function cell(name,   word) { split(substr($0, column[name]), word, " "); return word[1] }
  BEGIN {
    S = D "/sandboxes"; C = D "/containers"; P = D "/pids"; N = D "/nets"
    printf "" >S; printf "" >C; printf "" >P; printf "" >N
    n = split(uids, u, " "); for (i = 1; i <= n; i++) want[u[i]] = 1
  }
  FNR == 1 {
    list = FILENAME; sub(/.*\//, "", list); items = list == "pods1" ? "items" : "containers"
    json_reset(); id = uid = ""; over = 0; next
  }
  index($0, end) == 1 { if (list == "tasks" && $2 == 0 && rows) told = 1; over = 1 }
  over { next }
  list != "tasks" { json_line($0); next }
  !rows {
    for (i = 1; i <= NF; i++) column[$i] = index(" " $0 " ", " " $i " ")
    rows = ("TASK" in column) && ("PID" in column) && ("STATUS" in column)
    next
  }
  cell("TASK") in kind && cell("STATUS") == "RUNNING" { running[++m] = cell("TASK"); pid[cell("TASK")] = cell("PID") }
  END {
    if (!told) exit
    printf "" >(D "/told")
    for (i = 1; i <= m; i++) {
      id = running[i]; print pid[id], id >P
      if (kind[id] == "items") print pid[id] >N
    }
  }
' "$D/pods1" "$D/ps1" "$D/tasks"
# Without a task list the cgroups name what runs.
ids=$(cat "$D/sandboxes" "$D/containers")
[ -e "$D/told" ] || [ -z "$ids" ] || grep -lF -e "$ids" /proc/[0-9]*/cgroup 2>/dev/null |
  awk -F/ -v D="$D" '{ print $3, "-" >(D "/pids"); print $3 >(D "/nets") }'

${PROCESSES}${PLACES}network() {
  while read -r pid; do
    printf '%s\n' "--$B proc/$pid/ip-addr"; nsenter -t "$pid" -n ip -j addr; rc=$?; printf '\n%s\n' "--$B. $rc"
  done <"$D/nets"
  printf '%s\n' "--$B ip-route"; ip -j route; rc=$?; printf '\n%s\n' "--$B. $rc"
  printf '%s\n' "--$B ip-route6"; ip -6 -j route; rc=$?; printf '\n%s\n' "--$B. $rc"
  printf '%s\n' "--$B ip-link"; ip -j -d link; rc=$?; printf '\n%s\n' "--$B. $rc"
  printf '%s\n' "--$B netns-ids"; ip -j netns list-id; rc=$?; printf '\n%s\n' "--$B. $rc"
}
# files PREFIX FILE…: files as sections, in one process. What the CNI configuration says of host-local goes to "ipam".
files() {
  awk -v B="$B" -v D="$D" "$JSON"'
    function json_leaf(path, value) {
      if (path ~ /(^|\t)ipam\ttype$/) plugin = value
      if (path ~ /(^|\t)ipam\tdataDir$/) dir = value
    }
    # Where host-local keeps its state is what the configuration says; without a word the plugin has a default.
    function json_end(path) {
      if (path !~ /(^|\t)ipam$/) return
      if (plugin == "host-local") dirs[dir == "" ? "/var/lib/cni/networks" : dir] = 1
      plugin = dir = ""
    }
    BEGIN {
      prefix = ARGV[1]
      for (i = 2; i < ARGC; i++) {
        printf "--%s %s/%s\n", B, prefix, ARGV[i]; got = 0; json_reset()
        while ((getline line < ARGV[i]) > 0) {
          print line; got = 1
          if (prefix == "cni") json_line(line)
        }
        printf "\n--%s. %d\n", B, got ? 0 : 1
      }
      for (dir in dirs) print dir >(D "/ipam")
    }' "$@"
}
cni() {
  set --
  for f in /etc/cni/net.d/*.conf /etc/cni/net.d/*.conflist /etc/cni/net.d/*.json; do
    [ -f "$f" ] && set -- "$@" "$f"
  done
  [ $# = 0 ] && return
  files cni "$@"
  [ -s "$D/sandboxes" ] && [ -s "$D/ipam" ] || return
  set --; while read -r dir; do [ -d "$dir" ] && set -- "$@" "$dir"; done <"$D/ipam"
  [ $# = 0 ] && return
  grep -rlF -f "$D/sandboxes" "$@" >"$D/reserved" 2>/dev/null
  set --; while read -r f; do set -- "$@" "$f"; done <"$D/reserved"
  [ $# = 0 ] || files ipam "$@"
}
# One call for all ids; when one of them has just vanished, one call each, so that the others are still told.
inspect() {
  verb=$1 list=$D/$2; set --; while read -r id; do set -- "$@" "$id"; done <"$list"
  crictl "$verb" "$@" || { for i in "$@"; do crictl "$verb" "$i"; done; :; }
}
shims() { ps -ww -eo pid,ppid,args | awk '$3 ~ /(^|\/)containerd-shim/'; }
identity() {
  if command -v curl >/dev/null; then curl -gfsS -m 3 --noproxy '*' "$1"; else wget -q -O - -T 3 "$1"; fi
}
# Which runtime gave less than a PID and mounts of everything is told; asking for the version costs as much as for a list.
version() {
  set --; for key in inspectp inspect; do [ -e "$D/$key" ] && set -- "$@" "$D/$key"; done
  [ $# = 0 ] && return
  awk -v D="$D" -v end="--$B." "$JSON"'
    function lines(file,   n) { while ((getline l < file) > 0) n++; close(file); return n + 0 }
    # One object, several, or an array of them: which of these is printed differs from build to build.
    function json_leaf(path, value) { if (path ~ /^(\[\]\t)?(info|status)\tpid$/ && value > 0) pids++ }
    function json_end(path) { if (path ~ /^(\[\]\t)?(info|status)\tmounts$/) mounts++ }
    FNR == 1 { json_reset(); over = 0; next }
    index($0, end) == 1 { over = 1 }
    !over { json_line($0) }
    END { exit pids == lines(D "/sandboxes") + lines(D "/containers") && mounts == lines(D "/containers") }
  ' "$@" && section version crictl-version crictl version
}

[ -s "$D/sandboxes" ] && section inspectp inspectp inspect inspectp sandboxes
[ -s "$D/containers" ] && section inspect inspect inspect inspect containers
section images images crictl images -o json
sections processes processes first
sections namespaces namespaces
sections places.out places
sections network network
sections cni cni
section shims shims shims
i=0
while IFS=, read -r uid container port url; do
  i=$((i+1)); [ -n "$url" ] && section "identity$i" "identity/$uid/$container/$port" identity "$url"
done <"$D/identity"
wait

section pods2 pods/last crictl pods -o json $filter
section ps2 ps/last crictl ps -a -o json $filter
version
wait
sections last processes last
wait

set --
for key in version pods1 ps1 tasks inspectp inspect images shims; do [ -e "$D/$key" ] && set -- "$@" "$D/$key"; done
cat "$@"
printf '%s\n' "--$B boot-id"; cat /proc/sys/kernel/random/boot_id; rc=$?; printf '\n%s\n' "--$B. $rc"
set --; while [ "$i" -gt 0 ]; do [ -e "$D/identity$i" ] && set -- "$D/identity$i" "$@"; i=$((i-1)); done
cat "$D/network" "$D/cni" "$D/processes" "$D/namespaces" "$D/places.out" "$@" "$D/pods2" "$D/ps2" "$D/last"
printf '%s\n' "--$B--"
`;
