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
  stop,
  t,
  until,
  waitFor,
} from "../vocabulary/index.js";
import { backendWith, NAT_TABLES, PING_IN_TURNS } from "./commands.js";
import { loseRoute } from "./lose-route.js";
import { predictions } from "./predictions.js";
import { exercises, limits, table } from "./reading.js";

const WORKER = "{{node.worker1}}";
const TUNNEL = "vxlan|geneve|ipip|sit|gre|gretap|ip6tnl|ip6gre|ip6gretap|wireguard";

const deploy = (name: string, en: string, zh: string) => [
  apply(name, t(en, zh), `manifests/${name}.yaml`),
  waitFor(`${name}-ready`, t("Until it is Ready", "等待 Ready"), `pod/${name}`, "condition=Ready"),
];
const ask = (id: string, url: string, en: string, zh: string) =>
  pod(id, t(en, zh), "client", ["wget", "-q", "-O", "-", "-T", "3", url], { complete: { json: true } });
const routeBack = (id: string) =>
  until(
    id,
    t("Until the route is back", "等待路由恢复"),
    node(`${id}-look`, t("The route", "路由"), WORKER, ["ip", "route", "show", "{{route.cidr}}"]),
    "via",
    { timeoutSeconds: 60 },
  );
const ping = (id: string, to: string, en: string, zh: string) =>
  pod(id, t(en, zh), "client", ["ping", "-c", "2", "-W", "1", to], {
    expectExit: "any",
    complete: { matches: "packet loss" },
  });

export default defineLab({
  id: "k02",
  title: t("Pods across nodes: routes and encapsulation", "跨节点 Pod 通信：路由与封装"),
  question: t(
    "How does a packet get from a Pod to a Pod on another node: by which route, in which wrapping, under whose address; and who puts the route back when it is lost?",
    "数据包如何从一个 Pod 到达另一节点上的 Pod：走哪条路由、有没有封装、以谁的地址；路由丢了由谁恢复？",
  ),
  environment: "kind",
  needs: ["docker", "kubectl", "cluster", "workers>=2", "nodes-ready", "ip", "curl"],
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
          t("The controller manager, for the cluster's CIDR", "controller manager（读取集群 CIDR）"),
          ["get", "pods", "-n", "kube-system", "-l", "component=kube-controller-manager", "-o", "json"],
          { complete: { json: true } },
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
        ...deploy("client", "A client on the first worker", "第一个 worker 上的客户端"),
        ...deploy("near", "A server beside it", "同一节点上的服务端"),
        ...deploy("far", "A server on the second worker", "第二个 worker 上的服务端"),
        api("pods", t("Their addresses", "它们的地址"), "/api/v1/namespaces/{{namespace}}/pods"),
        node(
          "route",
          t(
            "The route for the server's address on the client's node",
            "客户端所在节点上，到该服务端地址的路由",
          ),
          WORKER,
          ["ip", "-j", "route", "get", "{{far.ip}}"],
          { complete: { json: true } },
        ),
        node(
          "routes",
          t("All routes of the client's node", "客户端所在节点的全部路由"),
          WORKER,
          ["ip", "-j", "route"],
          { complete: { json: true } },
        ),
        node(
          "device",
          t("The device that the route leads to", "路由指向的设备"),
          WORKER,
          ["ip", "-j", "-d", "link", "show", "dev", "{{route.get.dev}}"],
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
          ["sh", "-c", PING_IN_TURNS, "ping", "{{near.ip}}", "{{far.ip}}"],
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
        ask("ask-near", "http://{{near.ip}}:8080/", "Ask the server beside it", "请求同节点的服务端"),
        ask("ask-far", "http://{{far.ip}}:8080/", "Ask the server on the other node", "请求另一节点的服务端"),
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
          ["sh", "-c", "echo listening; exec ip -4 monitor label route"],
          { node: WORKER, readyWhen: "listening" },
        ),
        pause("listening", t("Until it listens", "等待监听就绪"), 1),
        loseRoute("lose-1"),
        routeBack("back-1"),
        loseRoute("lose-2"),
        ping("ping-far-lost", "{{far.ip}}", "Ping the far server without the route", "没有路由时 ping 远端"),
        ping("ping-near-lost", "{{near.ip}}", "Ping the near server meanwhile", "此时 ping 近端"),
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
        ping("ping-far-back", "{{far.ip}}", "Ping the far server again", "再次 ping 远端"),
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
          "http://{{node-2.address}}:18080/",
          "Ask it at the node's address",
          "以节点地址请求它",
        ),
      ],
    },
  ],

  observations: {
    "cluster.cidr": read.match("controller-manager", '"--cluster-cidr=([^",]+)'),
    "node-1.address": read.json("node-1", "$.status.addresses[?@.type == 'InternalIP'].address"),
    "node-2.address": read.json("node-2", "$.status.addresses[?@.type == 'InternalIP'].address"),
    "node-2.podCIDR": read.json("node-2", "$.spec.podCIDR"),
    "client.ip": read.json("pods", "$.items[?@.metadata.name == 'client'].status.podIP"),
    "near.ip": read.json("pods", "$.items[?@.metadata.name == 'near'].status.podIP"),
    "far.ip": read.json("pods", "$.items[?@.metadata.name == 'far'].status.podIP"),
    "route.get.gateway": read.json("route", "$[0].gateway"),
    "route.get.dev": read.json("route", "$[0].dev"),
    "route.cidr": read.json("node-2", "$.spec.podCIDR"),
    "route.gateway": read.json("route", "$[0].gateway"),
    "route.dev": read.json("route", "$[0].dev"),
    "routes.to-cidrs": read.jsonAll("routes", "$[?match(@.dst, '.*/.*') && @.gateway].dst"),
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
    "ttl.near": read.number("ping", "^near .*ttl=(\\d+)"),
    "ttl.far": read.number("ping", "^far .*ttl=(\\d+)"),
    "ttl.difference": read.derived("difference", ["ttl.near", "ttl.far"]),

    "source.near": read.json("ask-near", "$.source"),
    "source.far": read.json("ask-far", "$.source"),
    "source.node": read.json("ask-node", "$.source"),
    "nat.answered": read.matchAll("nat", "^### (\\S+) exit 0$"),
    "nat.backend": read.match("nat", backendWith("-A KIND-MASQ-AGENT ")),
    "nat.return": read.match("nat", "^-A KIND-MASQ-AGENT -d (\\S+) .*-j RETURN"),
    "nat.rest": read.match("nat", "^-A KIND-MASQ-AGENT (?!-d ).*-j (\\S+)"),

    "back.1": read.moment("routes", "back 1", "lost 1"),
    "back.2": read.moment("routes", "back 2", "lost 2"),
    "back.3": read.moment("routes", "back 3", "lost 3"),
    "back.median": read.derived("median", ["back.1", "back.2", "back.3"], "s"),
    "beat.1": read.moment("routes", "back 2", "back 1"),
    "beat.2": read.moment("routes", "back 3", "back 2"),
    "lost.far": read.number("ping-far-lost", "(\\d+)% packet loss", { unit: "%" }),
    "lost.near": read.number("ping-near-lost", "(\\d+)% packet loss", { unit: "%" }),
    "back.far": read.number("ping-far-back", "(\\d+)% packet loss", { unit: "%" }),
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
