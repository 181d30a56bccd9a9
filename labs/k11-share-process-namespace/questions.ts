import { t } from "../vocabulary/text.js";

/** What a reader is asked about each prediction before the author's is shown: the question without the answer. */
export default {
  "shared-pid-ns": t(
    "Shared: the pid namespaces of both containers and the sandbox?",
    "共享时：两个容器与沙箱的 pid 命名空间是什么关系？",
  ),
  "shared-mnt": t("… the mount namespaces of the two containers?", "……两个容器的挂载命名空间呢？"),
  "pid-one-is-pause": t("… what is PID 1?", "……1 号进程是什么？"),
  "app-not-one": t("… which PID does the app have?", "……应用的 PID 是多少？"),
  "sees-app": t("… which processes does the other container see?", "……另一个容器能看到哪些进程？"),
  "reads-files": t(
    "… what does it read through `/proc/<PID>/root`?",
    "……它通过 `/proc/<PID>/root` 读到什么？",
  ),
  "reads-environment": t("… and of the app's environment?", "……应用的环境变量呢？"),
  "pause-survives-kill": t(
    "… SIGKILL is sent to PID 1 from inside: what is PID 1 afterwards?",
    "……从里面向 1 号进程发 SIGKILL：之后 1 号进程是什么？",
  ),
  "separate-pid-ns": t(
    "By default: the pid namespaces of the two containers?",
    "默认情况：两个容器的 pid 命名空间是什么关系？",
  ),
  "separate-net": t(
    "… the network namespaces of both and of the sandbox?",
    "……两个容器与沙箱的网络命名空间呢？",
  ),
  "separate-one": t("… which PID does the app have?", "……应用的 PID 是多少？"),
  "separate-not-seen": t(
    "… how many of the app's processes does the other container see?",
    "……另一个容器能看到应用的几个进程？",
  ),
  "separate-no-reach": t(
    "… what does it get when it reaches for a file of the app?",
    "……它去读应用的文件，得到什么？",
  ),
  "separate-kill-self": t(
    "… SIGKILL is sent from inside to PID 1: how many restarts follow?",
    "……从里面向 1 号进程发 SIGKILL：随后重启几次？",
  ),
  "orphans-separate": t(
    "Five orphans, by default: how many zombies?",
    "五个孤儿进程，默认情况：有几个僵尸进程？",
  ),
  "orphans-shared": t("… and shared?", "……共享时呢？"),
  "kill-from-peer": t(
    "Shared, the other container kills the app: with which exit code does it end?",
    "共享时，另一个容器杀死应用：退出码是多少？",
  ),
  "restart-pid-grows": t(
    "… the app's PIDs before and after its restart: which is less?",
    "……应用重启前后的 PID，哪个更小？",
  ),
  "restart-pid-same": t("… by default, before and after?", "……默认情况下，前后呢？"),
  "restart-ns-kept": t("… shared: its pid namespaces before and after?", "……共享时：前后的 pid 命名空间呢？"),
  "restart-sandbox-kept": t("… the sandbox IDs, shared?", "……沙箱 ID，共享时呢？"),
  "restart-sandbox-kept-separate": t("… and by default?", "……默认情况呢？"),
  "restart-container": t("… the container IDs?", "……容器 ID 呢？"),
  "guest-sees": t(
    "A container of another user: which processes does it see?",
    "另一个用户的容器：能看到哪些进程？",
  ),
  "guest-environment": t("… what does it get of the app's environment?", "……读应用的环境变量，得到什么？"),
  "guest-files": t("… of its files?", "……读它的文件呢？"),
  "guest-kill": t("… when it signals it?", "……向它发信号呢？"),
};
