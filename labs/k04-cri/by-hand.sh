# Timed CRI calls, made where the runtime is. The files sandbox.json and container.json lie in $1.
# by-hand.sh FOLDER one            one sandbox with one container, left running
# by-hand.sh FOLDER rounds N      N times the same, each removed again
# by-hand.sh FOLDER until-gone ID SECONDS   says how long the process of sandbox ID still runs, looking every 20 ms
# by-hand.sh FOLDER unknown SECONDS         makes a sandbox of another name, and says the same of it
set -eu
cd "$1"
shift

now() { date +%s%N; }
since() { awk -v a="$1" -v b="$(now)" 'BEGIN { printf "%.3f", (b - a) / 1e9 }'; }

# timed NAME COMMAND…: prints `NAME seconds`, and leaves the answer in $answer
timed() {
  name=$1
  shift
  t=$(now)
  answer=$("$@")
  echo "$name $(since "$t")"
}

one() {
  timed runp crictl runp sandbox.json
  sandbox=$answer
  timed create crictl create "$sandbox" container.json sandbox.json
  container=$answer
  timed start crictl start "$container"
}

# until_gone ID SECONDS: `gone s` or `kept s`. An answer without a PID means that its process has ended already.
until_gone() {
  t=$(now)
  pid=$(crictl inspectp "$1" 2>/dev/null | sed -n 's/^ *"pid": \([1-9][0-9]*\),*$/\1/p' | head -1)
  while [ -n "$pid" ] && [ -d "/proc/$pid" ]; do
    if [ "$(($(now) - t))" -gt "${2}000000000" ]; then
      echo "kept $(since "$t")"
      return
    fi
    sleep 0.02
  done
  echo "gone $(since "$t")"
}

case $1 in
one)
  one
  echo "sandbox $sandbox"
  echo "container $container"
  ;;
rounds)
  i=0
  while [ "$i" -lt "$2" ]; do
    one
    crictl stopp "$sandbox" >/dev/null
    crictl rmp -f "$sandbox" >/dev/null
    i=$((i + 1))
  done
  ;;
until-gone)
  until_gone "$2" "$3"
  ;;
unknown)
  sed 's/labbook-hand/labbook-unknown/; s/"uid":"/&again-/' sandbox.json >unknown.json
  sandbox=$(crictl runp unknown.json)
  echo "sandbox $sandbox"
  until_gone "$sandbox" "$2"
  ;;
esac
echo END
