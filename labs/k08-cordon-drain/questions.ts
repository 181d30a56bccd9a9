import { t } from "../vocabulary/text.js";

/** What a reader is asked about each prediction before the author's is shown: the question without the answer. */
export default {
  unschedulable: t(
    "cordon: what is the node's spec.unschedulable afterwards?",
    "cordon 之后，节点的 spec.unschedulable 是什么？",
  ),
  taint: t("… which taints does it have?", "……它有哪些污点？"),
  "taint-effect": t("… with which effects?", "……效果是什么？"),
  "cordon-moves-nothing": t(
    "… the UIDs of the Pods there, before and after?",
    "……上面 Pod 的 UID，前后是什么关系？",
  ),
  "new-elsewhere": t(
    "… which replicas run on the node, once there is one more that prefers it?",
    "……再多一个偏好此节点的副本之后，节点上有哪些副本？",
  ),
  "placed-runs": t(
    "… in which phase is a Pod that names the node itself?",
    "……直接指定该节点的 Pod 处于什么阶段？",
  ),
  "refuses-bare": t(
    "drain without flags: what does it say of a Pod without a controller?",
    "不带参数的 drain：对没有控制器的 Pod 说什么？",
  ),
  "refuses-daemonset": t("… of a DaemonSet's Pod?", "……对 DaemonSet 的 Pod 呢？"),
  "refuses-emptydir": t("… of a Pod with an emptyDir?", "……对带 emptyDir 的 Pod 呢？"),
  "one-flag": t(
    "With `--ignore-daemonsets`: how many reasons to refuse are left?",
    "加上 `--ignore-daemonsets`：还剩几条拒绝的理由？",
  ),
  "two-flags": t("… with `--force` too: which?", "……再加 `--force`：还剩哪些？"),
  "refusal-evicts-nothing": t(
    "… the Pods' UIDs before and after a refused drain?",
    "……被拒绝的 drain 前后，Pod 的 UID 呢？",
  ),
  "drain-time": t("With all flags: how long does the drain take, in ms?", "参数齐全：drain 需要多少毫秒？"),
  "drain-waits": t(
    "… how does that compare with the time until the last Pod is gone?",
    "……与最后一个 Pod 消失所用的时间相比呢？",
  ),
  "left-on-node": t("… which Pods are left on the node?", "……节点上还剩哪些 Pod？"),
  "agent-same": t("… the DaemonSet's Pod, before and after?", "……DaemonSet 的 Pod，前后呢？"),
  "bare-gone": t("… how many bare Pods are there afterwards?", "……之后还有几个裸 Pod？"),
  "web-first": t(
    "… the Deployment: replacement made or old Pod gone, which is first?",
    "……Deployment：替代 Pod 创建与旧 Pod 消失，哪个在先？",
  ),
  "named-last": t("… the StatefulSet: the same question", "……StatefulSet：同样的问题"),
  "named-uid": t("… its Pod's UIDs, before and after?", "……它的 Pod 前后的 UID 呢？"),
  "named-node": t("… its nodes, before and after?", "……前后的节点呢？"),
  "emptydir-lost": t("… how many files are in the emptyDir afterwards?", "……之后 emptyDir 里有几个文件？"),
  uncordoned: t("uncordon: how many such taints are left?", "uncordon 之后：还剩几个这样的污点？"),
  "nothing-back": t("… the Pods right after, and 15 s later?", "……刚结束时与 15 秒之后的 Pod 是什么关系？"),
  "node-stays-empty": t(
    "… what the node holds, right after and later?",
    "……节点上的 Pod，刚结束时与之后呢？",
  ),
  "budget-full": t(
    "A budget that is used up: how many disruptions does it allow?",
    "预算已用尽：还允许几次中断？",
  ),
  "budget-message": t("… what does drain say?", "……drain 说什么？"),
  "budget-retry": t("… after how many seconds is the eviction tried again?", "……隔多少秒再次尝试驱逐？"),
  "budget-tries": t("… how often for each Pod?", "……每个 Pod 试几次？"),
  "budget-timeout": t(
    "… after how long does it give up, in ms? (timeout 25 s)",
    "……多少毫秒之后放弃？（超时 25 秒）",
  ),
  "budget-cordon-kept": t("… is the node unschedulable afterwards?", "……之后节点仍不可调度吗？"),
  "budget-same": t("… the guarded Pods' UIDs, before and after?", "……受保护的 Pod 前后的 UID 呢？"),
};
