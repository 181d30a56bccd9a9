import {
  absent,
  api,
  apply,
  askEach,
  before,
  chain,
  count,
  defineLab,
  differentNamespace,
  equals,
  inCIDR,
  kubectl,
  matches,
  node,
  observed,
  pod,
  predict,
  probeImage,
  read,
  sameNamespace,
  t,
  waitFor,
} from "../vocabulary/index.js";
import { findRedirection } from "./find-redirection.js";

const NODE = "{{node.worker1}}";
const HOST_PORT = 18713;
const TYPES = ["net", "uts", "pid", "ipc"];
const FIELDS = ["plain", "host-network", "host-pid", "host-ipc"];

/** One prediction a namespace type: those named are the node's, the others are not. */
const border = (name: string, ...opened: string[]) =>
  TYPES.map((type) => {
    const open = opened.includes(type);
    return predict(
      `${name}-${type}`,
      "border",
      open
        ? t(`Pod ${name} is in the node's ${type} namespace`, `Pod ${name} 处于节点的 ${type} 命名空间`)
        : t(`Pod ${name} is not in the node's ${type} namespace`, `Pod ${name} 不在节点的 ${type} 命名空间`),
      (open ? sameNamespace : differentNamespace)(type, `${name}/container.app`, "node"),
      open
        ? {
            reference: {
              value: opened.join(" and "),
              note: t(`namespaces that ${name} opens`, `${name} 打开的命名空间`),
            },
          }
        : {},
    );
  });

const inside = (id: string, en: string, zh: string, name: string, line: string) =>
  pod(id, t(en, zh), name, ["sh", "-c", line], { expectExit: "any", timeoutSeconds: 60 });

/** Asks the resolver that the container is configured with, as a program would. */
const resolve = (name: string) =>
  pod(
    `dns-${name}`,
    t(`Pod ${name} looks up kubernetes.default.svc`, `Pod ${name} 查询 kubernetes.default.svc`),
    name,
    ["node", "-e", LOOKUP],
    { timeoutSeconds: 60, complete: { matches: "^result \\S+$" } },
  );
const LOOKUP =
  "require('dns').lookup('kubernetes.default.svc', (error, address) => console.log('result', error ? error.code : address))";
const resolvConf = (name: string) =>
  pod(`resolv-${name}`, t(`resolv.conf of Pod ${name}`, `Pod ${name} 的 resolv.conf`), name, [
    "cat",
    "/etc/resolv.conf",
  ]);

const objectOf = (id: string, name: string) =>
  kubectl(id, t(`Pod ${name} in the API`, `API 中的 Pod ${name}`), ["get", "pod", name, "-o", "json"], {
    complete: { json: true },
  });

export default defineLab({
  id: "k12",
  title: t(
    "hostNetwork, hostPID: the border between Pod and host",
    "hostNetwork、hostPID：Pod 与宿主机的边界",
  ),
  question: t(
    "Which namespaces do hostNetwork, hostPID and hostIPC open, what comes with them, and how does a hostPort differ?",
    "hostNetwork、hostPID、hostIPC 分别打开哪些命名空间，随之带来什么？hostPort 又有什么不同？",
  ),
  environment: "kind",
  needs: ["docker", "kubectl", "cluster", "workers>=2", "nodes-ready", "crictl", "ctr", "curl", "jq"],
  exclusive: false,

  predictions: [
    ...border("plain"),
    ...border("host-network", "net", "uts"),
    ...border("host-pid", "pid"),
    ...border("host-ipc", "ipc"),
    predict(
      "plain-ip",
      "border",
      t("The plain Pod's addresses lie in the node's podCIDRs", "普通 Pod 的地址位于节点的 podCIDR 中"),
      inCIDR("plain/network.podIPs", observed("node.podCIDRs")),
    ),
    predict(
      "host-network-ip",
      "border",
      t("With hostNetwork the Pod's addresses are the node's", "使用 hostNetwork 时，Pod 地址就是节点地址"),
      equals("host-network.addresses", observed("node.addresses")),
      { reference: { value: "Pod IP = node IP", note: t("hostNetwork", "hostNetwork") } },
    ),
    predict(
      "host-network-loopback",
      "border",
      t(
        "With hostNetwork the kubelet's port on the node's loopback answers",
        "使用 hostNetwork 时，节点回环地址上的 kubelet 端口有应答",
      ),
      equals("host-network.healthz", "ok"),
    ),
    predict(
      "plain-loopback",
      "border",
      t("From the plain Pod the same address does not answer", "从普通 Pod 访问同一地址没有应答"),
      matches("plain.healthz", /refused/),
      { because: t("its loopback is its own", "它的回环是它自己的") },
    ),

    predict(
      "host-pid-one",
      "host-pid",
      t("With hostPID, PID 1 is the node's first process", "使用 hostPID 时，1 号进程就是节点的首个进程"),
      equals("host-pid.pid-one", observed("node.pid-one")),
      { reference: { value: "systemd", note: t("name of PID 1", "1 号进程的名字") } },
    ),
    predict(
      "plain-pid-one",
      "host-pid",
      t("In the plain Pod, PID 1 is the app", "在普通 Pod 中，1 号进程是应用"),
      equals("plain/container.app.pid.container", 1),
    ),
    predict(
      "host-pid-rows",
      "host-pid",
      t(
        "With hostPID more processes are seen than in the plain Pod",
        "使用 hostPID 时，看到的进程比普通 Pod 多",
      ),
      before("plain.processes", "host-pid.processes"),
      {
        because: t(
          "all processes of the node are seen; how many there are depends on what runs on it",
          "节点上的全部进程都看得到；有多少取决于节点上运行着什么",
        ),
        reference: { value: 34, note: t("rows of ps with hostPID", "hostPID 下 ps 的行数") },
      },
    ),
    predict(
      "host-pid-number",
      "host-pid",
      t("The app's PID inside is its PID on the node", "应用在容器内的 PID 就是它在节点上的 PID"),
      equals("host-pid/container.app.pid.container", observed("host-pid/container.app.pid.node")),
    ),
    predict(
      "host-pid-root",
      "host-pid",
      t("Seeing PID 1 is not reaching its files", "看得到 1 号进程，却够不着它的文件"),
      matches("host-pid.root", /Permission denied/),
      {
        because: t(
          "/proc/1/root asks for the capabilities that PID 1 has, and the container has fewer",
          "/proc/1/root 要求具备 1 号进程的 capability，而容器的更少",
        ),
      },
    ),

    predict(
      "dns-plain",
      "dns",
      t("The plain Pod resolves a cluster name", "普通 Pod 能解析集群域名"),
      equals("dns.plain", observed("kubernetes.clusterIP")),
    ),
    predict(
      "dns-host-network",
      "dns",
      t("A hostNetwork Pod with the default policy does not", "默认策略的 hostNetwork Pod 不能"),
      matches("dns.host-network", /^(ENOTFOUND|EAI_AGAIN)$/),
      {
        because: t(
          "with hostNetwork, ClusterFirst falls back to the node's resolver",
          "使用 hostNetwork 时，ClusterFirst 退回到节点的解析器",
        ),
        reference: {
          value: "ClusterFirstWithHostNet",
          note: t("policy needed for cluster names", "解析集群域名所需的策略"),
        },
      },
    ),
    predict(
      "dns-host-network-dns",
      "dns",
      t("With ClusterFirstWithHostNet it does", "使用 ClusterFirstWithHostNet 时可以"),
      equals("dns.host-network-dns", observed("kubernetes.clusterIP")),
    ),
    predict(
      "resolver-host-network",
      "dns",
      t("Its resolver is not the cluster's DNS Service", "它的解析器不是集群的 DNS Service"),
      count("resolv.host-network.cluster", 0),
    ),

    predict(
      "clash-exit",
      "port-clash",
      t(
        "The app that wants the kubelet's port ends with exit code 1",
        "抢占 kubelet 端口的应用以退出码 1 结束",
      ),
      equals("clash.exit", 1),
    ),
    predict(
      "clash-message",
      "port-clash",
      t("Its log says that the address is in use", "它的日志说地址已被占用"),
      matches("clash.log", /EADDRINUSE/),
      {
        reference: {
          value: "kubelet 10250",
          note: t("port clash with hostNetwork", "hostNetwork 下的端口冲突"),
        },
      },
    ),
    predict(
      "clash-owner",
      "port-clash",
      t("The kubelet has it", "占用者是 kubelet"),
      equals("clash.owner", "kubelet"),
    ),

    predict(
      "host-port-ip",
      "host-port",
      t("A Pod with a hostPort keeps addresses of its own", "带 hostPort 的 Pod 仍有自己的地址"),
      inCIDR("host-port/network.podIPs", observed("node.podCIDRs")),
    ),
    predict(
      "host-port-net",
      "host-port",
      t("… and a network namespace of its own", "……以及自己的网络命名空间"),
      differentNamespace("net", "host-port/container.app", "node"),
    ),
    predict(
      "host-port-answer",
      "host-port",
      t(
        "At that port of the node's addresses this very Pod answers, and no other",
        "访问节点各地址的该端口，应答的都是这个 Pod",
      ),
      equals("host-port.answers", observed("host-port/pod.uid")),
      { because: t("the answer holds the UID of the Pod that gave it", "应答中含有给出应答的 Pod 的 UID") },
    ),
    predict(
      "host-port-each",
      "host-port",
      t("It answers at each of the node's addresses", "在节点的每个地址上都有应答"),
      count("host-port.all", observed("node.addresses")),
      {
        because: t(
          "the Pod has an address of each family of the node, and each gets a rule",
          "节点的每个地址族，Pod 都有一个地址，各有一条规则",
        ),
      },
    ),
    predict(
      "host-port-dnat",
      "host-port",
      t(
        "DNAT rules on the node lead to the Pod's addresses, one to each",
        "节点上的 DNAT 规则指向 Pod 的各个地址，每个地址一条",
      ),
      equals("host-port.dnat", observed("host-port.addresses")),
      { reference: { value: "DNAT", note: t("how a hostPort is made", "hostPort 的实现方式") } },
    ),
    predict(
      "host-port-filter",
      "host-port",
      t("The rules are held by the kernel's nf_tables", "规则保存在内核的 nf_tables 中"),
      matches("host-port.filter", /nf_tables|nftables/),
    ),
    predict(
      "host-port-no-listener",
      "host-port",
      t("No process of the node listens on that port", "节点上没有进程监听该端口"),
      count("host-port.listeners", 0),
    ),

    predict(
      "second-refused",
      "second-host-port",
      t(
        "The kubelet refuses a second Pod with this hostPort: NodePorts",
        "kubelet 拒绝第二个使用该 hostPort 的 Pod：NodePorts",
      ),
      matches("second.reason", /^NodePorts$/),
      {
        reference: {
          value: "NodePorts",
          note: t("second Pod with the hostPort", "第二个使用该 hostPort 的 Pod"),
        },
      },
    ),
    predict(
      "second-phase",
      "second-host-port",
      t("Its phase is Failed", "它的阶段为 Failed"),
      equals("second.phase", "Failed"),
    ),
    predict(
      "second-no-sandbox",
      "second-host-port",
      t("It never had a sandbox", "它从未有过沙箱"),
      absent("second/sandbox.id"),
    ),
    predict(
      "first-still-answers",
      "second-host-port",
      t("The first Pod still answers", "第一个 Pod 照常应答"),
      equals("host-port.answers-after", observed("host-port/pod.uid")),
    ),
  ],

  cases: [
    {
      id: "border",
      kind: "normal",
      title: t("One Pod a field, beside a plain one", "每个字段一个 Pod，外加一个普通 Pod"),
      steps: [
        probeImage(),
        api("node-object", t("The node's object", "节点对象"), `/api/v1/nodes/${NODE}`),
        node("node-ns", t("Namespaces of the node's first process", "节点首个进程的命名空间"), NODE, [
          "readlink",
          ...TYPES.map((type) => `/proc/1/ns/${type}`),
        ]),
        node("node-one", t("Name of the node's first process", "节点首个进程的名字"), NODE, [
          "cat",
          "/proc/1/comm",
        ]),
        apply("deploy", t("Deploy the Pods", "部署这些 Pod"), "manifests/pods.yaml"),
        kubectl(
          "ready",
          t("Until all are Ready", "等待全部 Ready"),
          [
            ...["wait", "--for=condition=Ready", "--timeout=150s"],
            ...[...FIELDS, "host-network-dns"].map((name) => `pod/${name}`),
          ],
          { timeoutSeconds: 160 },
        ),
        ...FIELDS.map((name) => chain(name, t(`The identity chain of ${name}`, `${name} 的身份链`), name)),
        objectOf("host-network-object", "host-network"),
        inside(
          "host-network-healthz",
          "The kubelet's health from the hostNetwork Pod",
          "从 hostNetwork Pod 访问 kubelet 健康检查",
          "host-network",
          "wget -q -O - http://127.0.0.1:10248/healthz",
        ),
        inside(
          "plain-healthz",
          "The same from the plain Pod",
          "从普通 Pod 访问同一地址",
          "plain",
          "wget -O - http://127.0.0.1:10248/healthz 2>&1",
        ),
      ],
    },
    {
      id: "host-pid",
      kind: "normal",
      title: t("What hostPID shows, and what it does not open", "hostPID 显示什么、不打开什么"),
      after: "border",
      steps: [
        inside(
          "host-pid-sees",
          "Processes seen with hostPID",
          "hostPID 下看到的进程",
          "host-pid",
          "ls -d /proc/[0-9]*",
        ),
        inside(
          "plain-sees",
          "Processes seen in the plain Pod",
          "普通 Pod 中看到的进程",
          "plain",
          "ls -d /proc/[0-9]*",
        ),
        inside(
          "host-pid-comm",
          "Name of PID 1 with hostPID",
          "hostPID 下 1 号进程的名字",
          "host-pid",
          "cat /proc/1/comm",
        ),
        inside(
          "host-pid-files",
          "Files of PID 1 with hostPID",
          "hostPID 下 1 号进程的文件",
          "host-pid",
          "ls /proc/1/root/ 2>&1",
        ),
      ],
    },
    {
      id: "dns",
      kind: "exercise",
      title: t("A cluster name, looked up three times", "查询同一个集群域名三次"),
      after: "border",
      steps: [
        api(
          "kubernetes-service",
          t("The Service kubernetes", "Service kubernetes"),
          "/api/v1/namespaces/default/services/kubernetes",
        ),
        ...["plain", "host-network", "host-network-dns"].flatMap((name) => [resolvConf(name), resolve(name)]),
      ],
    },
    {
      id: "port-clash",
      kind: "negative",
      title: t("A hostNetwork Pod that wants the kubelet's port", "想用 kubelet 端口的 hostNetwork Pod"),
      after: "border",
      steps: [
        node("port-owner", t("Who listens on port 10250", "谁在监听 10250 端口"), NODE, [
          "ss",
          "-ltnp",
          "sport = :10250",
        ]),
        apply("deploy-clash", t("Deploy the Pod", "部署该 Pod"), "manifests/port-clash.yaml"),
        waitFor(
          "clash-ended",
          t("Until it ended", "等待它结束"),
          "pod/port-clash",
          "jsonpath={.status.phase}=Failed",
        ),
        kubectl("clash-log", t("Its log", "它的日志"), ["logs", "port-clash"]),
        objectOf("clash-object", "port-clash"),
      ],
    },
    {
      id: "host-port",
      kind: "normal",
      title: t("A hostPort: the node's port leads to the Pod", "hostPort：节点端口通向 Pod"),
      after: "border",
      steps: [
        apply("deploy-host-port", t("Deploy the Pod", "部署该 Pod"), "manifests/host-port.yaml"),
        waitFor("host-port-ready", t("Until it is Ready", "等待 Ready"), "pod/host-port", "condition=Ready"),
        chain("host-port", t("The identity chain", "身份链"), "host-port"),
        askEach(
          "host-port-answer",
          t("Ask the node's port from another node", "从另一节点请求该端口"),
          "{{node.worker2}}",
          `http://{{each:url:node.addresses}}:${HOST_PORT}/identity`,
        ),
        findRedirection("redirection", NODE, HOST_PORT),
        node("listeners", t("Who listens on that port", "谁在监听该端口"), NODE, [
          "ss",
          "-ltn",
          `sport = :${HOST_PORT}`,
        ]),
      ],
    },
    {
      id: "second-host-port",
      kind: "exercise",
      title: t("A second Pod with the same hostPort on the node", "同一节点上第二个使用该 hostPort 的 Pod"),
      after: "host-port",
      steps: [
        apply(
          "deploy-second",
          t("Bind a second Pod to the node", "把第二个 Pod 绑定到该节点"),
          "manifests/host-port-second.yaml",
        ),
        waitFor(
          "second-ended",
          t("Until the kubelet decided", "等待 kubelet 决定"),
          "pod/host-port-second",
          "jsonpath={.status.phase}=Failed",
        ),
        objectOf("second-object", "host-port-second"),
        chain(
          "second",
          t("The identity chain, as far as it goes", "身份链，能到哪里是哪里"),
          "host-port-second",
        ),
        askEach(
          "host-port-answer-after",
          t("Ask the node's port again", "再次请求该端口"),
          "{{node.worker2}}",
          `http://{{each:url:node.addresses}}:${HOST_PORT}/identity`,
        ),
      ],
    },
  ],

  observations: {
    "node.podCIDRs": read.jsonAll("node-object", "$.spec.podCIDRs[*]"),
    "node.internal": read.jsonAll("node-object", "$.status.addresses[?@.type == 'InternalIP'].address"),
    "node.addresses": read.derived("addresses", ["node.internal"]),
    ...Object.fromEntries(
      TYPES.map((type) => [`node.ns.${type}`, read.match("node-ns", `^${type}:\\[(\\d+)\\]$`)]),
    ),
    "node.pid-one": read.match("node-one", "^(\\S+)$"),
    "host-network.podIPs": read.jsonAll("host-network-object", "$.status.podIPs[*].ip"),
    "host-network.addresses": read.derived("addresses", ["host-network.podIPs"]),
    "host-network.healthz": read.match("host-network-healthz", "^(\\w+)"),
    "plain.healthz": read.text("plain-healthz"),
    "host-pid.pid-one": read.match("host-pid-comm", "^(\\S+)$"),
    "host-pid.processes": read.lines("host-pid-sees", "^/proc/\\d+$"),
    "plain.processes": read.lines("plain-sees", "^/proc/\\d+$"),
    "host-pid.root": read.text("host-pid-files"),
    "kubernetes.clusterIP": read.json("kubernetes-service", "$.spec.clusterIP"),
    "dns.plain": read.match("dns-plain", "^result (\\S+)$"),
    "dns.host-network": read.match("dns-host-network", "^result (\\S+)$"),
    "dns.host-network-dns": read.match("dns-host-network-dns", "^result (\\S+)$"),
    "resolv.plain.nameservers": read.matchAll("resolv-plain", "^nameserver (\\S+)$"),
    "resolv.host-network.nameservers": read.matchAll("resolv-host-network", "^nameserver (\\S+)$"),
    "resolv.host-network-dns.nameservers": read.matchAll("resolv-host-network-dns", "^nameserver (\\S+)$"),
    "resolv.host-network.cluster": read.lines("resolv-host-network", "^search .*\\.svc\\."),
    "clash.owner": read.match("port-owner", 'users:\\(\\("([^"]+)"'),
    "clash.log": read.text("clash-log"),
    "clash.exit": read.json("clash-object", "$.status.containerStatuses[0].state.terminated.exitCode"),
    "host-port.addresses": read.derived("addresses", ["host-port/network.podIPs"]),
    "host-port.all": read.jsonAll("host-port-answer", "$[*].pod.uid"),
    "host-port.answers": read.derived("distinct", ["host-port.all"]),
    "host-port.all-after": read.jsonAll("host-port-answer-after", "$[*].pod.uid"),
    "host-port.answers-after": read.derived("distinct", ["host-port.all-after"]),
    "host-port.targets": read.matchAll(
      "redirection",
      "(?:--to-destination|dnat(?: ip6?)? to) \\[?([0-9a-f.:]+?)\\]?:8080",
    ),
    "host-port.dnat": read.derived("addresses", ["host-port.targets"]),
    "host-port.filter": read.match("redirection", "^filter (.+)$"),
    "host-port.listeners": read.lines("listeners", "^LISTEN"),
    "second.phase": read.json("second-object", "$.status.phase"),
    "second.reason": read.json("second-object", "$.status.reason"),
  },

  timelines: [],
  cleanup: [],

  limits: [
    t(
      "That a hostNetwork Pod is confined to what was tried: it can use every address and port of its node, only a few were looked at.",
      "不能得出 hostNetwork Pod 只能做这里试过的事：节点的所有地址和端口它都能用，这里只看了几个。",
    ),
    t(
      "That the node here is the machine: on kind the node is itself a container, so the node's namespaces are not those of the machine below it.",
      "不能得出这里的节点就是物理机：在 kind 上节点本身是容器，节点的命名空间并不是下层机器的命名空间。",
    ),
    t(
      "How many processes hostPID shows elsewhere: the number is that of this node at this moment; the reference figure belongs to another node.",
      "不能得出别处 hostPID 会显示多少进程：这是此节点此刻的数目；参考数值属于另一个节点。",
    ),
    t(
      "That every network plugin makes hostPorts by DNAT: here it is the CNI plugin portmap. Plugins that replace kube-proxy may do it elsewhere.",
      "不能得出每种网络插件都用 DNAT 实现 hostPort：这里是 CNI 插件 portmap，取代 kube-proxy 的插件可能在别处实现。",
    ),
    t(
      "Why a name was not resolved outside the cluster's DNS: ENOTFOUND says that a resolver denied it, EAI_AGAIN that none answered in time.",
      "不能得出集群 DNS 之外解析失败的原因：ENOTFOUND 表示解析器否认该名字，EAI_AGAIN 表示没有解析器及时应答。",
    ),
  ],

  table: [
    {
      see: t("a hostNetwork Pod cannot resolve Service names", "hostNetwork Pod 解析不了 Service 名"),
      look: t("spec.dnsPolicy, and resolv.conf in the container", "spec.dnsPolicy 与容器内的 resolv.conf"),
    },
    {
      see: t("EADDRINUSE in a Pod that is alone in its manifest", "清单里只有它自己，Pod 却报 EADDRINUSE"),
      look: t("hostNetwork, and ss -ltnp on the node", "hostNetwork，以及节点上的 ss -ltnp"),
    },
    {
      see: t("a Pod is Failed with reason NodePorts", "Pod 为 Failed，原因 NodePorts"),
      look: t("other Pods with the same hostPort on that node", "该节点上使用相同 hostPort 的其他 Pod"),
    },
    {
      see: t("a port answers although nothing listens on it", "没有进程监听，端口却有应答"),
      look: t("DNAT rules in nftables or iptables", "nftables 或 iptables 中的 DNAT 规则"),
    },
  ],

  exercises: [
    {
      id: "1",
      case: "dns",
      task: t(
        "Predict what a cluster name resolves to in a plain Pod, with hostNetwork, and with hostNetwork and ClusterFirstWithHostNet; then look it up in each.",
        "预测集群域名在普通 Pod、hostNetwork Pod、以及 hostNetwork 加 ClusterFirstWithHostNet 的 Pod 中各解析成什么；然后分别查询。",
      ),
      predictions: ["dns-plain", "dns-host-network", "dns-host-network-dns", "resolver-host-network"],
      cannotConclude: t(
        "That a hostNetwork Pod cannot reach Services: only the name was not resolved, their addresses were not tried.",
        "不能得出 hostNetwork Pod 访问不了 Service：只是名字没有解析，没有试过它们的地址。",
      ),
    },
    {
      id: "2",
      case: "second-host-port",
      task: t(
        "Predict who refuses a second Pod with the same hostPort when it names the node itself, and who when the scheduler chooses; then observe both.",
        "预测：Pod 直接指定节点时由谁拒绝第二个相同的 hostPort，由调度器选择时又由谁拒绝；然后观察两者。",
      ),
      predictions: ["second-refused", "second-phase", "second-no-sandbox", "first-still-answers"],
      cannotConclude: t(
        "That a port is free because nobody was refused: the check compares Pod specs, a process of the node on that port is not seen by it.",
        "不能因为没有被拒绝就说端口空闲：该检查只比较 Pod 的 spec，看不到节点上占用端口的进程。",
      ),
    },
  ],
});
