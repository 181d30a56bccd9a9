import {
  between,
  contains,
  count,
  equals,
  matches,
  observed,
  predict,
  t,
  within,
} from "../vocabulary/index.js";

export const predictions = [
  predict(
    "next-hop",
    "routes",
    t(
      "To each address of the other node's Pod the next hop is an address of that node",
      "到另一节点上 Pod 的每个地址，下一跳都是该节点的地址",
    ),
    contains("node-2.addresses", observed("next-hops")),
    { reference: { value: "node IP", note: t("the next hop is the node IP", "下一跳是节点 IP") } },
  ),
  predict(
    "route-count",
    "routes",
    t(
      "The ranges that the node has routes to are exactly the other nodes' podCIDRs",
      "节点有路由可达的地址段，正好是其他各节点的 podCIDR",
    ),
    equals("routes.to-cidrs", observed("others.cidrs")),
    {
      because: t(
        "kindnet makes one for each podCIDR of each other node; on a dual-stack cluster a node has two podCIDRs, one of each family",
        "kindnet 为其他每个节点的每个 podCIDR 建一条；在双栈集群上每个节点有两个 podCIDR，每个地址族一个",
      ),
    },
  ),
  predict(
    "next-hop-each",
    "routes",
    t("There is a next hop for each of the Pod's addresses", "Pod 的每个地址都有一个下一跳"),
    count("next-hops", observed("far.ips")),
  ),
  predict(
    "device",
    "routes",
    t(
      "The route's device is the node's own network card, here a veth of the node container",
      "路由的设备是节点自己的网卡，这里是节点容器的 veth",
    ),
    equals("device.kind", "veth"),
    { because: t("a kind node is a container", "kind 的节点是一个容器") },
  ),
  predict(
    "no-tunnel",
    "routes",
    t("No tunnel device is up on the node", "节点上没有启用的隧道设备"),
    count("devices.tunnels", 0),
    { reference: { value: 0, note: t("no tunnel", "没有隧道") } },
  ),

  ...(["near", "far"] as const).map((where) =>
    predict(
      `ping-enough-${where}`,
      "ping",
      t(
        where === "near" ? "At least 50 samples near" : "At least 50 samples far",
        where === "near" ? "近端至少 50 个样本" : "远端至少 50 个样本",
      ),
      between(`ping.${where}.n`, 50, undefined),
    ),
  ),
  predict(
    "ping-slower",
    "ping",
    t("The far server tends to be slower, and the samples support it", "远端趋于更慢，且样本支持这一点"),
    equals("ping.comparison", "ping.far is greater"),
    {
      because: t(
        "the packet is routed by two nodes and crosses the bridge between them; the rank test must reach 5 %",
        "数据包要经过两个节点转发和其间的网桥；秩检验须达到 5 %",
      ),
    },
  ),
  predict(
    "ping-difference",
    "ping",
    t("The medians differ by less than a millisecond", "两个中位数相差不到一毫秒"),
    between("ping.difference", 0, 1, "ms"),
    {
      because: t("both nodes are containers of one machine", "两个节点都是同一台机器上的容器"),
      reference: {
        value: 0.03,
        unit: "ms",
        note: t("cross-node ping about 0.03 ms slower", "跨节点 ping 约慢 0.03 毫秒"),
      },
    },
  ),
  predict(
    "ttl",
    "ping",
    t("The far answer has passed one more router: its TTL is one less", "远端应答多经过一个路由器：TTL 少 1"),
    equals("ttl.difference", 1),
    {
      because: t(
        "each node that forwards takes one, of IPv6's hop limit too; a tunnel could hide a hop, but would not add one",
        "每个转发的节点减 1，IPv6 的 hop limit 也一样；隧道可能隐藏一跳，但不会多出一跳",
      ),
    },
  ),

  predict(
    "source-near",
    "source",
    t(
      "Asked at each of its addresses, the near server sees the client's Pod IPs",
      "逐个地址请求，近端看到的是客户端的各个 Pod IP",
    ),
    equals("source.near", observed("client.addresses")),
  ),
  predict(
    "source-far",
    "source",
    t(
      "Asked at each of its addresses, the far server sees the client's Pod IPs",
      "逐个地址请求，远端看到的是客户端的各个 Pod IP",
    ),
    equals("source.far", observed("client.addresses")),
    {
      reference: {
        value: "client's Pod IP",
        note: t("no address translation on the way", "途中没有地址转换"),
      },
    },
  ),
  predict(
    "nat-return",
    "source",
    t(
      "The NAT chain lets packets to each of the cluster's CIDRs go untouched",
      "NAT 链放行发往集群每个 CIDR 的数据包",
    ),
    contains("nat.returns", observed("cluster.cidrs")),
    {
      because: t(
        "kindnet keeps one such chain for each family of the cluster, made by iptables and by ip6tables",
        "kindnet 为集群的每个地址族各维护一条这样的链，分别由 iptables 与 ip6tables 建立",
      ),
      reference: {
        value: "10.244.0.0/16",
        note: t("KIND-MASQ-AGENT returns for 10.244.0.0/16", "KIND-MASQ-AGENT 对 10.244.0.0/16 执行 RETURN"),
      },
    },
  ),
  predict(
    "nat-rest",
    "source",
    t("… and masquerades the rest", "……其余做 MASQUERADE"),
    equals("nat.rest", "MASQUERADE"),
  ),
  predict(
    "nat-backend",
    "source",
    t("The chain was made through the nftables backend of iptables", "该链由 iptables 的 nftables 后端建立"),
    matches("nat.backends", /^ip6?tables-nft-save$/),
    {
      because: t(
        "iptables of a current distribution uses that backend unless told otherwise",
        "现在的发行版中 iptables 默认用这个后端",
      ),
    },
  ),

  ...[1, 2, 3].map((n) =>
    predict(
      `back-${n}`,
      "lost",
      t(`The route is back within 11 s (loss ${n})`, `路由在 11 秒内恢复（第 ${n} 次丢失）`),
      between(`back.${n}`, 0, 11, "s"),
      {
        because: t(
          "kindnet compares the routes with the Nodes about every 10 s; how long a loss lasts depends on when it happens in between",
          "kindnet 约每 10 秒把路由与 Node 对照一次；丢失多久取决于发生在间隔中的哪一刻",
        ),
        reference: { value: "5–8", unit: "s", note: t("route back in about 5–8 s", "约 5–8 秒后路由恢复") },
      },
    ),
  ),
  predict(
    "beat",
    "lost",
    t(
      "Repairs come on a beat: from one to the next takes as long each time",
      "修复有固定节拍：两次之间间隔相同",
    ),
    within("beat.2", observed("beat.1"), 1, "s"),
    {
      because: t(
        "a repair is not caused by the loss; the next one comes when its time is there",
        "修复不是由丢失触发的，而是到点执行",
      ),
    },
  ),
  predict(
    "lost-far",
    "lost",
    t(
      "Without the route the far server does not answer at its first address",
      "没有路由时，远端的首个地址无应答",
    ),
    equals("lost.far", 100),
  ),
  predict(
    "lost-family",
    "lost",
    t("Of the far server's addresses that is the only one without an answer", "远端的地址中，只有它没有应答"),
    equals("lost.silent", observed("far.ip")),
    {
      because: t(
        "each family has routes of its own: on a dual-stack cluster the other one still leads there",
        "每个地址族有自己的路由：在双栈集群上，另一族的路由仍然通向那里",
      ),
    },
  ),
  predict("lost-near", "lost", t("… while the near server does", "……近端仍应答"), equals("lost.near", 0)),
  predict(
    "back-far",
    "lost",
    t("With the route back it answers again", "路由恢复后远端再次应答"),
    equals("back.far", 0),
  ),

  predict(
    "source-node",
    "node-address",
    t(
      "At each of a node's addresses the server sees the client's node, not its Pod",
      "目标是节点的地址时，服务端看到客户端的节点，而不是 Pod",
    ),
    equals("source.node", observed("node-1.addresses")),
    {
      because: t(
        "the destination is outside the cluster's CIDRs, so the NAT chain masquerades",
        "目标在集群 CIDR 之外，NAT 链做 MASQUERADE",
      ),
    },
  ),
];
