import { t } from "../vocabulary/text.js";

/** What a reader is asked about each prediction before the author's is shown: the question without the answer. */
export default {
  "plain-net": t(
    "Pod plain and the node: one net namespace, or two?",
    "Pod plain 与节点：同一个 net 命名空间吗？",
  ),
  "plain-uts": t("… the uts namespace?", "……uts 命名空间呢？"),
  "plain-pid": t("… the pid namespace?", "……pid 命名空间呢？"),
  "plain-ipc": t("… the ipc namespace?", "……ipc 命名空间呢？"),
  "host-network-net": t(
    "Pod host-network and the node: one net namespace, or two?",
    "Pod host-network 与节点：同一个 net 命名空间吗？",
  ),
  "host-network-uts": t("… the uts namespace?", "……uts 命名空间呢？"),
  "host-network-pid": t("… the pid namespace?", "……pid 命名空间呢？"),
  "host-network-ipc": t("… the ipc namespace?", "……ipc 命名空间呢？"),
  "host-pid-net": t(
    "Pod host-pid and the node: one net namespace, or two?",
    "Pod host-pid 与节点：同一个 net 命名空间吗？",
  ),
  "host-pid-uts": t("… the uts namespace?", "……uts 命名空间呢？"),
  "host-pid-pid": t("… the pid namespace?", "……pid 命名空间呢？"),
  "host-pid-ipc": t("… the ipc namespace?", "……ipc 命名空间呢？"),
  "host-ipc-net": t(
    "Pod host-ipc and the node: one net namespace, or two?",
    "Pod host-ipc 与节点：同一个 net 命名空间吗？",
  ),
  "host-ipc-uts": t("… the uts namespace?", "……uts 命名空间呢？"),
  "host-ipc-pid": t("… the pid namespace?", "……pid 命名空间呢？"),
  "host-ipc-ipc": t("… the ipc namespace?", "……ipc 命名空间呢？"),
  "plain-ip": t("Where do the plain Pod's addresses lie?", "普通 Pod 的地址落在哪里？"),
  "host-network-ip": t("Which addresses has the Pod with hostNetwork?", "hostNetwork 的 Pod 是什么地址？"),
  "host-network-loopback": t(
    "… what answers at the kubelet's port on 127.0.0.1 there?",
    "……在那里访问 127.0.0.1 上 kubelet 的端口，得到什么？",
  ),
  "plain-loopback": t("… and from the plain Pod?", "……从普通 Pod 访问呢？"),
  "host-pid-one": t("With hostPID: what is PID 1?", "hostPID：1 号进程是什么？"),
  "plain-pid-one": t("Which PID has the app in the plain Pod?", "普通 Pod 里，应用的 PID 是多少？"),
  "host-pid-rows": t(
    "The number of processes seen in the plain Pod and with hostPID: which is less?",
    "普通 Pod 里与 hostPID 时看到的进程数，哪个更小？",
  ),
  "host-pid-number": t("With hostPID: which PID has the app inside?", "hostPID：应用在里面的 PID 是多少？"),
  "host-pid-root": t(
    "… what does it get when it reaches for the files of PID 1?",
    "……去读 1 号进程的文件，得到什么？",
  ),
  "dns-plain": t("To what does the plain Pod resolve a cluster name?", "普通 Pod 把集群内的名字解析成什么？"),
  "dns-host-network": t(
    "… and a hostNetwork Pod with the default policy?",
    "……采用默认策略的 hostNetwork Pod 呢？",
  ),
  "dns-host-network-dns": t("… with ClusterFirstWithHostNet?", "……采用 ClusterFirstWithHostNet 呢？"),
  "resolver-host-network": t(
    "… how many of its resolvers are the cluster's DNS Service?",
    "……它的解析器中有几个是集群的 DNS Service？",
  ),
  "clash-exit": t(
    "An app wants the kubelet's port: with which exit code does it end?",
    "应用想用 kubelet 的端口：退出码是多少？",
  ),
  "clash-message": t("… what does its log say?", "……它的日志写着什么？"),
  "clash-owner": t("… which program has the port?", "……端口由哪个程序占用？"),
  "host-port-ip": t(
    "A Pod with a hostPort: where do its addresses lie?",
    "带 hostPort 的 Pod：地址落在哪里？",
  ),
  "host-port-net": t("… its network namespace and the node's?", "……它的与节点的网络命名空间呢？"),
  "host-port-answer": t(
    "… which UIDs answer at that port of the node's addresses?",
    "……在节点各地址的该端口上，应答的是哪些 UID？",
  ),
  "host-port-each": t("… at how many of the node's addresses?", "……在节点的几个地址上有应答？"),
  "host-port-dnat": t("… where do the DNAT rules lead?", "……DNAT 规则指向哪里？"),
  "host-port-filter": t("… what holds the rules?", "……规则由什么保存？"),
  "host-port-no-listener": t(
    "… how many processes of the node listen on that port?",
    "……节点上有几个进程监听该端口？",
  ),
  "second-refused": t(
    "A second Pod with this hostPort: with which reason is it refused?",
    "第二个使用同一 hostPort 的 Pod：被拒绝的原因是什么？",
  ),
  "second-phase": t("… in which phase is it?", "……它处于什么阶段？"),
  "second-no-sandbox": t("… what of its sandbox?", "……它的沙箱呢？"),
  "first-still-answers": t("… which UID answers at the port now?", "……现在该端口上应答的是哪个 UID？"),
};
