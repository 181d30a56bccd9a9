import {
  absent,
  before,
  between,
  changed,
  contains,
  count,
  equals,
  inCIDR,
  matches,
  observed,
  predict,
  t,
  unchanged,
} from "../vocabulary/index.js";

const aboutTwoSeconds = (what: string, zh: string) => ({
  because: t(
    "the app ends on SIGTERM at once; then kubelet asks the runtime to stop the sandbox, and the runtime calls the plugin's DEL",
    "应用收到 SIGTERM 立即退出；随后 kubelet 请求运行时停止沙箱，运行时调用插件的 DEL",
  ),
  reference: {
    value: 2,
    unit: "s",
    note: t(`${what}: about 2 s after the deletion`, `${zh}：删除后约 2 秒`),
  },
});

export const predictions = [
  predict(
    "cidr-own",
    "joined",
    t(
      "Each node has podCIDRs of its own: none of them is another node's",
      "每个节点有自己的 podCIDR：没有一个与别的节点相同",
    ),
    count("podCIDRs.distinct", observed("podCIDRs.all")),
    {
      because: t(
        "one for each family of the cluster: one on an IPv4 or IPv6 cluster, two on a dual-stack cluster",
        "集群的每个地址族一个：IPv4 或 IPv6 集群一个，双栈集群两个",
      ),
    },
  ),
  predict(
    "cidr-size",
    "joined",
    t(
      "A node's podCIDR is a /24 of IPv4 (256 addresses), or a /64 of IPv6",
      "一个节点的 podCIDR 是 IPv4 的 /24（256 个地址），或 IPv6 的 /64",
    ),
    matches("node-1.podCIDRs", /^[\d.]+\/24$|^[0-9a-f:]+\/64$/),
    {
      because: t(
        "the controller manager's --node-cidr-mask-size-ipv4 is 24 and --node-cidr-mask-size-ipv6 is 64 unless set otherwise",
        "controller manager 的 --node-cidr-mask-size-ipv4 默认是 24，--node-cidr-mask-size-ipv6 默认是 64",
      ),
      reference: { value: "10.244.N.0/24", note: t("one a node", "每个节点一个") },
    },
  ),
  predict(
    "ip-node",
    "joined",
    t(
      "Each of the Pod's addresses lies in a podCIDR of its node",
      "Pod 的每个地址都位于其节点的某个 podCIDR 中",
    ),
    inCIDR("one/network.podIPs", observed("node-1.podCIDRs")),
  ),
  predict(
    "ip-each",
    "joined",
    t("The Pod has one address for each podCIDR of its node", "节点有几个 podCIDR，Pod 就有几个地址"),
    count("one/network.podIPs", observed("node-1.podCIDRs")),
    {
      because: t(
        "the plugin takes one address from each range, so on a dual-stack cluster a Pod has two, one of each family",
        "插件从每个地址段各取一个地址，所以在双栈集群上 Pod 有两个地址，每个地址族一个",
      ),
    },
  ),
  predict(
    "ip-cluster",
    "joined",
    t(
      "Each also lies in a CIDR of the cluster, which the controller manager was started with",
      "每个地址也位于 controller manager 启动参数中的某个集群 CIDR",
    ),
    inCIDR("one/network.podIPs", observed("cluster.cidrs")),
  ),
  predict(
    "peer-out",
    "joined",
    t(
      "eth0 in the Pod says its peer's index: that is the veth on the node",
      "Pod 中 eth0 给出对端的 ifindex：就是节点上的 veth",
    ),
    equals("pod.eth0.peer", observed("veth.index")),
  ),
  predict(
    "peer-back",
    "joined",
    t("… and the veth says the index of eth0", "……veth 也给出 eth0 的 ifindex"),
    equals("veth.peer", observed("pod.eth0.index")),
  ),
  predict(
    "kind-veth",
    "joined",
    t("eth0 is one end of a veth pair", "eth0 是一对 veth 的一端"),
    equals("pod.eth0.kind", "veth"),
  ),
  predict(
    "route-host",
    "joined",
    t(
      "Through the veth the node has a route to each of the Pod's addresses alone (/32 or /128, printed without its mask)",
      "经由该 veth，节点对 Pod 的每个地址各有一条只到它的路由（/32 或 /128，打印时省略掩码）",
    ),
    contains("host-route.dsts", observed("one/network.podIPs")),
    { reference: { value: "/32", note: t("one host route an address", "每个地址一条主机路由") } },
  ),
  predict(
    "route-veth",
    "joined",
    t("For each address the kernel chooses the veth", "对每个地址，内核选择的都是该 veth"),
    equals("route-chosen.dev", observed("one/network.hostVeth")),
  ),
  predict(
    "gateway",
    "joined",
    t(
      "The Pod's gateways are addresses on the node's end of the veth",
      "Pod 的网关都是 veth 节点一端上的地址",
    ),
    contains("veth.addresses", observed("pod.gateways")),
    { because: t("ptp gives every veth the same gateway addresses", "ptp 给每个 veth 相同的网关地址") },
  ),
  predict(
    "gateway-each",
    "joined",
    t("It has one gateway for each of its addresses", "它有几个地址，就有几个网关"),
    count("pod.gateways", observed("one/network.podIPs")),
  ),

  predict(
    "plugin-main",
    "reserved",
    t("The main plugin is ptp: a pair of ends and no bridge", "主插件是 ptp：一对接口，没有网桥"),
    equals("config.main", "ptp"),
    {
      reference: { value: "ptp", note: t("kindnet uses ptp + host-local", "kindnet 使用 ptp + host-local") },
    },
  ),
  predict(
    "plugin-ipam",
    "reserved",
    t("Addresses are given by host-local", "地址由 host-local 分配"),
    equals("config.ipam", "host-local"),
    {
      reference: {
        value: "host-local",
        note: t("kindnet uses ptp + host-local", "kindnet 使用 ptp + host-local"),
      },
    },
  ),
  ...[0, 1, 2].map((n) =>
    predict(
      `range-${n}`,
      "reserved",
      t(
        `On node ${n} host-local's ranges are that node's podCIDRs`,
        `节点 ${n} 上 host-local 的地址段就是该节点的各个 podCIDR`,
      ),
      equals(`range-${n}`, observed(`podCIDRs-${n}`)),
      {
        because: t("kindnet writes the file from the Node object", "kindnet 根据 Node 对象写这个文件"),
      },
    ),
  ),
  predict(
    "file-there",
    "reserved",
    t(
      "host-local's folder has a file named as each of the addresses",
      "host-local 目录里有以每个地址命名的文件",
    ),
    contains("ipam.addresses", observed("pod-two.addresses")),
  ),
  predict(
    "file-owner",
    "reserved",
    t("Each of these files names the Pod's sandbox", "这些文件的内容都是该 Pod 的沙箱 ID"),
    equals("ipam.owner", observed("two/sandbox.id")),
  ),
  predict(
    "file-each",
    "reserved",
    t(
      "The files are exactly the addresses of the Pods on the node that have addresses of their own",
      "这些文件正好就是该节点上有自己地址的各 Pod 的地址",
    ),
    equals("ipam.addresses", observed("node.pod-addresses")),
    { reference: { value: "one file an IP", note: t("host-local's files", "host-local 的文件") } },
  ),
  predict(
    "last-is-newest",
    "reserved",
    t(
      "In each range the last reserved address is the newest Pod's",
      "每个地址段中，最近分配的地址都是最新 Pod 的地址",
    ),
    equals("ipam.last.two", observed("pod-two.addresses")),
  ),
  predict(
    "forward",
    "reserved",
    t(
      "In each range the second Pod's address comes after the first's",
      "每个地址段中，第二个 Pod 的地址都在第一个之后",
    ),
    between("forward.least", 1, undefined),
    {
      because: t(
        "host-local goes on from the last reserved address; past the end of the range it begins again, and then this is REFUTED",
        "host-local 从最近分配的地址继续；越过地址段末尾会从头开始，那时此条为 REFUTED",
      ),
      reference: {
        value: "forward",
        note: t("new IPs go forward from the last reserved", "新 IP 从最近分配处向前"),
      },
    },
  ),

  predict(
    "del-file",
    "deleted",
    t("The address files are gone within 5 s of the request to delete", "请求删除后 5 秒内地址文件全部消失"),
    between("del.file", 0, 5, "s"),
    aboutTwoSeconds("the IP file", "IP 文件"),
  ),
  predict(
    "del-veth",
    "deleted",
    t("… the veth too", "……veth 也消失"),
    between("del.veth", 0, 5, "s"),
    aboutTwoSeconds("the veth", "veth"),
  ),
  predict(
    "del-route",
    "deleted",
    t("… and the host routes", "……主机路由也消失"),
    between("del.route", 0, 5, "s"),
    aboutTwoSeconds("the route", "路由"),
  ),
  predict(
    "del-before-pod",
    "deleted",
    t("The wire is cut before the Pod object is gone", "线先断，Pod 对象后消失"),
    before("del.veth", "del.pod"),
    {
      because: t(
        "kubelet lets the object go only when the sandbox has stopped",
        "沙箱停止之后，kubelet 才让对象消失",
      ),
    },
  ),
  predict(
    "del-silent",
    "deleted",
    t(
      "Of the Pod's addresses the kernel announces the end of the route for IPv6 alone: an IPv4 route goes with its device in silence",
      "在 Pod 的地址中，内核只通知 IPv6 路由的消失：IPv4 路由随设备一起消失，没有消息",
    ),
    equals("del.announced", observed("pod-two.ipv6")),
    {
      because: t(
        "only IPv6 routes are announced when their device goes, so `ip monitor route` alone would miss this one",
        "设备消失时只有 IPv6 路由会通知，所以仅用 `ip monitor route` 会漏掉这条",
      ),
    },
  ),
  predict(
    "last-stays",
    "deleted",
    t("The last reserved addresses are still the deleted Pod's", "最近分配的地址仍是已删除 Pod 的地址"),
    unchanged("ipam.last.two", "ipam.last.deleted"),
  ),

  predict(
    "again-address",
    "again",
    t(
      "The same Pod gets none of its old addresses, although they are free",
      "旧地址虽已空闲，同一个 Pod 却一个也没有再得到",
    ),
    count("again.kept", 0),
  ),
  predict(
    "again-next",
    "again",
    t(
      "In each range it gets the next one after the last reserved",
      "每个地址段中，得到的都是最近分配地址的下一个",
    ),
    equals("ipam.step", 1),
    {
      because: t(
        "nobody else asked for an address: the lab has the cluster to itself",
        "没有别人申请地址：本实验独占集群",
      ),
      reference: {
        value: "forward",
        note: t("new IPs go forward from the last reserved", "新 IP 从最近分配处向前"),
      },
    },
  ),
  predict(
    "again-last",
    "again",
    t("The last reserved addresses moved on to these", "最近分配的地址随之更新"),
    equals("ipam.last.three", observed("pod-three.addresses")),
  ),
  predict(
    "again-veth",
    "again",
    t("The veth has another name", "veth 换了名字"),
    changed("two/network.hostVeth", "three/network.hostVeth"),
    { because: t("ptp draws the name from the sandbox or at random", "ptp 的 veth 名来自沙箱或随机数") },
  ),
  predict(
    "again-route",
    "again",
    t("There is no route to a former address", "没有到旧地址的路由"),
    count("route.old", 0),
  ),

  predict(
    "host-address",
    "host-network",
    t("The Pod's addresses are the node's", "Pod 的地址就是节点的地址"),
    equals("host.addresses", observed("node-1.addresses")),
  ),
  predict(
    "host-files",
    "host-network",
    t("host-local was not asked: as many files as before", "没有向 host-local 申请：文件数不变"),
    unchanged("files.before", "files.after"),
  ),
  predict(
    "host-veth",
    "host-network",
    t("There is no veth of this Pod", "没有属于这个 Pod 的 veth"),
    absent("four/network.hostVeth"),
  ),
];
