import { inotifyRemedy } from "./kernel.js";

interface Trouble {
  /** What kind or a node says. */
  said: RegExp;
  meaning: string;
  remedy: string;
}

/** What kind is known to stumble over, by what it prints. */
const troubles: Trouble[] = [
  {
    said: /address already in use|port is already allocated/i,
    meaning: "a host port that the configuration asks for is taken",
    remedy: "ss -ltnp",
  },
  {
    said: /too many open files|inotify/i,
    meaning: "the VM's inotify limits are too low for several nodes",
    remedy: inotifyRemedy,
  },
  {
    said: /failed to pull image|manifest unknown|pull access denied|no such image|Temporary failure in name resolution/i,
    meaning: "the node image is not on the VM and could not be pulled",
    remedy: "docker pull IMAGE, or ./lab up --image AN_IMAGE_THAT_IS_THERE",
  },
  {
    said: /configured to not run on a host using cgroup v1/i,
    meaning: "kubelet 1.35 and newer refuses cgroup v1 unless it is told otherwise",
    remedy:
      "put failCgroupV1: false into a KubeletConfiguration under kubeadmConfigPatches of the kind configuration",
  },
  {
    said: /no space left on device/i,
    meaning: "the VM's disk is full",
    remedy: "docker system df",
  },
  {
    // kubeadm warns of cgroup v1 in every such run; that alone is no reason
    said: /wait-control-plane|kube-apiserver check failed|kubelet is not healthy/i,
    meaning:
      "the control plane did not answer in time: a kubelet that cannot start, or a VM that is too busy",
    remedy: "uptime; then again, or ./lab up --retain and journalctl -u kubelet inside the node",
  },
  {
    said: /could not find a log line that matches|failed to init node|timed out waiting for the condition/i,
    meaning: "a node started but its init or kubelet did not come up",
    remedy: "./lab up --retain, then docker logs and journalctl -u kubelet inside the node",
  },
];

/** What is known about this output; undefined when nothing is. */
export function explainKind(output: string): { meaning: string; remedy: string } | undefined {
  return troubles.find((trouble) => trouble.said.test(output));
}
