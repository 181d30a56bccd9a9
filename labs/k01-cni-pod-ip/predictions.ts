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
    t("Each node has a podCIDR of its own", "每个节点有自己的 podCIDR"),
    changed("node-0.podCIDR", "node-1.podCIDR", "node-2.podCIDR"),
  ),
  predict(
    "cidr-size",
    "joined",
    t("A node's podCIDR holds 256 addresses: /24", "一个节点的 podCIDR 有 256 个地址：/24"),
    matches("node-1.podCIDR", /\/24$/),
    {
      because: t(
        "the controller manager's --node-cidr-mask-size is 24 unless set otherwise",
        "controller manager 的 --node-cidr-mask-size 默认是 24",
      ),
      reference: { value: "10.244.N.0/24", note: t("one a node", "每个节点一个") },
    },
  ),
  predict(
    "ip-node",
    "joined",
    t("The Pod's address lies in its node's podCIDR", "Pod 地址位于其节点的 podCIDR 中"),
    inCIDR("one/network.podIP", observed("node-1.podCIDR")),
  ),
  predict(
    "ip-cluster",
    "joined",
    t(
      "… and in the cluster's CIDR, which the controller manager was started with",
      "……也位于 controller manager 启动参数中的集群 CIDR",
    ),
    inCIDR("one/network.podIP", observed("cluster.cidr")),
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
      "The node has a route to this one address (/32, printed without its mask)",
      "节点有一条只到这一个地址的路由（/32，打印时省略掩码）",
    ),
    equals("host-route.dst", observed("one/network.podIP")),
    { reference: { value: "/32", note: t("one host route a Pod", "每个 Pod 一条主机路由") } },
  ),
  predict(
    "route-veth",
    "joined",
    t("It leads to the veth", "这条路由指向该 veth"),
    equals("host-route.dev", observed("one/network.hostVeth")),
  ),
  predict(
    "gateway",
    "joined",
    t("The Pod's gateway is an address on the node's end of the veth", "Pod 的网关是 veth 节点一端上的地址"),
    equals("pod.gateway", observed("veth.address")),
    { because: t("ptp gives every veth the same gateway address", "ptp 给每个 veth 相同的网关地址") },
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
        `On node ${n} host-local's range is that node's podCIDR`,
        `节点 ${n} 上 host-local 的地址段就是该节点的 podCIDR`,
      ),
      equals(`config-${n}.subnet`, observed(`node-${n}.podCIDR`)),
      {
        because: t("kindnet writes the file from the Node object", "kindnet 根据 Node 对象写这个文件"),
      },
    ),
  ),
  predict(
    "file-there",
    "reserved",
    t("host-local's folder has a file named as the address", "host-local 目录里有以该地址命名的文件"),
    contains("ipam.addresses", observed("two/network.podIP")),
  ),
  predict(
    "file-owner",
    "reserved",
    t("The file names the Pod's sandbox", "文件内容是该 Pod 的沙箱 ID"),
    equals("ipam.owner", observed("two/sandbox.id")),
  ),
  predict(
    "file-each",
    "reserved",
    t(
      "There are as many files as Pods with an address of their own on the node",
      "文件数等于该节点上有自己地址的 Pod 数",
    ),
    count("ipam.addresses", observed("node.pod-addresses")),
    { reference: { value: "one file an IP", note: t("host-local's files", "host-local 的文件") } },
  ),
  predict(
    "last-is-newest",
    "reserved",
    t("The last reserved address is the newest Pod's", "最近分配的地址就是最新 Pod 的地址"),
    equals("ipam.last.two", observed("two/network.podIP")),
  ),
  predict(
    "forward",
    "reserved",
    t("The second Pod's address comes after the first's", "第二个 Pod 的地址在第一个之后"),
    before("ipam.number.one", "ipam.number.two"),
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
    t("The address file goes within 5 s of the request to delete", "请求删除后 5 秒内地址文件消失"),
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
    t("… and the route", "……路由也消失"),
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
      "The kernel sends no message about the IPv4 route: it went with its device",
      "内核不发 IPv4 路由的消息：它随设备一起消失",
    ),
    count("del.route-messages", 0),
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
    t("The last reserved address is still the deleted Pod's", "最近分配的地址仍是已删除 Pod 的地址"),
    unchanged("ipam.last.two", "ipam.last.deleted"),
  ),

  predict(
    "again-address",
    "again",
    t(
      "The same Pod gets another address, although its old one is free",
      "旧地址虽已空闲，同一个 Pod 得到的却是另一个地址",
    ),
    changed("two/network.podIP", "three/network.podIP"),
  ),
  predict(
    "again-next",
    "again",
    t("It is the next one after the last reserved", "是最近分配地址的下一个"),
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
    t("The last reserved address moved to it", "最近分配的地址随之更新"),
    equals("ipam.last.three", observed("three/network.podIP")),
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
    t("There is no route to the former address", "没有到旧地址的路由"),
    count("route.old", 0),
  ),

  predict(
    "host-address",
    "host-network",
    t("The Pod's address is the node's", "Pod 的地址就是节点的地址"),
    equals("host.address", observed("node-1.address")),
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
