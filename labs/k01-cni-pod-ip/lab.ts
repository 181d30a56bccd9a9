import {
  api,
  apply,
  background,
  chain,
  defineLab,
  kubectl,
  node,
  pause,
  probeImage,
  read,
  routesChosen,
  stop,
  t,
  until,
  waitFor,
  watch,
} from "../vocabulary/index.js";
import { predictions } from "./predictions.js";
import { exercises, limits, table } from "./reading.js";
import { CNI_CONFIG, FILES_OF, HOST_ROUTES_OF, LAST_RESERVED, STATE_FOLDER, UNTIL_GONE } from "./traces.js";

const WORKER = "{{node.worker1}}";
const PODS = "/api/v1/namespaces/{{namespace}}/pods";

const ready = (pod: string, step = pod) =>
  waitFor(`${step}-ready`, t("Until it is Ready", "等待 Ready"), `pod/${pod}`, "condition=Ready");
const cniConfig = (id: string, on: string) =>
  node(id, t(`CNI configuration on ${on}`, `${on} 上的 CNI 配置`), on, ["sh", "-c", CNI_CONFIG], {
    complete: { json: true },
  });
const lastReserved = (id: string) =>
  node(
    id,
    t("host-local's last reserved address of each range", "host-local 每个地址段最近分配的地址"),
    WORKER,
    [...["sh", "-c", LAST_RESERVED, "last", "{{ipam.folder}}"]],
  );
const addressFiles = (id: string) =>
  node(id, t("The files in host-local's folder", "host-local 目录中的文件"), WORKER, [
    "ls",
    "{{ipam.folder}}",
  ]);

export default defineLab({
  id: "k01",
  title: t("CNI: where a Pod IP comes from, how the veth is joined", "CNI：Pod IP 怎么分配，veth 怎么连"),
  question: t(
    "Who chose this Pod's address, where is that written down, which wire leads to it, and what becomes of all this when the Pod goes?",
    "这个 Pod 的地址是谁选的、记录在哪里、由哪条线连过去？Pod 删除后这些又怎样了？",
  ),
  environment: "kind",
  needs: [
    "docker",
    "kubectl",
    "cluster",
    "workers>=2",
    "nodes-ready",
    "crictl",
    "ctr",
    "nsenter",
    "ip",
    "jq",
  ],
  exclusive: true,
  predictions,

  cases: [
    {
      id: "joined",
      kind: "normal",
      title: t("One Pod, from its address to its wire", "一个 Pod：从地址到网线"),
      steps: [
        probeImage(),
        kubectl(
          "controller-manager",
          t(
            "The controller manager that gives each node its podCIDR",
            "给每个节点分配 podCIDR 的 controller manager",
          ),
          [
            ...["get", "pods", "-n", "kube-system", "-l", "component=kube-controller-manager", "-o"],
            'jsonpath={range .items[0].spec.containers[0].command[*]}{@}{"\\n"}{end}',
          ],
          { complete: { matches: "^kube-controller-manager$" } },
        ),
        api(
          "node-0",
          t("The control plane's Node object", "控制平面的 Node 对象"),
          "/api/v1/nodes/{{node.control-plane}}",
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
        apply("first", t("A Pod on the first worker", "在第一个 worker 上建立 Pod"), "manifests/first.yaml"),
        ready("first"),
        chain("one", t("Its identity chain", "它的身份链"), "first"),
        node(
          "pod-link",
          t("eth0 in the Pod's network namespace", "Pod 网络命名空间中的 eth0"),
          WORKER,
          [
            "nsenter",
            "-t",
            "{{one/container.app.pid.node}}",
            "-n",
            "ip",
            "-j",
            "-d",
            "link",
            "show",
            "dev",
            "eth0",
          ],
          { complete: { json: true } },
        ),
        node(
          "pod-route",
          t("Routes in the Pod's network namespace", "Pod 网络命名空间中的路由"),
          WORKER,
          ["nsenter", "-t", "{{one/container.app.pid.node}}", "-n", "ip", "-j", "route"],
          { complete: { json: true } },
        ),
        node(
          "pod-route6",
          t("IPv6 routes in the Pod's network namespace", "Pod 网络命名空间中的 IPv6 路由"),
          WORKER,
          ["nsenter", "-t", "{{one/container.app.pid.node}}", "-n", "ip", "-j", "-6", "route"],
          { complete: { json: true } },
        ),
        node(
          "veth",
          t("The veth on the node", "节点一侧的 veth"),
          WORKER,
          ["ip", "-j", "-d", "addr", "show", "dev", "{{one/network.hostVeth}}"],
          { complete: { json: true } },
        ),
        node(
          "host-route",
          t("The node's routes through the veth", "节点上经由该 veth 的路由"),
          WORKER,
          ["ip", "-j", "route", "show", "dev", "{{one/network.hostVeth}}"],
          { complete: { json: true } },
        ),
        node(
          "host-route6",
          t("The node's IPv6 routes through the veth", "节点上经由该 veth 的 IPv6 路由"),
          WORKER,
          ["ip", "-j", "-6", "route", "show", "dev", "{{one/network.hostVeth}}"],
          { complete: { json: true } },
        ),
        routesChosen(
          "route-chosen",
          t(
            "The route that the node chooses for each of the Pod's addresses",
            "节点为该 Pod 的每个地址选择的路由",
          ),
          WORKER,
          ["{{each:one/network.podIPs}}"],
        ),
      ],
    },
    {
      id: "reserved",
      kind: "normal",
      title: t("host-local: one file an address", "host-local：一个地址一个文件"),
      needs: ["kindnet", "host-local"],
      after: "joined",
      steps: [
        cniConfig("config-0", "{{node.control-plane}}"),
        cniConfig("config-1", "{{node.worker1}}"),
        cniConfig("config-2", "{{node.worker2}}"),
        node(
          "state-folder",
          t("host-local's folder, as the configuration tells it", "host-local 的目录，由配置得知"),
          WORKER,
          ["sh", "-c", STATE_FOLDER],
          { complete: { matches: "^/" } },
        ),
        lastReserved("last-one"),
        apply(
          "second",
          t("A second Pod on the same node", "在同一节点上建立第二个 Pod"),
          "manifests/second.yaml",
        ),
        ready("second"),
        chain("two", t("Its identity chain", "它的身份链"), "second"),
        lastReserved("last-two"),
        addressFiles("files"),
        node("owner", t("The files of the second Pod's addresses", "第二个 Pod 的地址文件"), WORKER, [
          ...["sh", "-c", FILES_OF, "files", "{{ipam.folder}}", "{{each:two/network.podIPs}}"],
        ]),
        api(
          "pods-on-node",
          t("Every Pod on that node", "该节点上的所有 Pod"),
          `/api/v1/pods?fieldSelector=spec.nodeName%3D${WORKER}%2Cstatus.phase%3DRunning`,
        ),
      ],
    },
    {
      id: "deleted",
      kind: "normal",
      title: t("CNI DEL: what goes, and when", "CNI DEL：什么消失，何时消失"),
      needs: ["kindnet", "host-local"],
      after: "reserved",
      steps: [
        watch("pods", t("Watch the lab's Pods", "监视本实验的 Pod"), [{ name: "pods", path: PODS }]),
        background(
          "links",
          t("Listen to the kernel's messages about the veth", "监听内核关于该 veth 的消息"),
          [
            "sh",
            "-c",
            'echo listening; exec ip monitor label link address route dev "$1"',
            "monitor",
            "{{two/network.hostVeth}}",
          ],
          { node: WORKER, readyWhen: "listening" },
        ),
        background(
          "traces",
          t("Look at the address files and the routes, every 50 ms", "每 50 ms 查看地址文件与路由"),
          ["sh", "-c", UNTIL_GONE, "traces", "{{ipam.folder}}", "{{each:two/network.podIPs}}"],
          { node: WORKER, readyWhen: "looking" },
        ),
        pause("listening", t("Until all are listening", "等待监听就绪"), 1),
        kubectl(
          "delete-second",
          t("Delete the second Pod", "删除第二个 Pod"),
          ["delete", "pod", "second", "--wait=true"],
          { timeoutSeconds: 60 },
        ),
        pause("settle", t("Let the last messages come", "等最后的消息到达"), 1),
        stop("links-end", t("Stop listening", "停止监听"), "links"),
        stop("traces-end", t("Stop looking", "停止查看"), "traces"),
        stop("pods-end", t("Stop watching", "停止监视"), "pods"),
        lastReserved("last-deleted"),
      ],
    },
    {
      id: "again",
      kind: "exercise",
      title: t("The same Pod again: which address?", "同一个 Pod 再来一次：会得到哪个地址？"),
      needs: ["kindnet", "host-local"],
      after: "deleted",
      steps: [
        apply("second-again", t("The same manifest again", "再次应用同一清单"), "manifests/second.yaml"),
        ready("second", "second-again"),
        chain("three", t("Its identity chain", "它的身份链"), "second"),
        lastReserved("last-three"),
        node("route-old", t("The node's routes to the former addresses", "节点到旧地址的路由"), WORKER, [
          ...["sh", "-c", HOST_ROUTES_OF, "routes", "{{each:two/network.podIPs}}"],
        ]),
      ],
    },
    {
      id: "host-network",
      kind: "negative",
      title: t("A Pod in the node's network gets no address", "使用节点网络的 Pod 得不到地址"),
      needs: ["kindnet", "host-local"],
      after: "again",
      steps: [
        addressFiles("files-before"),
        apply("host", t("A Pod with hostNetwork", "建立 hostNetwork 的 Pod"), "manifests/host-network.yaml"),
        waitFor("host-ready", t("Until it is Ready", "等待 Ready"), "pod/host-network", "condition=Ready"),
        chain("four", t("Its identity chain", "它的身份链"), "host-network"),
        addressFiles("files-after"),
        until(
          "host-address",
          t("Its addresses in the API", "API 中它的地址"),
          kubectl("host-ip", t("Its addresses", "它的地址"), [
            ...["get", "pod", "host-network", "-o", "jsonpath={.status.podIPs[*].ip}"],
          ]),
          "[.:]",
        ),
      ],
    },
  ],

  observations: {
    "cluster.cidrs": read.matchAll("controller-manager", "(?<=^--cluster-cidr=(?:\\S+,)?)[^,\\s]+"),
    "node-0.podCIDRs": read.jsonAll("node-0", "$.spec.podCIDRs[*]"),
    "node-1.podCIDRs": read.jsonAll("node-1", "$.spec.podCIDRs[*]"),
    "node-2.podCIDRs": read.jsonAll("node-2", "$.spec.podCIDRs[*]"),
    "podCIDRs.all": read.derived("count", ["node-0.podCIDRs", "node-1.podCIDRs", "node-2.podCIDRs"]),
    "podCIDRs.distinct": read.derived("addresses", ["node-0.podCIDRs", "node-1.podCIDRs", "node-2.podCIDRs"]),
    "node-1.internal": read.jsonAll("node-1", "$.status.addresses[?@.type == 'InternalIP'].address"),
    "node-1.addresses": read.derived("addresses", ["node-1.internal"]),
    "pod.eth0.index": read.json("pod-link", "$[0].ifindex"),
    "pod.eth0.peer": read.json("pod-link", "$[0].link_index"),
    "pod.eth0.kind": read.json("pod-link", "$[0].linkinfo.info_kind"),
    "pod.gateway4": read.jsonAll("pod-route", "$[?@.dst == 'default'].gateway"),
    "pod.gateway6": read.jsonAll("pod-route6", "$[?@.dst == 'default'].gateway"),
    "pod.gateways": read.derived("addresses", ["pod.gateway4", "pod.gateway6"]),
    "veth.index": read.json("veth", "$[0].ifindex"),
    "veth.peer": read.json("veth", "$[0].link_index"),
    "veth.addresses": read.jsonAll("veth", "$[0].addr_info[*].local"),
    "host-route.dst4": read.jsonAll("host-route", "$[*].dst"),
    "host-route.dst6": read.jsonAll("host-route6", "$[*].dst"),
    "host-route.dsts": read.derived("distinct", ["host-route.dst4", "host-route.dst6"]),
    "route-chosen.devs": read.jsonAll("route-chosen", "$[*].dev"),
    "route-chosen.dev": read.derived("distinct", ["route-chosen.devs"]),

    "config.name": read.json("config-1", "$.name"),
    "config.main": read.json("config-1", "$.plugins[0].type"),
    "config.ipam": read.json("config-1", "$.plugins[0].ipam.type"),
    ...Object.fromEntries(
      [0, 1, 2].flatMap((n) => [
        [`config-${n}.subnets`, read.jsonAll(`config-${n}`, "$.plugins[0].ipam.ranges[*][*].subnet")],
        [`range-${n}`, read.derived("addresses", [`config-${n}.subnets`])],
        [`podCIDRs-${n}`, read.derived("addresses", [`node-${n}.podCIDRs`])],
      ]),
    ),
    "ipam.folder": read.text("state-folder"),
    "ipam.files": read.matchAll("files", "^[0-9a-f]*[.:][0-9a-f.:]+$"),
    "ipam.addresses": read.derived("addresses", ["ipam.files"]),
    "ipam.owners": read.matchAll("owner", "^([0-9a-f]{64})"),
    "ipam.owner": read.derived("distinct", ["ipam.owners"]),
    "ipam.interface": read.match("owner", "^(eth\\d+)"),
    ...Object.fromEntries(
      ["one", "two", "deleted", "three"].flatMap((when) => [
        [`ipam.reserved.${when}`, read.matchAll(`last-${when}`, "^(\\S+)$")],
        [`ipam.last.${when}`, read.derived("addresses", [`ipam.reserved.${when}`])],
      ]),
    ),
    "pod-one.addresses": read.derived("addresses", ["one/network.podIPs"]),
    "pod-two.addresses": read.derived("addresses", ["two/network.podIPs"]),
    "pod-three.addresses": read.derived("addresses", ["three/network.podIPs"]),
    "forward.steps": read.derived("addressSteps", ["pod-two.addresses", "pod-one.addresses"]),
    "forward.least": read.derived("min", ["forward.steps"]),
    "ipam.steps": read.derived("addressSteps", ["pod-three.addresses", "pod-two.addresses"]),
    "ipam.step": read.derived("distinct", ["ipam.steps"]),
    "again.kept": read.derived("common", ["pod-two.addresses", "pod-three.addresses"]),
    "node.pod-ips": read.jsonAll("pods-on-node", "$.items[?!@.spec.hostNetwork].status.podIPs[*].ip"),
    "node.pod-addresses": read.derived("addresses", ["node.pod-ips"]),

    "del.file": read.moment("del", "file gone", "requested"),
    "del.veth": read.moment("del", "veth gone", "requested"),
    "del.route": read.moment("del", "route gone", "requested"),
    "del.pod": read.moment("del", "pod gone", "requested"),
    "del.route-messages": read.matchAll("links", "ROUTE\\]Deleted (?:unicast )?([0-9a-f.:]+)(?= )"),
    "del.announced": read.derived("common", ["pod-two.addresses", "del.route-messages"]),
    "pod-two.ipv6": read.derived("ipv6", ["two/network.podIPs"]),
    "route.old": read.lines("route-old", "."),
    "host.ips": read.matchAll("host-address", "\\S+"),
    "host.addresses": read.derived("addresses", ["host.ips"]),
    "files.before": read.lines("files-before", "[.:]"),
    "files.after": read.lines("files-after", "[.:]"),
  },

  timelines: [
    {
      id: "del",
      t0: "delete-second",
      from: ["pods", "links", "traces"],
      events: [
        { name: "requested", object: "^Pod/second$", change: "^deletion requested" },
        { name: "file gone", object: "^Line/traces$", change: "^file gone$" },
        { name: "veth gone", object: "^Line/links$", change: "^\\[LINK\\]Deleted" },
        { name: "route gone", object: "^Line/traces$", change: "^route gone$" },
        { name: "pod gone", object: "^Pod/second$", change: "^deleted$", after: "requested" },
      ],
    },
  ],

  limits,
  table,
  exercises,
});
