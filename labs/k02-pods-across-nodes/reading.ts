import { t } from "../vocabulary/index.js";
import type { Exercise, Lab } from "../vocabulary/lab.js";

export const limits: Lab["limits"] = [
  t(
    "That networks of other plugins have no encapsulation: kindnet needs none because all nodes are neighbours on one link.",
    "不能得出其他插件也没有封装：kindnet 不需要，因为所有节点在同一链路上相邻。",
  ),
  t(
    "That crossing a network costs what was measured here: both nodes share one machine, and the packet never left it. Where the rank test shows no difference, that does not prove that there is none.",
    "不能把这里的差别当作跨网络的代价：两个节点在同一台机器上，数据包没有离开它。秩检验没有显示差别，也不证明没有差别。",
  ),
  t(
    "That a rule is absent because one backend does not show it: iptables-legacy, iptables-nft, their ip6tables and nft look into different tables, and the page names those that answered.",
    "不能因为某个后端没有显示就说规则不存在：iptables-legacy、iptables-nft、对应的 ip6tables 与 nft 查看的表不同，页面写明是哪些回答的。",
  ),
  t(
    "That losing a route raises an alarm: no event and no condition told of it; the Node stayed Ready.",
    "不能指望路由丢失会报警：没有事件或 condition 提到它，Node 一直是 Ready。",
  ),
  t(
    "That three losses give the distribution of repair times: they show the beat, and a loss lasts anything from nothing to one beat.",
    "不能由三次丢失得出修复时间的分布：它们只显示节拍，一次丢失可能持续零到一个节拍之间的任意时间。",
  ),
];

export const table: Lab["table"] = [
  {
    see: t("Pods on one node reach each other, Pods across nodes do not", "同节点 Pod 互通，跨节点不通"),
    look: t("the node's route to the other podCIDR, on both sides", "两边节点上到对方 podCIDR 的路由"),
  },
  {
    see: t("A server logs a node's address instead of the Pod's", "服务端日志里是节点地址而不是 Pod 地址"),
    look: t(
      "the destination: is it in one of the cluster's CIDRs, does the NAT chain of its family return for it?",
      "目标地址：是否在集群的某个 CIDR 内，其地址族的 NAT 链是否对它 RETURN",
    ),
  },
  {
    see: t("iptables-save shows nothing", "iptables-save 什么也没有"),
    look: t("the other backend, then nft list ruleset", "另一个后端，然后 nft list ruleset"),
  },
];

export const exercises: Exercise[] = [
  {
    id: "1",
    case: "lost",
    task: t(
      "Predict what a deleted route breaks and what it does not, who puts it back, and after how long; delete it three times at different moments and compare.",
      "预测删除路由会影响什么、不影响什么、由谁恢复、多久恢复；在不同时刻删除三次并比较。",
    ),
    predictions: ["back-1", "back-2", "back-3", "beat", "lost-far", "lost-family", "lost-near", "back-far"],
    cannotConclude: t(
      "Who put the route back cannot be read from the kernel's message: it names the route, not the process. That the repairs come on a beat, and stop when kindnet does, would have to be shown by stopping it.",
      "内核消息不说明是谁恢复了路由：它只有路由，没有进程。要证明是 kindnet，还须停掉它看修复是否停止。",
    ),
  },
  {
    id: "2",
    case: "node-address",
    task: t(
      "The same client asks the same server program, once at a Pod's address and once at a node's. Predict the source address that each server sees.",
      "同一个客户端请求同样的服务程序，一次用 Pod 地址，一次用节点地址。预测各服务端看到的源地址。",
    ),
    predictions: ["source-far", "source-node", "nat-return", "nat-rest"],
    cannotConclude: t(
      "From a node's address in a log it cannot be said which Pod asked: the translation is kept in the node's connection table only while the connection lives.",
      "由日志中的节点地址无法得知是哪个 Pod：地址转换只在连接存续期间记在节点的连接表里。",
    ),
  },
];
