import { t } from "../vocabulary/text.js";

/** What a reader is asked about each prediction before the author's is shown: the question without the answer. */
export default {
  "uid-cri": t("Which Pod UID does CRI's sandbox carry?", "CRI 的沙箱带着哪个 Pod UID？"),
  "uid-app": t("Which Pod UID does the app itself answer?", "应用自己返回的 Pod UID 是哪个？"),
  "uid-cgroup": t(
    "Which UID stands in the cgroup path of its process?",
    "它的进程的 cgroup 路径里写着哪个 UID？",
  ),
  "sandbox-ready": t("In which state is the sandbox?", "沙箱处于什么状态？"),
  "pid-levels": t(
    "One process, its PID in the container, on the node and on the VM: how do the three compare?",
    "同一个进程在容器内、节点上、虚拟机上的三个 PID 是什么关系？",
  ),
  "pid-one": t("Which PID does the app have in its container?", "在容器里，应用的 PID 是多少？"),
  "shared-net": t("App and sandbox: one network namespace or two?", "应用与沙箱：同一个网络命名空间吗？"),
  "shared-ipc": t("… the ipc namespace?", "……ipc 命名空间呢？"),
  "shared-uts": t("… the uts namespace?", "……uts 命名空间呢？"),
  "own-pid": t("… the pid namespace?", "……pid 命名空间呢？"),
  "own-mnt": t("… the mount namespace?", "……挂载命名空间呢？"),
  "memory-limit": t(
    "The spec says `128Mi`. Which memory limit does the cgroup have, in bytes?",
    "spec 写着 `128Mi`。cgroup 的内存上限是多少字节？",
  ),
  "cpu-limit": t(
    "The spec says `200m`. Which quota does the cgroup give, in millicores?",
    "spec 写着 `200m`。cgroup 给的配额是多少毫核？",
  ),
  "pod-ip": t("Where do the Pod's addresses lie?", "Pod 的地址落在哪里？"),
  "image-digest": t(
    "Which manifest digest does the node know for the container's image?",
    "节点所知的容器镜像 manifest 摘要是哪个？",
  ),
  "image-config": t(
    "Which digest is the image ID in the container's status?",
    "容器 status 里的 image ID 是哪个摘要？",
  ),
  "one-shim": t(
    "The shim of the container and that of the sandbox: how do they compare?",
    "容器的 shim 与沙箱的 shim 是什么关系？",
  ),
  "exec-sandbox": t(
    "The program does not exist. In which state is the sandbox?",
    "要执行的程序不存在。沙箱处于什么状态？",
  ),
  "exec-no-pid": t("… what of the container's process?", "……容器的进程呢？"),
  "exec-exit": t("… which exit code does CRI report?", "……CRI 报告的退出码是多少？"),
  "exec-reason": t("… with which reason?", "……原因是什么？"),
  "exec-image-stage": t("… which event tells how the image stage went?", "……哪个事件说明镜像阶段的情况？"),
  "exec-app-stage": t("… and which tells how the application stage went?", "……哪个事件说明应用阶段的情况？"),
  "exec-no-sandbox-event": t("… how many events blame the sandbox?", "……有几个事件归咎于沙箱？"),
  "exec-message": t("… what does the message say?", "……消息里写着什么？"),
  "again-uid": t(
    "The Pod is deleted and made again under its name: how do the two UIDs compare?",
    "Pod 删除后以同名重建：前后的 UID 是什么关系？",
  ),
  "again-sandbox": t("… the two sandbox IDs?", "……两个沙箱 ID 呢？"),
  "again-container": t("… the two container IDs?", "……两个容器 ID 呢？"),
  "again-pid": t("… the two PIDs on the node?", "……节点上的两个 PID 呢？"),
  "again-name": t("… the two names?", "……两个名字呢？"),
  "again-digest": t("… the two image digests?", "……两个镜像摘要呢？"),
  "again-pid-inside": t("… the two PIDs inside the container?", "……容器内的两个 PID 呢？"),
  "again-starts": t("… the start times of the two processes?", "……两个进程的启动时间呢？"),
  "cni-event": t(
    "The network plugin is missing: which event does kubelet write?",
    "缺少网络插件：kubelet 会写出哪个事件？",
  ),
  "cni-message": t("… what does its message name?", "……它的消息里提到什么？"),
  "cni-no-pull": t("… how many events speak of the image?", "……有几个事件与镜像有关？"),
  "cni-no-container": t("… what of the container in CRI?", "……CRI 里的容器呢？"),
  "cni-no-ip": t("… what of the Pod's address?", "……Pod 的地址呢？"),
};
