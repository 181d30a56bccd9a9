import { t } from "../vocabulary/text.js";

/** What a reader is asked about each prediction before the author's is shown: the question without the answer. */
export default {
  "all-on-node": t(
    "On which nodes do the four Pods run, against the node that will fall silent?",
    "四个 Pod 运行在哪些节点上？与即将沉默的节点相比呢？",
  ),
  "default-toleration": t(
    "How many seconds does the Pod tolerate that asks for nothing?",
    "什么都没写的 Pod，容忍多少秒？",
  ),
  "unlimited-toleration": t("… and the one that tolerates without stating seconds?", "……不写秒数的那个呢？"),
  unknown: t(
    "kubelet is stopped: how long after the last heartbeat does Ready become Unknown?",
    "停止 kubelet：最后一次心跳之后多久，Ready 变为 Unknown？",
  ),
  "unknown-after-stop": t("… and how long after the stop?", "……停止之后多久呢？"),
  noschedule: t("… when does the taint NoSchedule come?", "……污点 NoSchedule 何时出现？"),
  noexecute: t("… and the taint NoExecute?", "……污点 NoExecute 呢？"),
  endpoint: t("… when does the Service stop sending to the Pod?", "……Service 何时不再转发给这个 Pod？"),
  marked: t(
    "… when is the Pod that tolerates 30 s marked for deletion?",
    "……容忍 30 秒的 Pod 何时被标记删除？",
  ),
  replaced: t("… when is the Deployment's replacement created?", "……Deployment 的替代 Pod 何时创建？"),
  "replaced-after": t("… which comes first, the mark or the replacement?", "……标记与替代，哪个在先？"),
  "replaced-elsewhere": t(
    "… the nodes of the old Pod and of its replacement?",
    "……旧 Pod 与替代 Pod 的节点呢？",
  ),
  "default-stays": t("… is the Pod with the default toleration marked?", "……采用默认容忍的 Pod 会被标记吗？"),
  "always-stays": t("… is the one that tolerates without limit?", "……无限容忍的呢？"),
  "stay-same": t(
    "… those two Pods' UIDs, before and meanwhile?",
    "……这两个 Pod 的 UID，之前与其间是什么关系？",
  ),
  "copy-marked": t("… which UID does the marked Pod have?", "……被标记的 Pod 的 UID 是哪个？"),
  "copy-runs": t(
    "… how many of its containers still run on the silent node?",
    "……它在沉默的节点上还有几个容器在运行？",
  ),
  "copy-answers": t("… with which UID does it answer, if at all?", "……它还应答吗，返回哪个 UID？"),
  "copy-second": t("… in which phase is the replacement?", "……替代 Pod 处于什么阶段？"),
  "named-marked": t("… when is the StatefulSet's Pod marked?", "……StatefulSet 的 Pod 何时被标记？"),
  "named-not-replaced": t("… how many Pods of that name are there?", "……这个名字的 Pod 有几个？"),
  "named-same-uid": t("… its UIDs, before and meanwhile?", "……它的 UID，之前与其间呢？"),
  "named-order": t(
    "kubelet is back: which is first, the old one gone or the new one made?",
    "kubelet 恢复后：旧的消失与新的创建，哪个在先？",
  ),
  "named-new-uid": t("… the UIDs under that name, before and after?", "……这个名字下前后的 UID 呢？"),
  "gone-after-return": t(
    "… how long after the start is the Terminating Pod gone?",
    "……启动之后多久，Terminating 的 Pod 消失？",
  ),
  "ready-after-return": t("… how long until the Node is Ready?", "……多久之后 Node 变为 Ready？"),
  "untainted-after-return": t(
    "… how long until the evicting taint is gone?",
    "……多久之后触发驱逐的污点消失？",
  ),
  "replacement-stays": t("… the replacement's node, before and after?", "……替代 Pod 的节点，前后呢？"),
  "stay-after-return": t(
    "… the tolerating Pods' UIDs, before and after?",
    "……容忍的那些 Pod 的 UID，前后呢？",
  ),
};
