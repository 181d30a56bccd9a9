import { t } from "../vocabulary/text.js";

/** What a reader is asked about each prediction before the author's is shown: the question without the answer. */
export default {
  "cidr-own": t("How do the three nodes' podCIDRs compare?", "三个节点的 podCIDR 是什么关系？"),
  "cidr-size": t(
    "What does a node's podCIDR look like: how large is it?",
    "一个节点的 podCIDR 是什么样的，有多大？",
  ),
  "ip-node": t("Where does the Pod's address lie, as the node goes?", "就节点而言，Pod 的地址落在哪里？"),
  "ip-cluster": t("… and as the cluster goes?", "……就集群而言呢？"),
  "peer-out": t("Which peer index does eth0 in the Pod name?", "Pod 里的 eth0 说对端的序号是多少？"),
  "peer-back": t("… and which does the veth on the node name?", "……节点上的 veth 说对端的序号是多少？"),
  "kind-veth": t("What kind of device is eth0?", "eth0 是哪种设备？"),
  "route-host": t(
    "To which destination does the node's route to the Pod lead?",
    "节点通往这个 Pod 的路由，目的地址是什么？",
  ),
  "route-veth": t("… through which device?", "……经由哪个设备？"),
  gateway: t("What is the Pod's gateway?", "Pod 的网关是什么？"),
  "plugin-main": t("Which is the main plugin in the CNI configuration?", "CNI 配置里的主插件是哪个？"),
  "plugin-ipam": t("Which plugin gives the addresses?", "由哪个插件分配地址？"),
  "range-0": t("Which range does the address plugin have on node 0?", "节点 0 上，地址插件的范围是什么？"),
  "range-1": t("… on node 1?", "……节点 1 上呢？"),
  "range-2": t("… on node 2?", "……节点 2 上呢？"),
  "file-there": t("Which files does the address plugin's folder hold?", "地址插件的文件夹里有哪些文件？"),
  "file-owner": t("What does the file of an address name?", "某个地址的文件里写着什么？"),
  "file-each": t("How many such files are there?", "这样的文件有多少个？"),
  "last-is-newest": t("Which address is the last reserved one?", "最后保留的地址是哪个？"),
  forward: t(
    "Two Pods, one after the other: how do their addresses compare as numbers?",
    "先后两个 Pod，它们的地址按数值怎样比较？",
  ),
  "del-file": t("The Pod is deleted: how soon is the address file gone?", "删除 Pod：地址文件多久之后消失？"),
  "del-veth": t("… the veth?", "……veth 呢？"),
  "del-route": t("… the route?", "……路由呢？"),
  "del-before-pod": t("… which goes first, the veth or the Pod object?", "……veth 与 Pod 对象，哪个先消失？"),
  "del-silent": t(
    "… how many messages does the kernel send about the IPv4 route?",
    "……关于这条 IPv4 路由，内核会发出几条消息？",
  ),
  "last-stays": t("… the last reserved address, before and after?", "……最后保留的地址，前后是什么关系？"),
  "again-address": t(
    "The same Pod is made again: how do its two addresses compare?",
    "同一个 Pod 重建：前后的地址是什么关系？",
  ),
  "again-next": t(
    "… how many steps lie between the last reserved address and the new one?",
    "……新地址与最后保留的地址相差几步？",
  ),
  "again-last": t("… which address is the last reserved one now?", "……现在最后保留的地址是哪个？"),
  "again-veth": t("… the names of the two veths?", "……两个 veth 的名字呢？"),
  "again-route": t("… how many routes lead to the former address?", "……通往旧地址的路由有几条？"),
  "host-address": t(
    "A Pod with hostNetwork: which address does it have?",
    "hostNetwork 的 Pod：它的地址是什么？",
  ),
  "host-files": t("… the number of address files, before and after?", "……地址文件的数目，前后是什么关系？"),
  "host-veth": t("… what of its veth?", "……它的 veth 呢？"),
};
