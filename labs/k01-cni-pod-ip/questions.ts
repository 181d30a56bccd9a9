import { t } from "../vocabulary/text.js";

/** What a reader is asked about each prediction before the author's is shown: the question without the answer. */
export default {
  "cidr-own": t(
    "How many different podCIDRs do the three nodes have together?",
    "三个节点合起来有多少个不同的 podCIDR？",
  ),
  "cidr-size": t(
    "What does a node's podCIDR look like: how large is it?",
    "一个节点的 podCIDR 是什么样的，有多大？",
  ),
  "ip-node": t("Where do the Pod's addresses lie, as the node goes?", "就节点而言，Pod 的地址落在哪里？"),
  "ip-each": t("How many addresses has the Pod?", "Pod 有几个地址？"),
  "ip-cluster": t("… and as the cluster goes?", "……就集群而言呢？"),
  "peer-out": t("Which peer index does eth0 in the Pod name?", "Pod 里的 eth0 说对端的序号是多少？"),
  "peer-back": t("… and which does the veth on the node name?", "……节点上的 veth 说对端的序号是多少？"),
  "kind-veth": t("What kind of device is eth0?", "eth0 是哪种设备？"),
  "route-host": t(
    "To which destinations do the node's routes through the veth lead?",
    "节点上经由该 veth 的路由，目的地址是什么？",
  ),
  "route-veth": t(
    "Which device does the kernel choose for the Pod's addresses?",
    "对 Pod 的地址，内核选择哪个设备？",
  ),
  gateway: t("Which addresses has the node's end of the veth?", "veth 的节点一端有哪些地址？"),
  "gateway-each": t("How many gateways has the Pod?", "Pod 有几个网关？"),
  "plugin-main": t("Which is the main plugin in the CNI configuration?", "CNI 配置里的主插件是哪个？"),
  "plugin-ipam": t("Which plugin gives the addresses?", "由哪个插件分配地址？"),
  "range-0": t("Which ranges does the address plugin have on node 0?", "节点 0 上，地址插件的地址段是什么？"),
  "range-1": t("… on node 1?", "……节点 1 上呢？"),
  "range-2": t("… on node 2?", "……节点 2 上呢？"),
  "file-there": t("Which files does the address plugin's folder hold?", "地址插件的文件夹里有哪些文件？"),
  "file-owner": t("What does the file of an address name?", "某个地址的文件里写着什么？"),
  "file-each": t("Which addresses have such a file?", "哪些地址有这样的文件？"),
  "last-is-newest": t(
    "Which address is the last reserved one in each range?",
    "每个地址段中，最后保留的地址是哪个？",
  ),
  forward: t(
    "Two Pods, one after the other: by how much is the second's address above the first's, in the range where it is least?",
    "先后两个 Pod：第二个的地址比第一个大多少（取相差最少的地址段）？",
  ),
  "del-file": t(
    "The Pod is deleted: how soon are its address files gone?",
    "删除 Pod：地址文件多久之后消失？",
  ),
  "del-veth": t("… the veth?", "……veth 呢？"),
  "del-route": t("… the host routes?", "……主机路由呢？"),
  "del-before-pod": t("… which goes first, the veth or the Pod object?", "……veth 与 Pod 对象，哪个先消失？"),
  "del-silent": t(
    "… for which of the Pod's addresses does the kernel announce the end of the route?",
    "……对 Pod 的哪些地址，内核会通知路由的消失？",
  ),
  "last-stays": t("… the last reserved addresses, before and after?", "……最后保留的地址，前后是什么关系？"),
  "again-address": t(
    "The same Pod is made again: how many of its old addresses does it get back?",
    "同一个 Pod 重建：它拿回几个旧地址？",
  ),
  "again-next": t(
    "… how many steps lie between the last reserved address and the new one, in each range?",
    "……每个地址段中，新地址与最后保留的地址相差几步？",
  ),
  "again-last": t("… which addresses are the last reserved ones now?", "……现在最后保留的地址是哪些？"),
  "again-veth": t("… the names of the two veths?", "……两个 veth 的名字呢？"),
  "again-route": t("… how many routes lead to the former addresses?", "……通往旧地址的路由有几条？"),
  "host-address": t(
    "A Pod with hostNetwork: which addresses does it have?",
    "hostNetwork 的 Pod：它的地址是什么？",
  ),
  "host-files": t("… the number of address files, before and after?", "……地址文件的数目，前后是什么关系？"),
  "host-veth": t("… what of its veth?", "……它的 veth 呢？"),
};
