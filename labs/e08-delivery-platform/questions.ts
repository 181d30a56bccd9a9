import { t } from "../vocabulary/text.js";

/** What a reader is asked about each prediction before the author's is shown: the question without the answer. */
export default {
  "one-digest": t("Do all Pods run the image of one digest?", "所有 Pod 运行的镜像摘要相同吗？"),
  "image-pinned": t(
    "Which manifest digest does the node know for a replica's image?",
    "节点所知的副本镜像 manifest 摘要是哪个？",
  ),
  owner: t("What owns the Pods, each?", "这些 Pod 各由谁拥有？"),
  "owner-owner": t("… and which UID owns that?", "……其上一级 owner 的 UID 是哪个？"),
  process: t(
    "Which UID stands in the cgroup path of a replica's process?",
    "副本进程的 cgroup 路径里写着哪个 UID？",
  ),
  backends: t("How many backends answer?", "有几个后端应答？"),
  "backends-are-pods": t("Which are they, by UID?", "按 UID，它们是哪些？"),
  "none-lost": t("How many requests fail?", "有几个请求失败？"),
  "share-low": t(
    "How many requests does the backend get that gets fewest?",
    "得到请求最少的后端得到多少个？",
  ),
  "off-count": t(
    "One Pod's readiness is switched off: how many backends answer?",
    "关掉一个 Pod 的就绪状态：有几个后端应答？",
  ),
  "off-ready": t("… which, by UID?", "……按 UID，是哪些？"),
  "off-failed": t("… how many requests fail?", "……有几个请求失败？"),
  "off-direct": t(
    "… asked at its own address: which UID answers, if any?",
    "……直接请求它自己的地址：有应答吗，是哪个 UID？",
  ),
  "off-replicas": t("… how many Pods does the ReplicaSet have?", "……ReplicaSet 有几个 Pod？"),
  "on-count": t("Switched on again: which backends answer?", "重新打开：哪些后端应答？"),
  "kill-uid": t(
    "A replica's process is ended: the Pod's UIDs, before and after?",
    "结束一个副本的进程：Pod 前后的 UID 是什么关系？",
  ),
  "kill-container": t("… the container IDs?", "……容器 ID 呢？"),
  "kill-starts": t("… the start times of its process?", "……进程的启动时间呢？"),
  "kill-set": t("… which Pods are in the set?", "……集合里有哪些 Pod？"),
  "delete-gone": t(
    "A Pod is deleted: how many of the set have its UID?",
    "删除一个 Pod：集合里还有几个是它的 UID？",
  ),
  "delete-count": t("… how many Pods are in the set?", "……集合里有几个 Pod？"),
  "delete-answers": t("… which backends answer for the Service?", "……Service 有哪些后端应答？"),
  "crd-schema": t(
    "A custom object that its schema does not allow: what does the API server say?",
    "不符合 schema 的自定义对象：API server 说什么？",
  ),
  "crd-accepted": t("One that fits: which generation does it have?", "符合的：generation 是多少？"),
  "crd-no-status": t("… what of its status?", "……它的 status 呢？"),
  "crd-untouched": t("… its resourceVersion, now and later?", "……它的 resourceVersion，现在与之后呢？"),
  "crd-managers": t("… who wrote it?", "……它由谁写过？"),
  "crd-objects": t("… the objects of other kinds, before and after?", "……其他种类的对象，前后呢？"),
  "crd-containers": t("… are the containers on the workers the same?", "……工作节点上的容器还是同样的吗？"),
  "crd-contrast": t(
    "A Deployment with the same numbers: how many Pods are Ready?",
    "数目相同的 Deployment：有几个 Pod 就绪？",
  ),
  "ns-two": t(
    "Two Pods: their Kubernetes Namespaces, the same or not?",
    "两个 Pod：它们的 Kubernetes Namespace 相同吗？",
  ),
  "ns-user": t("… the user namespaces of their processes?", "……它们进程的 user 命名空间呢？"),
  "ns-user-node": t("… which is it, against the node's?", "……与节点的相比呢？"),
  "ns-user-host": t("… and the node's, against the VM's?", "……节点的与虚拟机的相比呢？"),
  "ns-net": t("… their net namespaces?", "……它们的 net 命名空间呢？"),
  "ns-map": t("User 0 inside: which user on the node?", "里面的 0 号用户：在节点上是哪个用户？"),
  "rbac-code": t(
    "A ServiceAccount without rights lists Services: which HTTP status?",
    "没有权限的 ServiceAccount 列出 Service：HTTP 状态码是多少？",
  ),
  "rbac-body": t("… which code does the body state?", "……正文里写的代码是多少？"),
  "rbac-reason": t("… with which reason?", "……原因是什么？"),
  "rbac-who": t("… whom does the message name?", "……消息里提到谁？"),
  "rbac-what": t("… and what does it say was asked for?", "……消息说请求的是什么？"),
  "rbac-unknown": t(
    "A token that the server does not know: which status?",
    "服务器不认识的令牌：状态码是多少？",
  ),
  "rbac-granted": t(
    "After a Role and a RoleBinding: which status?",
    "加上 Role 与 RoleBinding 之后：状态码是多少？",
  ),
  "rbac-list": t("… which names are in the list?", "……列表里有哪些名字？"),
  "rbac-same-pod": t("… the Pod's container, before and after?", "……Pod 的容器，前后是什么关系？"),
};
