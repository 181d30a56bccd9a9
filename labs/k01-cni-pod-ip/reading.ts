import { t } from "../vocabulary/index.js";
import type { Exercise, Lab } from "../vocabulary/lab.js";

export const limits: Lab["limits"] = [
  t(
    "That every cluster keeps addresses in files: another network plugin may keep them in the API or in a service, and then host-local's part is NOT_RUN.",
    "不能得出所有集群都用文件保存地址：别的网络插件可能存在 API 或服务里，此时 host-local 部分为 NOT_RUN。",
  ),
  t(
    "That an address that is free will be given next, or that it will not: the order is host-local's, and past the end of the range it begins again from the start.",
    "不能得出空闲地址会被下一个使用，或不会被使用：顺序由 host-local 决定，越过末尾会从头开始。",
  ),
  t(
    "Which of file and route went first: both are looked at 20 times a second, so two moments less than 0.1 s apart cannot be told apart. The veth's moment is the kernel's own message.",
    "不能得出文件与路由哪个先消失：二者每秒查看 20 次，相差不到 0.1 秒的时刻无法区分。veth 的时刻来自内核消息。",
  ),
  t(
    "How long DEL takes for an app that does not end on SIGTERM: its grace period comes first.",
    "不能得出不响应 SIGTERM 的应用的 DEL 耗时：先要等它的宽限期。",
  ),
  t(
    "That a reserved file proves a living Pod: it proves that ADD was called for that sandbox and DEL has not ended.",
    "不能由地址文件得出 Pod 还活着：它只证明对该沙箱调用过 ADD，而 DEL 尚未完成。",
  ),
];

export const table: Lab["table"] = [
  {
    see: t("A Pod has an address that is outside its node's podCIDRs", "Pod 地址不在其节点的 podCIDR 中"),
    look: t("the range in the node's CNI configuration, hostNetwork", "节点 CNI 配置中的地址段、hostNetwork"),
  },
  {
    see: t("ADD fails with no addresses left, although few Pods run", "Pod 不多，ADD 却报没有可用地址"),
    look: t("files of host-local whose sandbox is gone", "host-local 中沙箱已不存在的文件"),
  },
  {
    see: t("Many veths, and one Pod that does not answer", "veth 很多，其中一个 Pod 不应答"),
    look: t(
      "eth0's peer index in the Pod, then that index on the node",
      "Pod 内 eth0 的对端 ifindex，再到节点上找该 ifindex",
    ),
  },
];

export const exercises: Exercise[] = [
  {
    id: "1",
    case: "again",
    task: t(
      "Two Pods ran, the second was deleted, its address is free. Predict the address of the next Pod, and the content of last_reserved_ip.0 (on a dual-stack cluster .1 too) after the deletion and after the new Pod; then look.",
      "运行过两个 Pod，第二个已删除，地址已空闲。预测下一个 Pod 的地址，以及删除后、新 Pod 建立后 last_reserved_ip.0（双栈集群还有 .1）的内容；然后查看。",
    ),
    predictions: ["last-stays", "again-address", "again-next", "again-last", "again-veth", "again-route"],
    cannotConclude: t(
      "That a Pod's former address stays free: it is only not the next one. Nobody may rely on who has it later.",
      "不能得出 Pod 的旧地址会一直空闲：它只是不会被立即分配；之后归谁不可依赖。",
    ),
  },
  {
    id: "2",
    case: "host-network",
    task: t(
      "Predict address, veth and host-local's files for a Pod with hostNetwork: true; then look.",
      "预测 hostNetwork: true 的 Pod 的地址、veth 与 host-local 文件；然后查看。",
    ),
    predictions: ["host-address", "host-files", "host-veth"],
    cannotConclude: t(
      "That a Pod whose address is a node's belongs to no network plugin at all: its sandbox was made all the same, only without a network namespace of its own.",
      "不能由“Pod 地址等于节点地址”得出它与网络插件毫无关系：沙箱照样建立，只是没有自己的网络命名空间。",
    ),
  },
];
