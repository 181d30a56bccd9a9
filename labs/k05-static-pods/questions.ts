import { t } from "../vocabulary/text.js";

/** What a reader is asked about each prediction before the author's is shown: the question without the answer. */
export default {
  "four-files": t("How many manifests does the control-plane node have?", "控制平面节点上有几个清单文件？"),
  "mirror-each": t("How many Pods say that they come from a file?", "有多少个 Pod 说自己来自文件？"),
  "node-owner": t("… how many of them are owned by a Node?", "……其中多少个的 owner 是 Node？"),
  "two-uids": t(
    "The UID of the API object and the one that the node uses: how do they compare?",
    "API 对象的 UID 与节点使用的 UID 是什么关系？",
  ),
  "hash-is-uid": t("Which UID does the node's sandbox carry?", "节点上的沙箱带着哪个 UID？"),
  "add-before-check": t(
    "A file is added: which comes first, the mirror or the next full reading of the folder?",
    "加入一个文件：镜像 Pod 与下一次完整读取文件夹，哪个在先？",
  ),
  "add-name": t("… what is the mirror's name?", "……镜像 Pod 叫什么名字？"),
  "add-hash": t("… which UID does its sandbox carry?", "……它的沙箱带着哪个 UID？"),
  "change-hash": t("The file is changed: how do the two hashes compare?", "修改文件：前后的哈希是什么关系？"),
  "change-uid": t("… the mirrors' UIDs?", "……镜像 Pod 的 UID 呢？"),
  "change-container": t("… the container IDs? (only a label changed)", "……容器 ID 呢？（只改了一个标签）"),
  "delete-back": t("The mirror is deleted: after how long is it back?", "删除镜像 Pod：多久之后重新出现？"),
  "delete-uid": t("… the two UIDs?", "……前后的 UID 呢？"),
  "delete-hash": t("… the two hashes?", "……前后的哈希呢？"),
  "delete-container": t("… the two container IDs?", "……前后的容器 ID 呢？"),
  "delete-process": t("… the start times of its process?", "……进程的启动时间呢？"),
  "configmap-log": t(
    "A file refers to a ConfigMap: what does kubelet's log say?",
    "文件引用了 ConfigMap：kubelet 的日志写着什么？",
  ),
  "configmap-no-mirror": t("… how many mirrors of it are there?", "……它有几个镜像 Pod？"),
  "configmap-no-sandbox": t("… how many sandboxes?", "……几个沙箱？"),
  "remove-gone": t(
    "The file is removed: after how long is the mirror gone?",
    "移除文件：多久之后镜像 Pod 消失？",
  ),
  "remove-sandbox": t("… what of its sandbox?", "……它的沙箱呢？"),
};
