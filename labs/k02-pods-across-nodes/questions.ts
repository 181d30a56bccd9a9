import { t } from "../vocabulary/text.js";

/** What a reader is asked about each prediction before the author's is shown: the question without the answer. */
export default {
  "next-hop": t(
    "Which of the other node's addresses is the next hop to its Pod?",
    "通往另一节点上的 Pod，下一跳是该节点的哪个地址？",
  ),
  "next-hop-each": t("How many next hops are there to this Pod?", "通往这个 Pod 有几个下一跳？"),
  "route-count": t("To which ranges does a node have routes?", "一个节点有通往哪些地址段的路由？"),
  device: t("What kind of device does the route leave by?", "路由从哪种设备出去？"),
  "no-tunnel": t("How many tunnel devices are up on the node?", "节点上有几个启用的隧道设备？"),
  "ping-enough-near": t("How many samples are there of the near server?", "近处的服务器有多少个样本？"),
  "ping-enough-far": t("… and of the far one?", "……远处的呢？"),
  "ping-slower": t("What does the comparison of near and far say?", "近与远的比较结论是什么？"),
  "ping-difference": t("By how much do the two medians differ?", "两个中位数相差多少？"),
  ttl: t("By how much do the TTLs of near and far answers differ?", "近处与远处应答的 TTL 相差多少？"),
  "source-near": t("Which source addresses does the near server see?", "近处的服务器看到的源地址是什么？"),
  "source-far": t("… and the far one?", "……远处的呢？"),
  "nat-return": t(
    "Packets to which destinations does the NAT chain let go untouched?",
    "NAT 链放行、不作改动的是去往哪里的包？",
  ),
  "nat-rest": t("… and what does it do with the rest?", "……其余的包怎样处理？"),
  "nat-backend": t("Which backends' listings show the chain?", "哪些后端的列表里有这条链？"),
  "back-1": t(
    "The route is deleted: after how long is it back? (loss 1)",
    "删除路由：多久之后恢复？（第 1 次）",
  ),
  "back-2": t("… loss 2?", "……第 2 次呢？"),
  "back-3": t("… loss 3?", "……第 3 次呢？"),
  beat: t(
    "From the second repair to the third: how long, against the time from the first to the second?",
    "从第二次修复到第三次隔多久？与从第一次到第二次相比呢？",
  ),
  "lost-far": t(
    "Without the route: how much is lost to the far server's first address, in percent?",
    "没有路由时：到远处服务器的首个地址丢失百分之几？",
  ),
  "lost-family": t("… which of its addresses do not answer?", "……它的哪些地址没有应答？"),
  "lost-near": t("… and to the near one?", "……到近处的呢？"),
  "back-far": t("… and to the far one, once the route is back?", "……路由恢复后，到远处的呢？"),
  "source-node": t(
    "Requests to a node's addresses: which source addresses does the server see?",
    "请求发往节点的地址：服务器看到的源地址是什么？",
  ),
};
