/** What a lab, a case or a step may need, by name; `lab doctor` tells of each how it is probed and how to get it. */
export const NEEDS = [
  ...["node", "root", "unshare", "user-namespaces", "time-namespace", "cgroup-v2", "inotify"],
  ...["gzip", "tar", "sha256sum", "curl", "jq", "ip", "lsns", "nsenter", "setpriv", "strace", "findmnt"],
  ...["iptables-save", "nft", "bcrypt"],
  ...["docker", "kind", "kubectl", "cluster", "nodes-ready", "crictl", "ctr", "storageclass"],
  ...["kindnet", "host-local", "registry", "registry-hosts"],
];

/** `workers>=2`: at least so many worker nodes. */
export const WORKERS = /^workers>=[1-9]\d*$/;

export function isNeed(name: string): boolean {
  return NEEDS.includes(name) || WORKERS.test(name);
}
