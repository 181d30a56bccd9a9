import { t } from "../vocabulary/text.js";

/** What a reader is asked about each prediction before the author's is shown: the question without the answer. */
export default {
  "ns-pid": t(
    "Is the process in its parent's pid namespace, or in another?",
    "这个进程与父进程在同一个 pid 命名空间吗？",
  ),
  "ns-mnt": t("… and the mnt namespace?", "……mnt 命名空间呢？"),
  "ns-uts": t("… the uts namespace?", "……uts 命名空间呢？"),
  "ns-ipc": t("… the ipc namespace?", "……ipc 命名空间呢？"),
  "ns-net": t("… the net namespace?", "……net 命名空间呢？"),
  "ns-user": t("… the user namespace?", "……user 命名空间呢？"),
  "ns-cgroup": t("… the cgroup namespace?", "……cgroup 命名空间呢？"),
  "ns-time": t("… the time namespace?", "……time 命名空间呢？"),
  "pid-inside": t(
    "Which PID does the process have for itself, inside?",
    "在里面，这个进程看到自己的 PID 是多少？",
  ),
  "pid-outside": t(
    "The PID of one process, seen inside and outside: the same or not?",
    "同一个进程的 PID，在里面看和在外面看相同吗？",
  ),
  "nspid-outside": t(
    "What is the first number in the process's `NSpid` line, read outside?",
    "在外面读到的 `NSpid` 行，第一个数是什么？",
  ),
  "nspid-inside": t("… and the last?", "……最后一个数呢？"),
  "hostname-inside": t(
    "The hostname inside, before and after somebody sets it there: how do they compare?",
    "在里面设置主机名，里面看到的前后两个主机名相同吗？",
  ),
  "hostname-outside": t("… and the hostname outside, before and after?", "……外面看到的前后两个主机名呢？"),
  "network-empty": t(
    "Which network interfaces does the new network namespace have?",
    "新的 net 命名空间里有哪些网络接口？",
  ),
  "mount-inside": t(
    "A mount is made inside. How many times is it listed inside?",
    "在里面做一次挂载，里面能列出几处？",
  ),
  "mount-outside": t("… and how many times outside?", "……外面能列出几处？"),
  "processes-inside": t(
    "How many processes are visible inside, with `/proc` mounted anew?",
    "重新挂载 `/proc` 之后，里面看得到几个进程？",
  ),
  "no-pid-ns": t(
    "Without a new pid namespace: which PID does the process see for itself?",
    "不建新的 pid 命名空间，这个进程看到自己的 PID 是什么？",
  ),
  "old-proc-pid": t(
    "A new pid namespace, and `/proc` not mounted anew: do the process's own PID and what `/proc/self` says agree?",
    "有新的 pid 命名空间，但没有重新挂载 `/proc`：进程自己的 PID 与 `/proc/self` 所说一致吗？",
  ),
  "old-proc-others": t(
    "… and how many processes does that `/proc` show?",
    "……这个 `/proc` 里能看到几个进程？",
  ),
  "old-proc-user": t(
    "Without a new pid namespace: is the process in its parent's pid namespace?",
    "不建新的 pid 命名空间，进程与父进程在同一个 pid 命名空间吗？",
  ),
};
