import {
  api,
  apply,
  background,
  defineLab,
  kubectl,
  node,
  pause,
  pod,
  probeImage,
  read,
  routesChosen,
  stop,
  t,
  until,
  waitFor,
} from "../vocabulary/index.js";
import { ASK_EACH, backendWith, NAT_TABLES, PING_EACH, PING_IN_TURNS } from "./commands.js";
import { loseRoute } from "./lose-route.js";
import { predictions } from "./predictions.js";
import { exercises, limits, table } from "./reading.js";

const WORKER = "{{node.worker1}}";
const TUNNEL = "vxlan|geneve|ipip|sit|gre|gretap|ip6tnl|ip6gre|ip6gretap|wireguard";

const deploy = (name: string, en: string, zh: string) => [
  apply(name, t(en, zh), `manifests/${name}.yaml`),
  waitFor(`${name}-ready`, t("Until it is Ready", "等待 Ready"), `pod/${name}`, "condition=Ready"),
];
/** `url` holds `{{each:…}}`: every address is asked. */
const ask = (id: string, url: string, en: string, zh: string) =>
  pod(id, t(en, zh), "client", ["node", "-e", ASK_EACH, url], { complete: { json: true } });
const routeBack = (id: string) =>
  until(
    id,
    t("Until the route is back", "等待路由恢复"),
    node(`${id}-look`, t("The route", "路由"), WORKER, [
      "ip",
      "{{family:route.cidr}}",
      "route",
      "show",
      "{{route.cidr}}",
    ]),
    "via",
    { timeoutSeconds: 60 },
  );
const ping = (id: string, to: string, en: string, zh: string) =>
  pod(id, t(en, zh), "client", ["sh", "-c", PING_EACH, "ping", to], { complete: { matches: "packet loss" } });

export default defineLab({
  id: "k02",
  title: t("Pods across nodes: routes and encapsulation", "跨节点 Pod 通信：路由与封装"),
  question: t(
    "How does a packet get from a Pod to a Pod on another node: by which route, in which wrapping, under whose address; and who puts the route back when it is lost?",
    "数据包如何从一个 Pod 到达另一节点上的 Pod：走哪条路由、有没有封装、以谁的地址；路由丢了由谁恢复？",
  ),
  environment: "kind",
  needs: ["docker", "kubectl", "cluster", "workers>=2", "nodes-ready", "ip", "curl", "jq"],
  exclusive: true,
  predictions,

  cases: [
    {
      id: "routes",
      kind: "normal",
      title: t("The way to the other node's Pods", "到另一节点 Pod 的路"),
      steps: [
        probeImage(),
        kubectl(
          "controller-manager",
          t("The controller manager, for the cluster's CIDRs", "controller manager（读取集群 CIDR）"),
          [
            ...["get", "pods", "-n", "kube-system", "-l", "component=kube-controller-manager", "-o"],
            'jsonpath={range .items[0].spec.containers[0].command[*]}{@}{"\\n"}{end}',
          ],
          { complete: { matches: "^kube-controller-manager$" } },
        ),
        api(
          "node-1",
          t("The first worker's Node object", "第一个 worker 的 Node 对象"),
          "/api/v1/nodes/{{node.worker1}}",
        ),
        api(
          "node-2",
          t("The second worker's Node object", "第二个 worker 的 Node 对象"),
          "/api/v1/nodes/{{node.worker2}}",
        ),
        api(
          "others",
          t("The Node objects of all but the first worker", "第一个 worker 以外的所有 Node 对象"),
          "/api/v1/nodes?fieldSelector=metadata.name%21%3D{{node.worker1}}",
        ),
        ...deploy("client", "A client on the first worker", "第一个 worker 上的客户端"),
        ...deploy("near", "A server beside it", "同一节点上的服务端"),
        ...deploy("far", "A server on the second worker", "第二个 worker 上的服务端"),
        api("pods", t("Their addresses", "它们的地址"), "/api/v1/namespaces/{{namespace}}/pods"),
        routesChosen(
          "route",
          t(
            "The route for each of the server's addresses on the client's node",
            "客户端所在节点上，到该服务端每个地址的路由",
          ),
          WORKER,
          ["{{each:far.ips}}"],
        ),
        node(
          "routes",
          t("All routes of the client's node", "客户端所在节点的全部路由"),
          WORKER,
          ["ip", "-j", "route"],
          { complete: { json: true } },
        ),
        node(
          "routes6",
          t("All IPv6 routes of the client's node", "客户端所在节点的全部 IPv6 路由"),
          WORKER,
          ["ip", "-j", "-6", "route"],
          { complete: { json: true } },
        ),
        node(
          "device",
          t("The device that the route leads to", "路由指向的设备"),
          WORKER,
          ["ip", "-j", "-d", "link", "show", "dev", "{{route.dev}}"],
          { complete: { json: true } },
        ),
        node("devices", t("All devices of the node", "节点的全部设备"), WORKER, ["ip", "-j", "-d", "link"], {
          complete: { json: true },
        }),
      ],
    },
    {
      id: "ping",
      kind: "normal",
      title: t("Near against far, in turns", "近与远，轮流 ping"),
      after: "routes",
      steps: [
        pod(
          "ping",
          t("Ping both servers in turns", "轮流 ping 两个服务端"),
          "client",
          ["sh", "-c", PING_IN_TURNS, "ping", "near", "{{each:near.ips}}", "far", "{{each:far.ips}}"],
          { timeoutSeconds: 120, complete: { matches: "far round-trip" } },
        ),
      ],
    },
    {
      id: "source",
      kind: "normal",
      title: t("Whose address the server sees", "服务端看到谁的地址"),
      after: "routes",
      steps: [
        ask(
          "ask-near",
          "http://{{each:url:near.ips}}:8080/",
          "Ask the server beside it",
          "请求同节点的服务端",
        ),
        ask(
          "ask-far",
          "http://{{each:url:far.ips}}:8080/",
          "Ask the server on the other node",
          "请求另一节点的服务端",
        ),
        node(
          "nat",
          t("NAT rules, from every backend", "NAT 规则，逐个后端读取"),
          WORKER,
          ["sh", "-c", NAT_TABLES],
          { complete: { matches: "^### nft exit" } },
        ),
      ],
    },
    {
      id: "lost",
      kind: "exercise",
      title: t("The route is deleted", "删除路由"),
      needs: ["kindnet"],
      after: "routes",
      steps: [
        background(
          "monitor",
          t("Listen to the kernel's messages about routes", "监听内核的路由消息"),
          ["sh", "-c", "echo listening; exec ip monitor label route"],
          { node: WORKER, readyWhen: "listening" },
        ),
        pause("listening", t("Until it listens", "等待监听就绪"), 1),
        loseRoute("lose-1"),
        routeBack("back-1"),
        loseRoute("lose-2"),
        ping(
          "ping-far-lost",
          "{{each:far.ips}}",
          "Ping the far server without the route",
          "没有路由时 ping 远端",
        ),
        ping("ping-near-lost", "{{each:near.ips}}", "Ping the near server meanwhile", "此时 ping 近端"),
        routeBack("back-2"),
        // nothing that takes long on a slow machine: a loss after the next repair's time would skip one
        pause(
          "elsewhere",
          t(
            "So that the next loss begins elsewhere between two repairs",
            "使下一次丢失落在两次修复之间的另一位置",
          ),
          3,
        ),
        loseRoute("lose-3"),
        routeBack("back-3"),
        ping("ping-far-back", "{{each:far.ips}}", "Ping the far server again", "再次 ping 远端"),
        stop("monitor-end", t("Stop listening", "停止监听"), "monitor"),
      ],
    },
    {
      id: "node-address",
      kind: "negative",
      title: t("To an address that is no Pod's", "目标不是 Pod 地址时"),
      needs: ["kindnet"],
      after: "source",
      steps: [
        ...deploy(
          "on-node",
          "The same server in the second worker's own network",
          "同样的服务端，使用第二个 worker 的节点网络",
        ),
        ask(
          "ask-node",
          "http://{{each:url:node-2.addresses}}:18080/",
          "Ask it at the node's addresses",
          "以节点地址请求它",
        ),
      ],
    },
  ],

  observations: {
    "cluster.cidrs": read.matchAll("controller-manager", "(?<=^--cluster-cidr=(?:\\S+,)?)[^,\\s]+"),
    ...Object.fromEntries(
      [1, 2].flatMap((n) => [
        [
          `node-${n}.internal`,
          read.jsonAll(`node-${n}`, "$.status.addresses[?@.type == 'InternalIP'].address"),
        ],
        [`node-${n}.addresses`, read.derived("addresses", [`node-${n}.internal`])],
      ]),
    ),
    ...Object.fromEntries(
      ["client", "near", "far"].flatMap((name) => [
        [`${name}.ips`, read.jsonAll("pods", `$.items[?@.metadata.name == '${name}'].status.podIPs[*].ip`)],
        [`${name}.addresses`, read.derived("addresses", [`${name}.ips`])],
      ]),
    ),
    "far.ip": read.json("pods", "$.items[?@.metadata.name == 'far'].status.podIP"),
    "route.get.gateways": read.jsonAll("route", "$[*].gateway"),
    "route.get.devs": read.jsonAll("route", "$[*].dev"),
    "next-hops": read.derived("addresses", ["route.get.gateways"]),
    // the route that is lost: the one of the cluster's first family
    "route.cidr": read.json("node-2", "$.spec.podCIDR"),
    "route.gateway": read.json("route", "$[0].gateway"),
    "route.dev": read.json("route", "$[0].dev"),
    "routes.to-cidrs4": read.jsonAll("routes", "$[?match(@.dst, '.*/.*') && @.gateway].dst"),
    "routes.to-cidrs6": read.jsonAll("routes6", "$[?match(@.dst, '.*/.*') && @.gateway].dst"),
    "routes.to-cidrs": read.derived("addresses", ["routes.to-cidrs4", "routes.to-cidrs6"]),
    "others.podCIDRs": read.jsonAll("others", "$.items[*].spec.podCIDRs[*]"),
    "others.cidrs": read.derived("addresses", ["others.podCIDRs"]),
    "device.kind": read.json("device", "$[0].linkinfo.info_kind"),
    "devices.tunnels": read.jsonAll(
      "devices",
      `$[?match(@.linkinfo.info_kind, '${TUNNEL}') && @.flags[?@ == 'UP']].ifname`,
    ),

    "ping.near": read.matchAll("ping", "^near .*seq=[1-9].*time=([\\d.]+)", { unit: "ms" }),
    "ping.far": read.matchAll("ping", "^far .*seq=[1-9].*time=([\\d.]+)", { unit: "ms" }),
    "ping.near.n": read.derived("count", ["ping.near"]),
    "ping.far.n": read.derived("count", ["ping.far"]),
    "ping.near.median": read.derived("median", ["ping.near"], "ms"),
    "ping.far.median": read.derived("median", ["ping.far"], "ms"),
    "ping.near.iqr": read.derived("iqr", ["ping.near"], "ms"),
    "ping.far.iqr": read.derived("iqr", ["ping.far"], "ms"),
    "ping.comparison": read.comparison("ping.far", "ping.near"),
    "ping.p": read.derived("rankP", ["ping.far", "ping.near"]),
    "ping.difference": read.derived("difference", ["ping.far.median", "ping.near.median"], "ms"),
    "ttl.near": read.matchAll("ping", "^near .*ttl=(\\d+)"),
    "ttl.far": read.matchAll("ping", "^far .*ttl=(\\d+)"),
    "ttl.near.least": read.derived("min", ["ttl.near"]),
    "ttl.near.most": read.derived("max", ["ttl.near"]),
    "ttl.far.least": read.derived("min", ["ttl.far"]),
    "ttl.far.most": read.derived("max", ["ttl.far"]),
    "ttl.difference.least": read.derived("difference", ["ttl.near.least", "ttl.far.most"]),
    "ttl.difference.most": read.derived("difference", ["ttl.near.most", "ttl.far.least"]),
    "ttl.difference": read.derived("distinct", ["ttl.difference.least", "ttl.difference.most"]),

    ...Object.fromEntries(
      ["near", "far", "node"].flatMap((where) => [
        [`source.${where}.all`, read.jsonAll(`ask-${where}`, "$[*].source")],
        [`source.${where}`, read.derived("addresses", [`source.${where}.all`])],
      ]),
    ),
    "nat.answered": read.matchAll("nat", "^### (\\S+) exit 0$"),
    "nat.backends": read.matchAll("nat", backendWith("-A KIND-MASQ-AGENT ")),
    "nat.returns": read.matchAll("nat", "^-A KIND-MASQ-AGENT -d (\\S+) .*-j RETURN"),
    "nat.last": read.matchAll("nat", "^-A KIND-MASQ-AGENT (?!-d ).*-j (\\S+)"),
    "nat.rest": read.derived("distinct", ["nat.last"]),

    "back.1": read.moment("routes", "back 1", "lost 1"),
    "back.2": read.moment("routes", "back 2", "lost 2"),
    "back.3": read.moment("routes", "back 3", "lost 3"),
    "back.median": read.derived("median", ["back.1", "back.2", "back.3"], "s"),
    "beat.1": read.moment("routes", "back 2", "back 1"),
    "beat.2": read.moment("routes", "back 3", "back 2"),
    "lost.far": read.number("ping-far-lost", "(\\d+)% packet loss", { unit: "%" }),
    "lost.silent": read.matchAll("ping-far-lost", "^(\\S+) .*\\b100% packet loss"),
    "lost.near.each": read.matchAll("ping-near-lost", "(\\d+)% packet loss", { unit: "%" }),
    "lost.near": read.derived("max", ["lost.near.each"], "%"),
    "back.far.each": read.matchAll("ping-far-back", "(\\d+)% packet loss", { unit: "%" }),
    "back.far": read.derived("max", ["back.far.each"], "%"),
  },

  timelines: [
    {
      id: "routes",
      t0: "lose-1",
      from: ["monitor"],
      events: [1, 2, 3].flatMap((n) => [
        {
          name: `lost ${n}`,
          object: "^Line/monitor$",
          change: "^\\[ROUTE\\]Deleted \\S+/\\d+ via",
          ...(n > 1 && { after: `back ${n - 1}` }),
        },
        {
          name: `back ${n}`,
          object: "^Line/monitor$",
          change: "^\\[ROUTE\\](?!Deleted)\\S+/\\d+ via",
          after: `lost ${n}`,
        },
      ]),
    },
  ],

  limits,
  table,
  exercises,
});
