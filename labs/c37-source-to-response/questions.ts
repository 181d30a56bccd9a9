import { t } from "../vocabulary/text.js";

/** What a reader is asked about each prediction before the author's is shown: the question without the answer. */
export default {
  "source-files": t(
    "Which files of the archive have the checksum that the manifest lists?",
    "归档里有哪些文件与清单所列的校验值一致？",
  ),
  "no-break": t(
    "From the source archive to the answers: how many links are without proof?",
    "从源码归档到应答：有几个环节没有证据？",
  ),
  "source-app": t(
    "Which archive checksum does the answering process name?",
    "应答的进程说出的归档校验值是哪个？",
  ),
  "push-digest": t("Which digest was pushed?", "推送的是哪个摘要？"),
  "manifest-digest": t(
    "Which digest have the bytes that the registry serves?",
    "仓库提供的字节，摘要是哪个？",
  ),
  "spec-digest": t("Which image does the Pod's spec name?", "Pod 的 spec 写的是哪个镜像？"),
  "node-digest": t("By which manifest digest does the node know it?", "节点所知的 manifest 摘要是哪个？"),
  "config-digest": t("… and which is its config digest?", "……config 摘要呢？"),
  pulled: t("What does the kubelet's event say of the image?", "kubelet 的事件对镜像怎么说？"),
  "request-uid": t(
    "Which Pod UID does the answer through the Service name?",
    "经由 Service 的应答说出哪个 Pod UID？",
  ),
  "request-process": t("… and which start time of its process?", "……进程的启动时间是哪个？"),
  "request-each": t("… at any other address of the Service?", "……在 Service 的其他地址上呢？"),
  "request-addresses": t("… at how many of the Service's addresses?", "……在 Service 的几个地址上有应答？"),
  endpoint: t("What is the Service's endpoint?", "Service 的端点是什么？"),
  "write-sum": t("What is the checksum of what was written?", "写入内容的校验值是什么？"),
  "read-sum": t("… of what is read back?", "……读回内容的呢？"),
  "file-sum": t("… of the file in the volume's directory on the node?", "……节点上卷目录中那个文件的呢？"),
  "too-large": t(
    "One byte more than 4096 is written: which status?",
    "写入比 4096 多一个字节：状态码是多少？",
  ),
  "again-no-break": t(
    "The Pod is made again: how many links of its chain are without proof?",
    "Pod 重建：它的链有几个环节没有证据？",
  ),
  "again-pod.uid": t("… the Pod UIDs, before and after: how do they compare?", "……Pod UID，前后是什么关系？"),
  "again-sandbox.id": t(
    "… the sandbox IDs, before and after: how do they compare?",
    "……沙箱 ID，前后是什么关系？",
  ),
  "again-container.app.id": t(
    "… the container IDs, before and after: how do they compare?",
    "……容器 ID，前后是什么关系？",
  ),
  "again-container.app.pid.node": t(
    "… the PIDs on the node, before and after: how do they compare?",
    "……节点上的 PID，前后是什么关系？",
  ),
  "again-container.app.startticks": t(
    "… the start times, before and after: how do they compare?",
    "……启动时间，前后是什么关系？",
  ),
  "again-request.poduid": t(
    "… the UIDs in the answer, before and after: how do they compare?",
    "……应答中的 UID，前后是什么关系？",
  ),
  "same-source.archive": t(
    "… the source checksums, before and after: how do they compare?",
    "……源码校验值，前后是什么关系？",
  ),
  "same-build.base": t(
    "… the base digests, before and after: how do they compare?",
    "……基础镜像摘要，前后是什么关系？",
  ),
  "same-registry.manifest": t(
    "… the manifest digests in the registry, before and after: how do they compare?",
    "……仓库中的 manifest 摘要，前后是什么关系？",
  ),
  "same-container.app.image.manifestdigest": t(
    "… the manifest digests on the node, before and after: how do they compare?",
    "……节点上的 manifest 摘要，前后是什么关系？",
  ),
  "same-container.app.image.configdigest": t(
    "… the config digests, before and after: how do they compare?",
    "……config 摘要，前后是什么关系？",
  ),
  "same-service.address": t(
    "… the Service addresses, before and after: how do they compare?",
    "……Service 地址，前后是什么关系？",
  ),
  "same-volume.claim": t(
    "… the claims' UIDs, before and after: how do they compare?",
    "……卷申领的 UID，前后是什么关系？",
  ),
  "same-volume.mount": t(
    "… the mount sources, before and after: how do they compare?",
    "……挂载来源，前后是什么关系？",
  ),
  "same-volume.directory": t(
    "… the inodes of the volume's directory, before and after: how do they compare?",
    "……卷目录的 inode，前后是什么关系？",
  ),
  "same-volume.file": t(
    "… the inodes of the state file, before and after: how do they compare?",
    "……状态文件的 inode，前后是什么关系？",
  ),
  "again-sum": t("… which checksum has what the new Pod reads back?", "……新 Pod 读回内容的校验值是哪个？"),
  "layer-written": t(
    "State in the writable layer: with which status is writing answered?",
    "状态写在可写层里：写入的状态码是多少？",
  ),
  "layer-break": t("… which links are breaks?", "……哪些环节是断点？"),
  "layer-read": t(
    "… which checksum has what is read back before the recreation?",
    "……重建之前读回内容的校验值是哪个？",
  ),
  "layer-gone": t("… which links are breaks after the recreation?", "……重建之后哪些环节是断点？"),
  "layer-image": t("… the image digests, before and after?", "……前后的镜像摘要呢？"),
  "layer-volume": t("… the inodes of the volume's directory, before and after?", "……前后卷目录的 inode 呢？"),
  "unmounted-written": t(
    "Without a volume: with which status is writing answered?",
    "没有卷：写入的状态码是多少？",
  ),
  "unmounted-break": t("… which links are breaks?", "……哪些环节是断点？"),
  "unmounted-source": t("… what of a mount at /state?", "……/state 上的挂载呢？"),
  "unmounted-root": t(
    "… the kind of file system that the file lies in, and the volume's: how do they compare?",
    "……文件所在文件系统的类型与卷的类型是什么关系？",
  ),
  "unmounted-gone": t("… which links are breaks after the recreation?", "……重建之后哪些环节是断点？"),
  "loopback-runs": t(
    "The app listens on loopback only: which UID answers inside the Pod?",
    "应用只监听回环地址：在 Pod 内应答的是哪个 UID？",
  ),
  "loopback-endpoint": t("… what is the Service's endpoint?", "……Service 的端点是什么？"),
  "loopback-break": t("… which links are breaks?", "……哪些环节是断点？"),
  "down-break": t(
    "The registry is stopped: which links of the running Pod are breaks?",
    "仓库已停止：运行中的 Pod 有哪些断点？",
  ),
  "down-answers": t("… which checksum has the state that it answers?", "……它应答的状态，校验值是哪个？"),
  "unpulled-first": t(
    "… on a node that never pulled the reference: which is the first break?",
    "……在从未拉取过该引用的节点上：第一个断点是哪个？",
  ),
  "unpulled-sandbox": t("… in which state is the sandbox?", "……沙箱处于什么状态？"),
  "unpulled-container": t("… what of the container?", "……容器呢？"),
  "unpulled-event": t("… what does the event's message say?", "……事件的消息写着什么？"),
  "other-first": t(
    "The Pod is sent to a node where its volume is not: which is the first break?",
    "把 Pod 放到没有其卷的节点：第一个断点是哪个？",
  ),
  "other-origin": t("… which manifest digest does the registry serve?", "……仓库提供的 manifest 摘要是哪个？"),
  "other-claim": t("… the claims' UIDs, before and now?", "……卷申领的 UID，之前与现在呢？"),
  "other-sandbox": t("… what of the sandbox?", "……沙箱呢？"),
  "other-event": t("… which event does the kubelet write?", "……kubelet 写出哪个事件？"),
  "corrupt-refused": t(
    "An archive with one flipped bit: what does the build say?",
    "翻转了一个比特的归档：构建说什么？",
  ),
  "stale-whole": t(
    "A stale archive: which of its files fit its own manifest?",
    "过时的归档：哪些文件与它自己的清单相符？",
  ),
  "stale-refused": t("… what does the build say?", "……构建说什么？"),
  "refused-early": t(
    "… the images that builds left, before and after both?",
    "……两次之前与之后，构建留下的镜像是什么关系？",
  ),
  "built-some": t("… how many images do builds leave?", "……构建会留下几个镜像？"),
};
