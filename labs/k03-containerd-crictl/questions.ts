import { t } from "../vocabulary/text.js";

/** What a reader is asked about each prediction before the author's is shown: the question without the answer. */
export default {
  "one-sandbox": t(
    "A Pod with two containers: how many sandboxes does CRI have for it?",
    "一个有两个容器的 Pod：CRI 为它建了几个沙箱？",
  ),
  "two-containers": t("… and how many containers?", "……几个容器？"),
  "one-shim": t(
    "The shims of the sandbox and of both containers: how do they compare?",
    "沙箱与两个容器的 shim 是什么关系？",
  ),
  "shim-count": t("How many shims of that sandbox does `ps` show?", "`ps` 显示这个沙箱有几个 shim？"),
  "shim-children": t("How many child processes does the shim have?", "shim 有几个子进程？"),
  "shim-child-app": t("Which processes are they?", "它们是哪些进程？"),
  "all-equal": t(
    "How many containers does containerd list, against what CRI lists?",
    "containerd 列出多少个容器？与 CRI 列出的相比呢？",
  ),
  "kind-app": t("What kind does the label say of app?", "标签说 app 属于哪一类？"),
  "kind-sandbox": t("… and of the sandbox?", "……沙箱呢？"),
  runtime: t("Which runtime does containerd name?", "containerd 写的运行时是哪个？"),
  "runtime-cri": t("… and CRI?", "……CRI 写的呢？"),
  snapshotter: t("Which snapshotter does containerd name?", "containerd 写的 snapshotter 是哪个？"),
  "snapshotter-cri": t("… and CRI?", "……CRI 写的呢？"),
  memory: t(
    "The spec says `64Mi`: what does the cgroup say, in bytes?",
    "spec 写着 `64Mi`：cgroup 里是多少字节？",
  ),
  "memory-spec": t("… and the runtime's specification?", "……运行时的规格里呢？"),
  cpu: t("The spec says `100m`: which quota is that, in millicores?", "spec 写着 `100m`：配额是多少毫核？"),
  "cpu-none": t("Which quota has the container without limits?", "没有上限的容器，配额是什么？"),
  "log-path": t("Where does the container's log lie?", "容器的日志在哪里？"),
  "log-uid": t("What of the Pod does that path hold?", "这个路径里含有 Pod 的什么？"),
  "log-same": t(
    "What is the first line that `crictl logs` prints, against that of the file?",
    "`crictl logs` 打印的第一行是什么？与文件里的相比呢？",
  ),
  "log-link": t(
    "Where does the link in `/var/log/containers` lead?",
    "`/var/log/containers` 里的链接指向哪里？",
  ),
  "namespace-k8s": t("Which namespaces does containerd have?", "containerd 有哪些命名空间？"),
  "namespace-default": t(
    "How many containers does `ctr` show without `-n`?",
    "不加 `-n` 时 `ctr` 显示几个容器？",
  ),
  "namespace-labbook": t(
    "… and under the Kubernetes Namespace's name?",
    "……用 Kubernetes 命名空间的名字呢？",
  ),
  "restart-typical": t(
    "A container is stopped: after how long does it run again? (median of six)",
    "停止一个容器：多久之后重新运行？（六次的中位数）",
  ),
  "restart-longest": t("… and the longest of the six?", "……六次中最长的呢？"),
  "restart-id": t("… the container IDs before and after?", "……前后的容器 ID 呢？"),
  "restart-pid": t("… the PIDs on the node?", "……节点上的 PID 呢？"),
  "restart-count": t("… which restart count follows?", "……重启计数变成多少？"),
  "restart-sandbox": t("… the sandbox IDs?", "……沙箱 ID 呢？"),
  "restart-uid": t("… the Pod UIDs?", "……Pod 的 UID 呢？"),
  "restart-ip": t("… the Pod's addresses?", "……Pod 的地址呢？"),
  "restart-log": t("… which log files are there?", "……有哪些日志文件？"),
  "again-later": t(
    "Stopped a second time: how does that restart compare with the longest first one?",
    "第二次停止：这次重启与此前最长的一次相比呢？",
  ),
  "again-back-off": t("… after how long does it run again?", "……多久之后重新运行？"),
  "again-terminated": t(
    "… after how long does the Pod's status say that it ended?",
    "……多久之后 Pod 的 status 说它已结束？",
  ),
  "again-event": t(
    "… after how long comes an event that says why it waits?",
    "……多久之后出现说明为何等待的事件？",
  ),
  "again-waiting": t(
    "… which comes first, that event or the waiting status?",
    "……该事件与等待状态，哪个先出现？",
  ),
};
