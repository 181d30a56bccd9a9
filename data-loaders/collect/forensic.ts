/** The chain's raw facts for a person: one plain sh script to read, paste or run. */

/**
 * A POSIX sh script for a VM with kubectl and docker. It only reads. Namespace and Pod name are its arguments; those of
 * `pod` are what it takes without any. Every command is printed before its output.
 */
export function forensicScript(pod: { namespace: string; name: string }): string {
  return `#!/bin/sh
# The identity chain of one Pod, from the API object down to the process. Reads only, changes nothing.
# usage: sh identity-chain.sh [NAMESPACE [POD]]    (set KUBECONFIG to the lab cluster's)
set -u
NS=\${1:-${quote(pod.namespace)}}
POD=\${2:-${quote(pod.name)}}
${BODY}`;
}

function quote(text: string): string {
  if (!/^[a-z0-9.-]+$/.test(text))
    throw new RangeError(`expected a Kubernetes name, got ${JSON.stringify(text)}`);
  return text;
}

const BODY = String.raw`
say() { printf '\n$ %s\n' "$*"; "$@"; }
field() { kubectl get pod -n "$NS" "$POD" -o "jsonpath=$1"; }

say kubectl get pod -n "$NS" "$POD" -o yaml || exit 1
NODE=$(field '{.spec.nodeName}')
[ -n "$NODE" ] || { echo "The Pod is not scheduled to a node yet." >&2; exit 1; }
API_UID=$(field '{.metadata.uid}')
# The node knows a static Pod by the hash of its manifest; only source "file" and a Node as owner prove that it is one.
NODE_UID=$API_UID
if [ "$(field '{.metadata.annotations.kubernetes\.io/config\.source}')" = file ] &&
   [ "$(field '{.metadata.ownerReferences[0].kind}')" = Node ]; then
  NODE_UID=$(field '{.metadata.annotations.kubernetes\.io/config\.hash}')
fi
printf '\nnode %s, API UID %s, UID on the node %s\n' "$NODE" "$API_UID" "$NODE_UID"
node() { say docker exec "$NODE" "$@"; }

node crictl version
node crictl pods --label "io.kubernetes.pod.uid=$NODE_UID"
node crictl ps -a --label "io.kubernetes.pod.uid=$NODE_UID"
for id in $(docker exec "$NODE" crictl pods -q --label "io.kubernetes.pod.uid=$NODE_UID"); do node crictl inspectp "$id"; done
for id in $(docker exec "$NODE" crictl ps -a -q --label "io.kubernetes.pod.uid=$NODE_UID"); do node crictl inspect "$id"; done
node ctr -n k8s.io task ls
node sh -c 'ps -ww -eo pid,ppid,pidns,netns,lstart,args | grep -e PID -e containerd-shim'

pid() { docker exec "$NODE" crictl "$1" --output go-template --template '{{.info.pid}}' "$2"; }
PROCESSES=$(
  for id in $(docker exec "$NODE" crictl pods -q --label "io.kubernetes.pod.uid=$NODE_UID"); do echo "$id:$(pid inspectp "$id")"; done
  for id in $(docker exec "$NODE" crictl ps -q --label "io.kubernetes.pod.uid=$NODE_UID"); do echo "$id:$(pid inspect "$id")"; done
)
for both in $PROCESSES; do
  id=${"$"}{both%%:*} pid=${"$"}{both#*:}
  case $pid in '' | 0 | *[!0-9]*) continue ;; esac
  printf '\n## %s is process %s on the node\n' "$id" "$pid"
  node grep -e '^Name' -e '^PPid' -e '^Uid' -e '^NSpid' "/proc/$pid/status"
  node cat "/proc/$pid/stat" "/proc/$pid/cgroup" "/proc/$pid/uid_map"
  node sh -c "ls -l /proc/$pid/ns"
  node cat "/proc/$pid/mountinfo"
  node nsenter -t "$pid" -n ip addr
done

node ip route
node ip -d link
node sh -c 'for f in /etc/cni/net.d/*; do echo "== $f"; cat "$f"; done'
node crictl images --digests
printf '\n## the same processes on the VM (PID, start tick, ladder of PIDs)\n'
say sh -c 'for f in $(grep -lE "$1" /proc/[0-9]*/cgroup 2>/dev/null); do d=${"$"}{f%/cgroup}; echo "$d"; grep NSpid "$d/status"; cat "$d/stat"; done' \
  sh "$NODE_UID|$(printf %s "$NODE_UID" | tr - _)"
say cat /proc/sys/kernel/random/boot_id
`;
