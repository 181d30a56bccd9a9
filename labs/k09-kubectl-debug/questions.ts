import { t } from "../vocabulary/text.js";

/** What a reader is asked about each prediction before the author's is shown: the question without the answer. */
export default {
  "same-container": t(
    "Ephemeral containers are added: the app's container ID, before and after?",
    "加入临时容器：应用的容器 ID，前后是什么关系？",
  ),
  "not-restarted": t("… the start time of its process?", "……它的进程的启动时间呢？"),
  "same-uid": t("… the Pod's UID?", "……Pod 的 UID 呢？"),
  "plain-net": t(
    "Without `--target`: one network namespace with the app, or two?",
    "不加 `--target`：与应用同一个网络命名空间吗？",
  ),
  "plain-pid": t("… the pid namespace?", "……pid 命名空间呢？"),
  "target-pid": t("With `--target`: the pid namespace?", "加上 `--target`：pid 命名空间呢？"),
  "target-mnt": t("… the mount namespace?", "……挂载命名空间呢？"),
  "plain-sees": t("Without `--target`: what is PID 1 there?", "不加 `--target`：那里的 1 号进程是什么？"),
  "target-sees": t("… and with it?", "……加上之后呢？"),
  "target-files": t("… at which path is the app's file reached?", "……从哪个路径能读到应用的文件？"),
  "cannot-remove": t(
    "An ephemeral container is to be removed: what does the API say?",
    "要移除临时容器：API 说什么？",
  ),
  "no-resources": t("… one is to ask for resources: what does it say?", "……要为它申请资源：说什么？"),
  "no-ports": t("… to declare ports: what does it say?", "……要声明端口：说什么？"),
  "still-listed": t(
    "One has ended: which names does the Pod's spec list?",
    "其中一个已结束：Pod 的 spec 里列着哪些名字？",
  ),
  "not-run-again": t("… how many times was it restarted?", "……它重启了几次？"),
  "profiles-offered": t("Which profiles does this kubectl offer?", "这个 kubectl 提供哪些 profile？"),
  "profile-general": t("Which capabilities does the profile general add?", "profile general 增加哪些能力？"),
  "profile-baseline": t("… baseline?", "……baseline 呢？"),
  "profile-restricted": t("Which does restricted drop?", "restricted 去掉哪些？"),
  "profile-restricted-root": t("… does it ask for a user other than root?", "……它要求使用非 root 用户吗？"),
  "profile-restricted-refused": t(
    "… why does an image that runs as root wait?",
    "……以 root 运行的镜像，等待的原因是什么？",
  ),
  "profile-netadmin": t("Which capabilities does netadmin add?", "netadmin 增加哪些能力？"),
  "profile-sysadmin": t("Is sysadmin privileged?", "sysadmin 是特权的吗？"),
  "copy-uid": t(
    "A copy is made: the UIDs of the Pod and of its copy?",
    "建立副本：Pod 与副本的 UID 是什么关系？",
  ),
  "copy-labels": t("… what of the copy's labels?", "……副本的标签呢？"),
  "copy-shares": t(
    "… with `--share-processes`: the pid namespaces of its containers?",
    "……加上 `--share-processes`：各容器的 pid 命名空间呢？",
  ),
  "copy-original": t("… the original's container ID, before and after?", "……原 Pod 的容器 ID，前后呢？"),
  "copy-original-process": t("… the start time of its process?", "……它的进程的启动时间呢？"),
  "copy-other-image": t("Which image does the copy's app run?", "副本里 app 运行哪个镜像？"),
  "copy-other-image-original": t(
    "… the original's image digest, before and after?",
    "……原 Pod 的镜像摘要，前后呢？",
  ),
  "node-network": t(
    "A node is debugged: has the Pod the node's network?",
    "调试节点：这个 Pod 使用节点的网络吗？",
  ),
  "node-pid": t("… the node's processes?", "……节点的进程呢？"),
  "node-ipc": t("… the node's ipc namespace?", "……节点的 ipc 命名空间呢？"),
  "node-root": t("… where is the node's root mounted?", "……节点的根目录挂载在哪里？"),
  "node-file": t("… device and inode of a file there?", "……那里某个文件的设备号与 inode 是什么？"),
  "node-chroot": t(
    "… after chroot: which container does its `crictl` list?",
    "……chroot 之后：`crictl` 列出哪个容器？",
  ),
  "node-baseline-network": t(
    "With the profile baseline: what of hostNetwork?",
    "使用 profile baseline：hostNetwork 呢？",
  ),
  "node-baseline-root": t("… and of the node's root?", "……节点的根目录呢？"),
  "node-outlives": t(
    "How many of these Pods are there after their commands ended?",
    "命令结束之后，这些 Pod 还有几个？",
  ),
  "node-no-owner": t("… how many owners do they have?", "……它们有几个 owner？"),
};
