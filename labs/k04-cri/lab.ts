import { readFileSync } from "node:fs";
import {
  api,
  between,
  count,
  defineLab,
  equals,
  matches,
  node,
  predict,
  probeImage,
  read,
  stop,
  t,
  until,
  waitFor,
  watch,
} from "../vocabulary/index.js";
import { FOLDER, writeConfigs } from "./hand-made.js";
import { stopKubelet } from "./kubelet.js";
import { moveAway, moveBack, writeInPlace } from "./network-config.js";

const ON = "{{node.worker2}}";
const SCRIPT = readFileSync(new URL("./by-hand.sh", import.meta.url), "utf8");

/** Runs by-hand.sh on the node. */
const byHand = (id: string, title: { en: string; zh: string }, words: string[], timeoutSeconds = 120) =>
  node(id, title, ON, ["sh", "-c", SCRIPT, "by-hand", FOLDER, ...words], {
    timeoutSeconds,
    complete: { endsWith: "END" },
  });

const info = (id: string, title: { en: string; zh: string }) =>
  node(id, title, ON, ["crictl", "info"], { complete: { json: true } });

const condition = (step: string, type: string) =>
  read.json(step, `$.status.conditions[?@.type == '${type}'].status`);

export default defineLab({
  id: "k04",
  title: t("CRI: between kubelet and the runtime", "CRI：kubelet 与容器运行时的接口"),
  question: t(
    "What does kubelet ask of the runtime, what can be asked of it by hand, and what does kubelet make of a sandbox that it does not know?",
    "kubelet 向运行时请求什么？哪些可以手工请求？kubelet 又如何对待它不认识的沙箱？",
  ),
  environment: "kind",
  needs: ["docker", "kubectl", "cluster", "workers>=2", "nodes-ready", "crictl", "ctr"],
  exclusive: true,

  predictions: [
    predict(
      "socket",
      "interface",
      t(
        "The kubelet's runtime endpoint is a Unix socket on the node",
        "kubelet 的运行时端点是节点上的 Unix 套接字",
      ),
      equals("endpoint.kind", "socket"),
    ),
    predict(
      "api-version",
      "interface",
      t("The runtime speaks CRI v1", "运行时使用 CRI v1"),
      equals("cri.version", "v1"),
    ),
    predict(
      "runtime-ready",
      "interface",
      t("RuntimeReady is true", "RuntimeReady 为真"),
      equals("ready.runtime", true),
    ),
    predict(
      "network-ready",
      "interface",
      t("NetworkReady is true", "NetworkReady 为真"),
      equals("ready.network", true),
    ),

    predict(
      "hand-runs",
      "kubelet-stopped",
      t("With kubelet stopped a container made by hand runs", "kubelet 停止时，手工创建的容器可以运行"),
      equals("hand.state", "CONTAINER_RUNNING"),
    ),
    predict(
      "hand-address",
      "kubelet-stopped",
      t(
        "Its sandbox got an address: the network is the runtime's work",
        "其沙箱得到了地址：网络由运行时负责",
      ),
      matches("hand.ip", /^\d+\.\d+\.\d+\.\d+$|:/),
    ),
    predict(
      "hand-no-pod",
      "kubelet-stopped",
      t("The API knows no Pod of it", "API 中没有对应的 Pod"),
      count("hand.pods", 0),
    ),
    ...(
      [
        ["runp", 0.13],
        ["create", 0.06],
        ["start", 0.09],
      ] as const
    ).map(([call, seconds]) =>
      predict(
        `time-${call}`,
        "kubelet-stopped",
        t(`${call} takes less than 5 s (median of five)`, `${call} 用时少于 5 秒（五次的中位数）`),
        between(`rounds.${call}`, 0, 5, "s"),
        {
          because: t(
            "no image is fetched; the bound leaves room for a machine under load, and the client's own start is in the figure",
            "不拉取镜像；上限为高负载机器留有余量，且数值含客户端自身的启动时间",
          ),
          reference: { value: seconds, unit: "s" },
        },
      ),
    ),

    predict(
      "start-removes",
      "kubelet-started",
      t("When kubelet starts, it ends the sandbox it does not know", "kubelet 启动后，会结束它不认识的沙箱"),
      equals("again.result", "gone"),
    ),

    predict(
      "unknown-gone",
      "unknown-sandbox",
      t("A running kubelet ends an unknown sandbox within 10 s", "运行中的 kubelet 在 10 秒内结束未知沙箱"),
      between("unknown.seconds", 0, 10, "s"),
      {
        because: t(
          "kubelet lists the runtime's sandboxes every second, and looks for Pods that should not be there every two",
          "kubelet 每秒列出运行时的沙箱，每两秒清理不该存在的 Pod",
        ),
        reference: { value: 0.9, unit: "s" },
      },
    ),
    predict(
      "unknown-result",
      "unknown-sandbox",
      t("… it is gone, not merely stopped in time", "……结果是消失，而不是一直保留"),
      equals("unknown.result", "gone"),
    ),

    predict(
      "away-condition",
      "no-cni",
      t("Without a CNI configuration NetworkReady is false", "没有 CNI 配置时 NetworkReady 为假"),
      equals("away.network", false),
      { reference: { value: "NetworkReady=false" } },
    ),
    predict(
      "away-runtime",
      "no-cni",
      t("… and RuntimeReady stays true", "……RuntimeReady 仍为真"),
      equals("away.runtime", true),
    ),
    predict(
      "away-notready",
      "no-cni",
      t("The Node is NotReady within 20 s", "节点在 20 秒内变为 NotReady"),
      between("cni.notready", 0, 20, "s"),
      {
        because: t(
          "kubelet asks the runtime's status every 5 s and reports a change with its next status update, at most nodeStatusUpdateFrequency (10 s) later",
          "kubelet 每 5 秒询问运行时状态，并在下一次状态更新时报告变化，最多再等 nodeStatusUpdateFrequency（10 秒）",
        ),
        reference: { value: 8.6, unit: "s" },
      },
    ),
    predict(
      "away-reason",
      "no-cni",
      t("The Node's message names the network plugin", "节点的消息指出网络插件"),
      matches("away.message", /cni plugin not initialized|NetworkPluginNotReady/),
    ),
    predict(
      "mv-unnoticed",
      "no-cni",
      t("Moving the file back with mv is not noticed", "用 mv 移回文件不会被察觉"),
      equals("back.network", false),
      {
        because: t(
          "the runtime ignores a file that only appears in the folder, as a rename makes it; a file written in place makes it read the folder. A move from another file system is a copy, and so a write",
          "运行时忽略目录中仅因改名而新出现的文件；原地写入的文件才会使它重新读取目录。从另一个文件系统移动其实是复制，也就是写入",
        ),
        reference: { value: "not reloaded" },
      },
    ),
    predict(
      "write-noticed",
      "no-cni",
      t("Writing the same bytes in place is noticed", "原地写入相同内容会被察觉"),
      equals("written.network", true),
    ),
  ],

  cases: [
    {
      id: "interface",
      kind: "normal",
      title: t("The interface as kubelet uses it", "kubelet 所用的接口"),
      steps: [
        probeImage(),
        api(
          "config",
          t("The kubelet's configuration", "kubelet 的配置"),
          `/api/v1/nodes/${ON}/proxy/configz`,
        ),
        node("endpoint", t("What the endpoint is", "端点是什么"), ON, [
          ...["sh", "-c", 'stat -L -c "%F" "${1#unix://}"', "stat", "{{endpoint}}"],
        ]),
        node("version", t("The runtime's Version answer", "运行时的 Version 回答"), ON, [
          "crictl",
          "version",
        ]),
        info("info", t("The runtime's status", "运行时的状态")),
      ],
    },
    {
      id: "kubelet-stopped",
      kind: "normal",
      title: t("By hand, with the kubelet stopped", "kubelet 停止时手工操作"),
      after: "interface",
      steps: [
        stopKubelet(ON),
        writeConfigs(ON),
        byHand(
          "rounds",
          t("runp, create, start: five times", "runp、create、start：五次"),
          ["rounds", "5"],
          300,
        ),
        byHand("hand", t("Once more, left running", "再来一次，保持运行"), ["one"]),
        node(
          "hand-container",
          t("The container by CRI", "CRI 看到的容器"),
          ON,
          ["crictl", "inspect", "{{hand.container}}"],
          {
            complete: { json: true },
          },
        ),
        node(
          "hand-sandbox",
          t("The sandbox by CRI", "CRI 看到的沙箱"),
          ON,
          ["crictl", "inspectp", "{{hand.sandbox}}"],
          {
            complete: { json: true },
          },
        ),
        api(
          "hand-pods",
          t("Pods of that Namespace in the API", "API 中该命名空间的 Pod"),
          "/api/v1/namespaces/{{namespace}}/pods",
        ),
      ],
    },
    {
      id: "kubelet-started",
      kind: "negative",
      title: t("The kubelet starts and finds it", "kubelet 启动后发现它"),
      after: "kubelet-stopped",
      steps: [
        node("start-kubelet", t("Start the kubelet", "启动 kubelet"), ON, ["systemctl", "start", "kubelet"], {
          timeoutSeconds: 60,
        }),
        byHand(
          "again",
          t("How long its process still runs", "其进程还运行多久"),
          ["until-gone", "{{hand.sandbox}}", "120"],
          180,
        ),
        waitFor(
          "again-ready",
          t("Until the Node is Ready", "等待节点 Ready"),
          `node/${ON}`,
          "condition=Ready",
          {
            timeoutSeconds: 180,
          },
        ),
      ],
    },
    {
      id: "unknown-sandbox",
      kind: "exercise",
      title: t("By hand, under a running kubelet", "kubelet 运行时手工操作"),
      after: "kubelet-started",
      steps: [
        byHand(
          "unknown",
          t("Make a sandbox and see how long its process runs", "创建沙箱，看其进程运行多久"),
          ["unknown", "60"],
          120,
        ),
      ],
    },
    {
      id: "no-cni",
      kind: "exercise",
      title: t("The CNI configuration is moved away and back", "CNI 配置移走再移回"),
      after: "kubelet-started",
      steps: [
        watch("nodes", t("Watch the Node", "监视节点"), [
          { name: "nodes", path: `/api/v1/nodes?fieldSelector=metadata.name=${ON}` },
        ]),
        moveAway(ON),
        waitFor(
          "notready",
          t("Until the Node is NotReady", "等待节点 NotReady"),
          `node/${ON}`,
          "condition=Ready=false",
          {
            timeoutSeconds: 120,
          },
        ),
        info("info-away", t("The runtime's status", "运行时的状态")),
        api("node-away", t("The Node in the API", "API 中的节点"), `/api/v1/nodes/${ON}`),
        moveBack(ON),
        {
          kind: "pause",
          id: "settle",
          title: t("Time for the runtime to notice", "留时间让运行时察觉"),
          seconds: 10,
          timeoutSeconds: 20,
        },
        info("info-back", t("The runtime's status with the file back", "文件移回后的运行时状态")),
        writeInPlace(ON),
        until(
          "info-written",
          t("The runtime's status after the write", "写入后的运行时状态"),
          info("written", t("Status", "状态")),
          { has: "$.status.conditions[?@.type == 'NetworkReady' && @.status == true]" },
          { timeoutSeconds: 30 },
        ),
        waitFor(
          "ready-again",
          t("Until the Node is Ready", "等待节点 Ready"),
          `node/${ON}`,
          "condition=Ready",
          {
            timeoutSeconds: 120,
          },
        ),
        stop("nodes-end", t("End of the watch", "结束监视"), "nodes"),
      ],
    },
  ],

  observations: {
    endpoint: read.json("config", "$.kubeletconfig.containerRuntimeEndpoint"),
    "endpoint.kind": read.match("endpoint", "^(\\w+)$"),
    "cri.version": read.match("version", "^RuntimeApiVersion:\\s+(\\S+)$"),
    "ready.runtime": condition("info", "RuntimeReady"),
    "ready.network": condition("info", "NetworkReady"),
    "rounds.runp": read.samples("rounds", "^runp ([\\d.]+)$", "median", { unit: "s" }),
    "rounds.create": read.samples("rounds", "^create ([\\d.]+)$", "median", { unit: "s" }),
    "rounds.start": read.samples("rounds", "^start ([\\d.]+)$", "median", { unit: "s" }),
    "rounds.runp.spread": read.samples("rounds", "^runp ([\\d.]+)$", "iqr", { unit: "s" }),
    "hand.sandbox": read.match("hand", "^sandbox (\\w+)$"),
    "hand.container": read.match("hand", "^container (\\w+)$"),
    "hand.state": read.json("hand-container", "$.status.state"),
    "hand.ip": read.json("hand-sandbox", "$.status.network.ip"),
    "hand.pods": read.jsonAll("hand-pods", "$.items[*].metadata.name"),
    "again.result": read.match("again", "^(gone|kept) "),
    "again.seconds": read.number("again", "^(?:gone|kept) ([\\d.]+)$", { unit: "s" }),
    "unknown.sandbox": read.match("unknown", "^sandbox (\\w{64})$"),
    "unknown.result": read.match("unknown", "^(gone|kept) "),
    "unknown.seconds": read.number("unknown", "^(?:gone|kept) ([\\d.]+)$", { unit: "s" }),
    "away.network": condition("info-away", "NetworkReady"),
    "away.runtime": condition("info-away", "RuntimeReady"),
    "away.message": read.json("node-away", "$.status.conditions[?@.type == 'Ready'].message"),
    "cni.notready": read.moment("cni", "notready"),
    "back.network": condition("info-back", "NetworkReady"),
    "written.network": condition("info-written", "NetworkReady"),
  },

  timelines: [
    {
      id: "cni",
      t0: "move-away",
      from: ["nodes"],
      events: [
        { name: "notready", object: "^Node/", change: "^condition Ready True→False" },
        { name: "ready", object: "^Node/", change: "^condition Ready False→True", after: "notready" },
      ],
    },
  ],

  limits: [
    t(
      "How fast the runtime is: the calls' times hold the client's start too, and the machine was shared. Five samples of one machine compare nothing.",
      "不能得出运行时有多快：数值含客户端的启动时间，机器也是共用的。同一台机器上的五个样本不足以比较。",
    ),
    t(
      "When exactly the unknown sandbox ended: its process is looked for every 20 ms, after the client's answer; a sandbox that ended before that counts as gone at the first look.",
      "不能得出未知沙箱结束的确切时刻：客户端应答之后每 20 毫秒查看一次进程；在此之前已结束的，按首次查看计。",
    ),
    t(
      "That create and start of CRI are those of OCI: one CRI call makes several calls below it.",
      "不能得出 CRI 的 create、start 就是 OCI 的：一次 CRI 调用在下层对应多次调用。",
    ),
    t(
      "That other runtimes reload their network configuration in the same way: what makes this one read its folder again was seen for its version.",
      "不能得出其他运行时也这样重载网络配置：什么会使它重新读取目录，只在该版本上看到。",
    ),
  ],

  table: [
    {
      see: t("A sandbox vanishes soon after it was made by hand", "手工创建的沙箱很快消失"),
      look: t(
        "whether kubelet runs: it ends what it does not know",
        "kubelet 是否在运行：它会结束不认识的沙箱",
      ),
    },
    {
      see: t("Node NotReady, cni plugin not initialized", "节点 NotReady，cni plugin not initialized"),
      look: t(
        "crictl info: NetworkReady, then the folder of the CNI configuration",
        "crictl info：NetworkReady，然后看 CNI 配置目录",
      ),
    },
    {
      see: t("The configuration is back and the node still NotReady", "配置已恢复，节点仍 NotReady"),
      look: t("write the file in place, and read crictl info again", "原地写入该文件，再看 crictl info"),
    },
  ],

  exercises: [
    {
      id: "1",
      case: "unknown-sandbox",
      task: t(
        "Predict what a running kubelet does to a sandbox made by hand, and within which time; compare with the one that was made while kubelet was stopped.",
        "预测运行中的 kubelet 如何处置手工创建的沙箱、在多长时间内；与 kubelet 停止时创建的沙箱比较。",
      ),
      predictions: ["unknown-gone", "unknown-result", "start-removes"],
      cannotConclude: t(
        "That kubelet removes everything it does not know: it ends sandboxes of its runtime's namespace, not processes or containers made in another way.",
        "不能得出 kubelet 会清除一切它不认识的东西：它只结束其运行时命名空间内的沙箱，不管以其他方式建立的进程或容器。",
      ),
    },
    {
      id: "2",
      case: "no-cni",
      task: t(
        "Predict which conditions change when the CNI configuration is moved away, how long until the Node is NotReady, and what brings it back.",
        "预测移走 CNI 配置后哪些条件会变、节点多久变为 NotReady，以及怎样才能恢复。",
      ),
      predictions: [
        "away-condition",
        "away-runtime",
        "away-notready",
        "away-reason",
        "mv-unnoticed",
        "write-noticed",
      ],
      cannotConclude: t(
        "That running Pods lost their network: the configuration is read when a sandbox is made; no traffic was measured here.",
        "不能得出运行中的 Pod 失去网络：配置只在创建沙箱时读取；这里没有测量流量。",
      ),
    },
  ],
});
