import { controllerReadings, controllerSettings } from "../k06-node-heartbeats/controller-settings.js";
import { startKubelet, stopKubelet } from "../k06-node-heartbeats/stop-kubelet.js";
import {
  absent,
  api,
  apply,
  before,
  between,
  changed,
  count,
  defineLab,
  equals,
  http,
  node,
  observed,
  pause,
  predict,
  probeImage,
  read,
  stop,
  t,
  unchanged,
  waitFor,
  watch,
  within,
} from "../vocabulary/index.js";

const NODE = "{{node.worker1}}";
const PODS = "/api/v1/namespaces/{{namespace}}/pods";
const UNREACHABLE = "spec.tolerations[?@.key == 'node.kubernetes.io/unreachable'].tolerationSeconds";

/** JSONPath of the one Pod with that label, and a further condition. */
const podOf = (app: string, and = "") => `$.items[?@.metadata.labels.app == '${app}'${and}]`;
const SHORT = podOf("tolerates-30s");
const MARKED = podOf("tolerates-30s", " && @.metadata.deletionTimestamp");
const REPLACEMENT = podOf("tolerates-30s", " && !@.metadata.deletionTimestamp");

export default defineLab({
  id: "k07",
  title: t("After NotReady: a timeline of taints and eviction", "节点 NotReady 之后：污点与驱逐的时间线"),
  question: t(
    "A node falls silent. What happens to its Pods, in which order, after how many seconds, and what only when it is back?",
    "节点沉默之后，上面的 Pod 会怎样？按什么顺序、多少秒后发生？又有哪些要等节点回来才发生？",
  ),
  environment: "kind",
  needs: ["docker", "kubectl", "cluster", "workers>=2", "nodes-ready", "crictl", "curl"],
  exclusive: true,

  predictions: [
    predict(
      "all-on-node",
      "before",
      t("All four Pods run on the node that will fall silent", "四个 Pod 都在即将沉默的节点上"),
      unchanged("node.name", "short.node", "named.node", "default.node", "always.node"),
    ),
    predict(
      "default-toleration",
      "before",
      t(
        "The API server gave the Pod that asks for nothing a toleration of 300 s",
        "API 服务器给未作声明的 Pod 加上了 300 秒的容忍",
      ),
      equals("default.toleration", 300),
      {
        because: t(
          "the admission plugin DefaultTolerationSeconds adds it for not-ready and unreachable",
          "准入插件 DefaultTolerationSeconds 为 not-ready 与 unreachable 加上它",
        ),
        reference: { value: 300, unit: "s" },
      },
    ),
    predict(
      "unlimited-toleration",
      "before",
      t("A toleration without seconds has no limit", "不带秒数的容忍没有期限"),
      absent("always.toleration"),
    ),

    predict(
      "unknown",
      "outage",
      t(
        "Ready becomes Unknown: the grace period after the last heartbeat, up to two looks later",
        "Ready 变为 Unknown：最后一次心跳之后经过宽限期，再至多晚两个检查周期",
      ),
      within("unknown.since-renewal", observed("controller.expected"), 6, "s"),
      {
        because: t(
          "node-monitor-grace-period and node-monitor-period of the running controller manager: grace … grace + 2 periods",
          "依据运行中的控制器管理器的 node-monitor-grace-period 与 node-monitor-period：宽限期 … 宽限期 + 2 个周期",
        ),
      },
    ),
    predict(
      "unknown-after-stop",
      "outage",
      t("From the stop on it is up to a renewal interval less", "从停止算起，则少掉至多一个续约间隔"),
      within("unknown.at", observed("controller.grace"), 11, "s"),
      { reference: { value: 52, unit: "s" } },
    ),
    predict(
      "noschedule",
      "outage",
      t("The taint NoSchedule comes with it", "污点 NoSchedule 随之而来"),
      within("noschedule.at", observed("unknown.at"), 2, "s"),
      { reference: { value: 52, unit: "s" } },
    ),
    predict(
      "noexecute",
      "outage",
      t(
        "The taint NoExecute is a second point: with it, or up to 10 s later",
        "污点 NoExecute 是另一个时间点：同时，或晚至多 10 秒",
      ),
      within("noexecute.at", observed("unknown.at"), 11, "s"),
      {
        because: t(
          "a queue per zone takes one node in 10 s (node-eviction-rate 0.1); it is free unless another node went through it just before",
          "每个区域一个队列，每 10 秒处理一个节点（node-eviction-rate 0.1）；除非刚处理过别的节点，否则立即处理",
        ),
        reference: { value: 52, unit: "s" },
      },
    ),
    predict(
      "endpoint",
      "outage",
      t(
        "The Service stops sending to the Pod at once, long before it is evicted",
        "Service 立刻不再发往该 Pod，远早于驱逐",
      ),
      within("endpoint.at", observed("unknown.at"), 5, "s"),
      {
        because: t(
          "the controller sets the Pods of a silent node to Ready=False",
          "控制器把沉默节点上的 Pod 置为 Ready=False",
        ),
      },
    ),
    predict(
      "marked",
      "outage",
      t(
        "The Pod that tolerates 30 s is marked for deletion 30 s after NoExecute",
        "容忍 30 秒的 Pod 在 NoExecute 之后 30 秒被标记删除",
      ),
      within("marked.at", observed("marked.expected"), 2, "s"),
      {
        because: t(
          "counted from the NoExecute taint, not from Unknown and not from the stop",
          "从 NoExecute 污点算起，不是从 Unknown，也不是从停止算起",
        ),
        reference: { value: 82, unit: "s" },
      },
    ),
    predict(
      "replaced",
      "outage",
      t("The Deployment's replacement is created at once", "Deployment 的替代 Pod 随即创建"),
      within("replaced.at", observed("marked.at"), 3, "s"),
      { reference: { value: 83, unit: "s" } },
    ),
    predict(
      "replaced-after",
      "outage",
      t("… after the mark, not before it", "……在标记之后，而不是之前"),
      before("marked.at", "replaced.at"),
    ),
    predict(
      "replaced-elsewhere",
      "outage",
      t("… on another node", "……在另一个节点上"),
      changed("short.node", "replacement.node"),
      {
        because: t(
          "its own toleration is for NoExecute: NoSchedule keeps it away",
          "它自己的容忍针对 NoExecute，NoSchedule 使它不会回去",
        ),
      },
    ),
    predict(
      "default-stays",
      "outage",
      t("The Pod with 300 s is not marked", "容忍 300 秒的 Pod 没有被标记"),
      absent("default.marked"),
      { reference: { value: "still there", note: t("when the kubelet was started", "启动 kubelet 时") } },
    ),
    predict(
      "always-stays",
      "outage",
      t("Nor is the one that tolerates without limit", "无限期容忍的也没有"),
      absent("always.marked"),
      { reference: { value: "still there", note: t("when the kubelet was started", "启动 kubelet 时") } },
    ),
    predict(
      "stay-same",
      "outage",
      t("Both are the same Pods as before, by UID", "按 UID 看，两者仍是原来的 Pod"),
      unchanged("stay.before", "stay.during"),
    ),

    predict(
      "copy-marked",
      "two-copies",
      t("The marked Pod is still the first one, by UID", "被标记的仍是原先那个 Pod（按 UID）"),
      equals("marked.uid", observed("short.uid")),
    ),
    predict(
      "copy-runs",
      "two-copies",
      t("Its container still runs on the silent node", "它的容器仍在沉默的节点上运行"),
      count("marked.containers", 1),
      {
        because: t(
          "the mark is a wish in the API; only the node's kubelet can carry it out",
          "标记只是 API 中的意愿，只有该节点的 kubelet 能执行",
        ),
      },
    ),
    predict(
      "copy-answers",
      "two-copies",
      t("It still answers, with the old UID", "它仍在应答，UID 是旧的"),
      equals("marked.answer-uid", observed("short.uid")),
    ),
    predict(
      "copy-second",
      "two-copies",
      t("At the same time the replacement runs", "与此同时替代 Pod 也在运行"),
      equals("replacement.phase", "Running"),
    ),

    predict(
      "named-marked",
      "same-name",
      t("The StatefulSet's Pod is marked at the same time", "StatefulSet 的 Pod 同时被标记"),
      within("named.marked-at", observed("marked.at"), 2, "s"),
    ),
    predict(
      "named-not-replaced",
      "same-name",
      t("But there is no second one: one Pod of that name", "但没有第二个：该名字的 Pod 只有一个"),
      count("named.during", 1),
    ),
    predict(
      "named-same-uid",
      "same-name",
      t("… and it is the first one", "……而且还是原来那个"),
      unchanged("named.uid-before", "named.uid-during"),
    ),
    predict(
      "named-order",
      "same-name",
      t(
        "When kubelet is back, the old one goes first, then the new one is made",
        "kubelet 恢复后，先删旧的，再建新的",
      ),
      before("named.gone", "named.again"),
    ),
    predict(
      "named-new-uid",
      "same-name",
      t("Same name, another UID", "名字相同，UID 不同"),
      changed("named.uid-before", "named.uid-after"),
    ),

    predict(
      "gone-after-return",
      "back",
      t(
        "The Terminating Pod goes only after kubelet was started, within a minute",
        "Terminating 的 Pod 在 kubelet 启动之后才消失，一分钟之内",
      ),
      between("gone.since-start", 0, 60, "s"),
      {
        because: t("kubelet ends the container and confirms the deletion", "kubelet 结束容器并确认删除"),
        reference: { value: "cleaned", note: t("when the kubelet was back", "kubelet 恢复之后") },
      },
    ),
    predict(
      "ready-after-return",
      "back",
      t("The Node is Ready within half a minute", "半分钟内 Node 恢复 Ready"),
      between("ready.since-start", 0, 30, "s"),
    ),
    predict(
      "untainted-after-return",
      "back",
      t("… and loses the taint that evicts", "……触发驱逐的污点消失"),
      between("untainted.since-start", 0, 40, "s"),
    ),
    predict(
      "replacement-stays",
      "back",
      t("The replacement stays where it is", "替代 Pod 留在原处"),
      unchanged("replacement.node", "after.node"),
    ),
    predict(
      "stay-after-return",
      "back",
      t("The tolerating Pods were never made again", "有容忍的两个 Pod 从未重建"),
      unchanged("stay.before", "stay.after"),
    ),
  ],

  cases: [
    {
      id: "before",
      kind: "normal",
      title: t("Four workloads on one node", "一个节点上的四种工作负载"),
      steps: [
        controllerSettings("settings"),
        probeImage(),
        watch(
          "state-watch",
          t("Watch the Node, the Pods and the Service's endpoints", "监视 Node、Pod 与 Service 的端点"),
          [
            { name: "node", path: `/api/v1/nodes?fieldSelector=metadata.name%3D${NODE}` },
            { name: "pods", path: PODS },
            { name: "endpoints", path: "/apis/discovery.k8s.io/v1/namespaces/{{namespace}}/endpointslices" },
          ],
        ),
        watch("lease-watch", t("Watch the node's Lease", "监视该节点的 Lease"), [
          {
            name: "lease",
            path: `/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases?fieldSelector=metadata.name%3D${NODE}`,
          },
        ]),
        api("node-before", t("The Node object", "Node 对象"), `/api/v1/nodes/${NODE}`),
        apply("deploy", t("Deploy the four", "部署这四个"), "manifests/workloads.yaml"),
        waitFor(
          "deployment-there",
          t("The Deployment is available", "Deployment 可用"),
          "deployment/tolerates-30s",
          "condition=Available",
        ),
        waitFor(
          "statefulset-there",
          t("The StatefulSet's Pod is ready", "StatefulSet 的 Pod 就绪"),
          "statefulset/named",
          "jsonpath={.status.readyReplicas}=1",
        ),
        waitFor(
          "default-there",
          t("The Pod with the default is Ready", "默认容忍的 Pod 就绪"),
          "pod/tolerates-by-default",
          "condition=Ready",
        ),
        waitFor(
          "always-there",
          t("The Pod without limit is Ready", "无限期容忍的 Pod 就绪"),
          "pod/tolerates-always",
          "condition=Ready",
        ),
        pause(
          "see-a-renewal",
          t("Until a renewal of the Lease must have been seen", "等到必有一次 Lease 续约"),
          8,
        ),
        api("pods-before", t("The Pods", "Pod"), PODS),
      ],
    },
    {
      id: "outage",
      kind: "negative",
      title: t("The node falls silent", "节点沉默"),
      after: "before",
      steps: [
        stopKubelet("stop-kubelet", NODE),
        waitFor(
          "unknown",
          t("Until Ready is Unknown", "等待 Ready 变为 Unknown"),
          `node/${NODE}`,
          "condition=Ready=Unknown",
        ),
        waitFor(
          "unavailable",
          t("The Deployment is not available", "Deployment 不可用"),
          "deployment/tolerates-30s",
          "condition=Available=False",
          { timeoutSeconds: 30 },
        ),
        waitFor(
          "available",
          t("Until it is available again", "等待它再次可用"),
          "deployment/tolerates-30s",
          "condition=Available",
        ),
        pause("others", t("Time for the others, if they were to go", "留时间给其余 Pod，看是否也会走"), 10),
        stop("lease-end", t("End the watch of the Lease", "结束对 Lease 的监视"), "lease-watch"),
        api("pods-during", t("The Pods while the node is silent", "节点沉默期间的 Pod"), PODS),
        api(
          "node-during",
          t("The Node object while it is silent", "沉默期间的 Node 对象"),
          `/api/v1/nodes/${NODE}`,
        ),
      ],
    },
    {
      id: "two-copies",
      kind: "exercise",
      title: t("Two copies of one replica", "一个副本，两份运行"),
      after: "outage",
      steps: [
        node(
          "old-container",
          t("The marked Pod's container on its node", "被标记 Pod 在其节点上的容器"),
          NODE,
          [...["crictl", "ps", "-q", "--state", "running", "--label", "io.kubernetes.pod.uid={{short.uid}}"]],
        ),
        http("old-answer", t("Ask the marked Pod who it is", "询问被标记的 Pod 它是谁"), {
          from: NODE,
          url: "http://{{url:short.ip}}:8080/identity",
        }),
      ],
    },
    {
      id: "same-name",
      kind: "exercise",
      title: t("A Pod whose name is fixed", "名字固定的 Pod"),
      after: "outage",
      steps: [
        api(
          "named-during",
          t("Pods of the StatefulSet", "StatefulSet 的 Pod"),
          `${PODS}?labelSelector=app%3Dnamed`,
        ),
        api(
          "statefulset-during",
          t("The StatefulSet", "StatefulSet"),
          "/apis/apps/v1/namespaces/{{namespace}}/statefulsets/named",
        ),
      ],
    },
    {
      id: "back",
      kind: "normal",
      title: t("The node is back", "节点恢复"),
      after: "outage",
      steps: [
        startKubelet("start-kubelet", NODE),
        waitFor(
          "ready",
          t("Until the Node is Ready", "等待 Node 为 Ready"),
          `node/${NODE}`,
          "condition=Ready",
        ),
        waitFor(
          "old-gone",
          t("Until the marked Pod is gone", "等待被标记的 Pod 消失"),
          "pod/{{short.name}}",
          "delete",
        ),
        waitFor(
          "named-again",
          t("Until the StatefulSet has a ready Pod", "等待 StatefulSet 有就绪的 Pod"),
          "statefulset/named",
          "jsonpath={.status.readyReplicas}=1",
        ),
        pause("settle", t("Time for anything to move back", "留时间，看是否有东西搬回"), 5),
        api("pods-after", t("The Pods", "Pod"), PODS),
        stop("state-end", t("End the watch", "结束监视"), "state-watch"),
      ],
    },
  ],

  timelines: [
    {
      id: "outage",
      t0: "stop-kubelet",
      from: ["state-watch", "lease-watch"],
      events: [
        { name: "last-renewal", object: "^Lease/", change: "^renewed$", nth: -1 },
        { name: "unknown", object: "^Node/", change: "^condition Ready True→Unknown" },
        { name: "noschedule", object: "^Node/", change: "^taint .*unreachable:NoSchedule added" },
        { name: "noexecute", object: "^Node/", change: "^taint .*unreachable:NoExecute added" },
        {
          name: "endpoint",
          object: "^EndpointSlice/tolerates-30s",
          change: "^endpoint Pod/tolerates-30s-.* not ready$",
          after: "last-renewal",
        },
        { name: "marked", object: "^Pod/tolerates-30s-", change: "^deletion requested" },
        { name: "replaced", object: "^Pod/tolerates-30s-", change: "^created", after: "marked" },
        {
          name: "replacement-ready",
          object: "^Pod/tolerates-30s-",
          change: "^condition Ready .*→True",
          after: "replaced",
        },
        { name: "named-marked", object: "^Pod/named-0$", change: "^deletion requested" },
        { name: "default-marked", object: "^Pod/tolerates-by-default$", change: "^deletion requested" },
        { name: "always-marked", object: "^Pod/tolerates-always$", change: "^deletion requested" },
      ],
    },
    {
      id: "back",
      t0: "start-kubelet",
      from: ["state-watch"],
      events: [
        { name: "ready", object: "^Node/", change: "^condition Ready Unknown→True" },
        { name: "untainted", object: "^Node/", change: "^taint .*unreachable:NoExecute removed" },
        { name: "gone", object: "^Pod/tolerates-30s-", change: "^deleted$" },
        { name: "named-gone", object: "^Pod/named-0$", change: "^deleted$" },
        { name: "named-again", object: "^Pod/named-0$", change: "^recreated" },
      ],
    },
  ],

  observations: {
    ...controllerReadings("settings"),
    "node.name": read.json("node-before", "$.metadata.name"),
    "named.node": read.json("pods-before", `${podOf("named")}.spec.nodeName`),
    "default.node": read.json("pods-before", `${podOf("tolerates-by-default")}.spec.nodeName`),
    "always.node": read.json("pods-before", `${podOf("tolerates-always")}.spec.nodeName`),
    "short.uid": read.json("pods-before", `${SHORT}.metadata.uid`),
    "short.name": read.json("pods-before", `${SHORT}.metadata.name`),
    "short.ip": read.json("pods-before", `${SHORT}.status.podIP`),
    "short.node": read.json("pods-before", `${SHORT}.spec.nodeName`),
    "short.toleration": read.json("pods-before", `${SHORT}.${UNREACHABLE}`, { unit: "s" }),
    "default.toleration": read.json("pods-before", `${podOf("tolerates-by-default")}.${UNREACHABLE}`, {
      unit: "s",
    }),
    "always.toleration": read.json("pods-before", `${podOf("tolerates-always")}.${UNREACHABLE}`, {
      unit: "s",
    }),
    "stay.before": read.jsonAll("pods-before", stayers()),

    "unknown.at": read.moment("outage", "unknown"),
    "unknown.since-renewal": read.moment("outage", "unknown", "last-renewal"),
    "noschedule.at": read.moment("outage", "noschedule"),
    "noexecute.at": read.moment("outage", "noexecute"),
    "endpoint.at": read.moment("outage", "endpoint"),
    "marked.at": read.moment("outage", "marked"),
    "marked.since-noexecute": read.moment("outage", "marked", "noexecute"),
    "replaced.at": read.moment("outage", "replaced"),
    "replacement-ready.at": read.moment("outage", "replacement-ready"),
    "named.marked-at": read.moment("outage", "named-marked"),
    "default.marked": read.moment("outage", "default-marked"),
    "always.marked": read.moment("outage", "always-marked"),
    "marked.expected": read.derived("sum", ["noexecute.at", "short.toleration"], "s"),
    "replacement.node": read.json("pods-during", `${REPLACEMENT}.spec.nodeName`),
    "replacement.phase": read.json("pods-during", `${REPLACEMENT}.status.phase`),
    "marked.uid": read.json("pods-during", `${MARKED}.metadata.uid`),
    "stay.during": read.jsonAll("pods-during", stayers()),

    "marked.containers": read.matchAll("old-container", "^[0-9a-f]{64}$"),
    "marked.answer-uid": read.json("old-answer", "$.pod.uid", { of: "body" }),

    "named.uid-before": read.json("pods-before", `${podOf("named")}.metadata.uid`),
    "named.during": read.jsonAll("named-during", "$.items[*].metadata.name"),
    "named.uid-during": read.json("named-during", "$.items[0].metadata.uid"),
    "named.uid-after": read.json("pods-after", `${podOf("named")}.metadata.uid`),
    "named.gone": read.moment("back", "named-gone"),
    "named.again": read.moment("back", "named-again"),

    "ready.since-start": read.moment("back", "ready"),
    "untainted.since-start": read.moment("back", "untainted"),
    "gone.since-start": read.moment("back", "gone"),
    "after.node": read.json("pods-after", `${SHORT}.spec.nodeName`),
    "stay.after": read.jsonAll("pods-after", stayers()),
  },

  limits: [
    t(
      "That Terminating means ended: while its kubelet is silent nobody ends the container, and nobody outside the node can tell.",
      "不能得出 Terminating 就是已结束：kubelet 沉默时没有人去结束容器，节点之外也无从得知。",
    ),
    t(
      "That the replacement came 83 s after the failure because of one setting: it is the sum of a heartbeat's age, the grace period, the look of the controller, the queue of the taint and the Pod's own toleration.",
      "不能把替代时间归于单个设置：它是心跳已有的时长、宽限期、控制器的检查、污点队列与 Pod 自己的容忍之和。",
    ),
    t(
      "That a Pod with 300 s stays for good: the outage here was shorter than that.",
      "不能得出容忍 300 秒的 Pod 会一直留下：这里的中断短于 300 秒。",
    ),
    t(
      "What a node that is really down, or cut off from the network, does: only its kubelet was stopped, and its Pods went on and could be reached.",
      "不能推断真正宕机或断网的节点会怎样：这里只停了 kubelet，Pod 照常运行且可访问。",
    ),
    t(
      "How many nodes may fail at once: when more than half of a zone is silent, the controller evicts more slowly or not at all.",
      "不能推断多个节点同时失联的情形：一个区域过半节点沉默时，控制器会放慢甚至停止驱逐。",
    ),
  ],

  table: [
    {
      see: t("A Pod is Terminating for minutes", "Pod 长时间处于 Terminating"),
      look: t("its node's Ready condition and Lease", "其节点的 Ready 条件与 Lease"),
    },
    {
      see: t("A StatefulSet does not replace its Pod", "StatefulSet 不重建它的 Pod"),
      look: t("whether the old UID is still there; its node", "旧 UID 是否还在；它所在的节点"),
    },
    {
      see: t("Some Pods of a silent node moved, others did not", "沉默节点上有的 Pod 迁走，有的没有"),
      look: t("their tolerations of unreachable, with the seconds", "它们对 unreachable 的容忍及秒数"),
    },
  ],

  exercises: [
    {
      id: "1",
      case: "two-copies",
      task: t(
        "The Deployment wants one replica, and its replacement runs. Predict whether the first copy still runs, whether it still answers and under which UID; then ask its node.",
        "Deployment 只要一个副本，替代 Pod 已在运行。预测第一份是否还在运行、是否还应答、UID 是什么；然后去问它的节点。",
      ),
      predictions: ["copy-marked", "copy-runs", "copy-answers", "copy-second"],
      cannotConclude: t(
        "From the API alone one cannot tell whether the marked copy runs: the same picture is shown by a node that lost its power. Writers that must be alone need a lock or a fence of their own.",
        "仅凭 API 无法知道被标记的那份是否还在运行：断电的节点看起来一模一样。必须独占的写入者需要自己的锁或隔离手段。",
      ),
    },
    {
      id: "2",
      case: "same-name",
      task: t(
        "Predict what the StatefulSet does where the Deployment made a replacement: is there a second Pod, when, and with which UID? Observe during the silence and after the return.",
        "预测在 Deployment 已重建时 StatefulSet 会怎么做：有没有第二个 Pod、何时、UID 如何？在沉默期间与恢复之后各观察一次。",
      ),
      predictions: ["named-marked", "named-not-replaced", "named-same-uid", "named-order", "named-new-uid"],
      cannotConclude: t(
        "That a StatefulSet is never replaced while its node is silent: whoever deletes the Pod by force, or marks the node out of service, says that the old copy has ended, and the controller believes it.",
        "不能得出节点沉默期间 StatefulSet 永不重建：强制删除 Pod 或将节点标为 out-of-service 的人，等于宣称旧的一份已结束，控制器会相信。",
      ),
    },
  ],
});

/** UIDs of the two Pods that stay, in the order of their names. */
function stayers(): string {
  return "$.items[?@.metadata.labels.app == 'tolerates-always' || @.metadata.labels.app == 'tolerates-by-default'].metadata.uid";
}
