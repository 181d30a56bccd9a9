import { t } from "../vocabulary/text.js";

/** What a reader is asked about each prediction before the author's is shown: the question without the answer. */
export default {
  "shared-net": t(
    "Sandbox and both containers: one net namespace, or several?",
    "沙箱与两个容器：同一个 net 命名空间吗？",
  ),
  "shared-ipc": t("… the ipc namespace?", "……ipc 命名空间呢？"),
  "shared-uts": t("… the uts namespace?", "……uts 命名空间呢？"),
  "own-pid": t("… the pid namespace?", "……pid 命名空间呢？"),
  "own-mnt": t("… the mnt namespace?", "……mnt 命名空间呢？"),
  "own-cgroup": t(
    "Do the containers share a cgroup namespace, against whether the node has cgroup version 1?",
    "两个容器共用一个 cgroup 命名空间吗？与节点是否为 cgroup v1 相比呢？",
  ),
  "pause-rss": t("How much memory does pause hold, in kB?", "pause 占用多少内存（kB）？"),
  "pause-image": t("How large is its image, in bytes?", "它的镜像有多少字节？"),
  localhost: t(
    "Which HTTP status does side get from app over 127.0.0.1?",
    "side 经由 127.0.0.1 访问 app，得到什么 HTTP 状态码？",
  ),
  "port-taken": t("What happens when side wants port 8080?", "side 想用 8080 端口，会怎样？"),
  "port-free": t("… another port?", "……换一个端口呢？"),
  "restart-container": t(
    "app is restarted: the container IDs before and after?",
    "app 重启：前后的容器 ID 是什么关系？",
  ),
  "restart-side": t("… the other container's IDs?", "……另一个容器的 ID 呢？"),
  "restart-sandbox": t("… the sandbox IDs?", "……沙箱 ID 呢？"),
  "restart-ip": t("… the addresses?", "……地址呢？"),
  "restart-net": t(
    "… the network namespace of the sandbox before and of the new process?",
    "……之前沙箱的与新进程的网络命名空间呢？",
  ),
  "kill-uid": t(
    "The sandbox is killed: the Pod's UIDs before and after?",
    "终止沙箱：Pod 前后的 UID 是什么关系？",
  ),
  "kill-sandbox-id": t("… the sandbox IDs?", "……沙箱 ID 呢？"),
  "kill-attempt": t("… their attempt numbers?", "……它们的 attempt 数呢？"),
  "kill-ip": t("… how many of its addresses are kept?", "……有几个地址保留下来？"),
  "kill-app": t("… the container IDs of app?", "……app 的容器 ID 呢？"),
  "kill-side": t("… and of side?", "……side 的呢？"),
  "kill-time": t("… after how long has the Pod its new address?", "……多久之后 Pod 有了新地址？"),
};
