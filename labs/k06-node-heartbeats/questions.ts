import { t } from "../vocabulary/text.js";

/** What a reader is asked about each prediction before the author's is shown: the question without the answer. */
export default {
  "lease-duration": t("Which duration does the Lease state?", "Lease 写的时长是多少？"),
  "lease-holder": t("Who holds the Lease?", "Lease 的持有者是谁？"),
  "lease-owner": t("Which UID has the Lease's owner?", "Lease 的 owner 的 UID 是哪个？"),
  "renew-median": t(
    "How many times is it renewed within its duration? (duration against the median interval)",
    "一个时长之内续约几次？（时长与间隔中位数之比）",
  ),
  "renew-shortest": t(
    "How short is the shortest interval between two renewals?",
    "两次续约之间最短的间隔是多久？",
  ),
  "renew-longest": t("… and the longest?", "……最长的呢？"),
  "lease-updates": t("How many updates of the Lease are there in 100 s?", "100 秒内 Lease 更新几次？"),
  "node-updates": t("… and of the Node object?", "……Node 对象更新几次？"),
  "fewer-node-updates": t("… which of the two is less?", "……两者哪个更少？"),
  "report-frequency": t(
    "How often is an unchanged status due, as kubelet is configured?",
    "按 kubelet 的配置，状态不变时多久上报一次？",
  ),
  "watch-whole": t("How many gaps do the watches have?", "监视有几处空缺？"),
  silence: t(
    "kubelet is stopped: when was the last renewal, counted from the stop?",
    "停止 kubelet：从停止算起，最后一次续约在何时？",
  ),
  unknown: t(
    "… how long after the last renewal does Ready become Unknown?",
    "……最后一次续约之后多久，Ready 变为 Unknown？",
  ),
  "unknown-after-stop": t("… and how long after the stop?", "……停止之后多久呢？"),
  unreachable: t(
    "… when does the taint unreachable:NoSchedule come?",
    "……污点 unreachable:NoSchedule 何时出现？",
  ),
  "unreachable-noexecute": t(
    "… how long after Unknown comes unreachable:NoExecute?",
    "……Unknown 之后多久出现 unreachable:NoExecute？",
  ),
  "unknown-reason": t("… which reason does the condition give?", "……条件给出的原因是什么？"),
  "unknown-message": t("… and which message?", "……消息是什么？"),
  "no-renewal": t("… is there any renewal after Unknown?", "……Unknown 之后还有续约吗？"),
  "containers-go-on": t(
    "… the containers on the node, before and meanwhile?",
    "……节点上的容器，之前与其间是什么关系？",
  ),
  "ready-again": t(
    "kubelet is started again: after how long is the Node Ready?",
    "再次启动 kubelet：多久之后 Node 恢复 Ready？",
  ),
  "untainted-again": t("… after how long is the evicting taint gone?", "……多久之后触发驱逐的污点消失？"),
  "lease-back": t(
    "The Lease is deleted: after how long is there one again?",
    "删除 Lease：多久之后重新出现？",
  ),
  "lease-new-uid": t("… the two UIDs?", "……前后的 UID 呢？"),
  "lease-same-holder": t("… the two holders?", "……前后的持有者呢？"),
  "lease-no-alarm": t("… does the Node become NotReady meanwhile?", "……其间 Node 会变为 NotReady 吗？"),
  "brief-interval": t(
    "A brief stop of kubelet: the longest interval against the grace period, which is less?",
    "短暂停止 kubelet：最长的间隔与宽限期，哪个更小？",
  ),
  "brief-silence": t("… how long is the longest interval?", "……最长的间隔是多久？"),
  "brief-no-unknown": t("… does Ready become Unknown?", "……Ready 会变为 Unknown 吗？"),
  "brief-no-taint": t("… is an unreachable taint added?", "……会添加 unreachable 污点吗？"),
};
