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
  stop,
  t,
  until,
  waitFor,
  watch,
} from "../vocabulary/index.js";
import { predictions } from "./predictions.js";
import { exercises, limits, table } from "./reading.js";
import { CNI_CONFIG, STATE_FOLDER, UNTIL_GONE } from "./traces.js";

const WORKER = "{{node.worker1}}";
const PODS = "/api/v1/namespaces/{{namespace}}/pods";

const ready = (pod: string, step = pod) =>
  waitFor(`${step}-ready`, t("Until it is Ready", "等待 Ready"), `pod/${pod}`, "condition=Ready");
const cniConfig = (id: string, on: string) =>
  node(id, t(`CNI configuration on ${on}`, `${on} 上的 CNI 配置`), on, ["sh", "-c", CNI_CONFIG], {
    complete: { json: true },
  });
const lastReserved = (id: string) =>
  node(id, t("host-local's last reserved address", "host-local 最近分配的地址"), WORKER, [
    "cat",
    "{{ipam.folder}}/last_reserved_ip.0",
  ]);
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
          ["get", "pods", "-n", "kube-system", "-l", "component=kube-controller-manager", "-o", "json"],
          { complete: { json: true } },
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
          "veth",
          t("The veth on the node", "节点一侧的 veth"),
          WORKER,
          ["ip", "-j", "-d", "addr", "show", "dev", "{{one/network.hostVeth}}"],
          { complete: { json: true } },
        ),
        node(
          "host-route",
          t("The node's route to the Pod", "节点到 Pod 的路由"),
          WORKER,
          ["ip", "-j", "route", "show", "{{one/network.podIP}}"],
          { complete: { json: true } },
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
        node("owner", t("The file of the second Pod's address", "第二个 Pod 的地址文件"), WORKER, [
          "cat",
          "{{ipam.folder}}/{{two/network.podIP}}",
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
          t("Look at the address file and the route, every 50 ms", "每 50 ms 查看地址文件与路由"),
          [
            "sh",
            "-c",
            UNTIL_GONE,
            "traces",
            "{{ipam.folder}}/{{two/network.podIP}}",
            "{{two/network.podIP}}",
          ],
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
        node("route-old", t("The node's route to the former address", "节点到旧地址的路由"), WORKER, [
          "ip",
          "route",
          "show",
          "{{two/network.podIP}}/32",
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
          t("Its address in the API", "API 中它的地址"),
          kubectl("host-ip", t("Its address", "它的地址"), [
            "get",
            "pod",
            "host-network",
            "-o",
            "jsonpath={.status.podIP}",
          ]),
          "[.:]",
        ),
      ],
    },
  ],

  observations: {
    "cluster.cidr": read.match("controller-manager", '"--cluster-cidr=([^",]+)'),
    "node-0.podCIDR": read.json("node-0", "$.spec.podCIDR"),
    "node-1.podCIDR": read.json("node-1", "$.spec.podCIDR"),
    "node-2.podCIDR": read.json("node-2", "$.spec.podCIDR"),
    "node-1.address": read.json("node-1", "$.status.addresses[?@.type == 'InternalIP'].address"),
    "pod.eth0.index": read.json("pod-link", "$[0].ifindex"),
    "pod.eth0.peer": read.json("pod-link", "$[0].link_index"),
    "pod.eth0.kind": read.json("pod-link", "$[0].linkinfo.info_kind"),
    "pod.gateway": read.json("pod-route", "$[?@.dst == 'default'].gateway"),
    "veth.index": read.json("veth", "$[0].ifindex"),
    "veth.peer": read.json("veth", "$[0].link_index"),
    "veth.address": read.json("veth", "$[0].addr_info[?@.family == 'inet'].local"),
    "host-route.dst": read.json("host-route", "$[0].dst"),
    "host-route.dev": read.json("host-route", "$[0].dev"),

    "config.name": read.json("config-1", "$.name"),
    "config.main": read.json("config-1", "$.plugins[0].type"),
    "config.ipam": read.json("config-1", "$.plugins[0].ipam.type"),
    "config-0.subnet": read.json("config-0", "$.plugins[0].ipam.ranges[0][0].subnet"),
    "config-1.subnet": read.json("config-1", "$.plugins[0].ipam.ranges[0][0].subnet"),
    "config-2.subnet": read.json("config-2", "$.plugins[0].ipam.ranges[0][0].subnet"),
    "ipam.folder": read.text("state-folder"),
    "ipam.addresses": read.matchAll("files", "^[0-9a-f]*[.:][0-9a-f.:]+$"),
    "ipam.owner": read.match("owner", "^([0-9a-f]{64})"),
    "ipam.interface": read.match("owner", "^(eth\\d+)"),
    "ipam.last.one": read.text("last-one"),
    "ipam.last.two": read.text("last-two"),
    "ipam.last.deleted": read.text("last-deleted"),
    "ipam.last.three": read.text("last-three"),
    "ipam.number.one": read.number("last-one", "\\.(\\d+)\\s*$"),
    "ipam.number.two": read.number("last-two", "\\.(\\d+)\\s*$"),
    "ipam.number.three": read.number("last-three", "\\.(\\d+)\\s*$"),
    "ipam.step": read.derived("difference", ["ipam.number.three", "ipam.number.two"]),
    "node.pod-addresses": read.jsonAll("pods-on-node", "$.items[?!@.spec.hostNetwork].status.podIP"),

    "del.file": read.moment("del", "file gone", "requested"),
    "del.veth": read.moment("del", "veth gone", "requested"),
    "del.route": read.moment("del", "route gone", "requested"),
    "del.pod": read.moment("del", "pod gone", "requested"),
    "del.route-messages": read.lines("links", "ROUTE.Deleted [0-9.]+ dev veth"),
    "route.old": read.lines("route-old", "."),
    "host.address": read.text("host-address"),
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
