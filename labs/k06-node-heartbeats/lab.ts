import {
  absent,
  api,
  before,
  between,
  changed,
  count,
  defineLab,
  equals,
  kubectl,
  matches,
  node,
  observed,
  pause,
  predict,
  read,
  stop,
  t,
  unchanged,
  until,
  waitFor,
  watch,
  within,
} from "../vocabulary/index.js";
import { controllerReadings, controllerSettings } from "./controller-settings.js";
import { startKubelet, stopKubelet } from "./stop-kubelet.js";

const NODE = "{{node.worker1}}";
const LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";
const LEASE = `${LEASES}/${NODE}`;
const HEARTBEATS = [
  { name: "lease", path: `${LEASES}?fieldSelector=metadata.name%3D${NODE}` },
  { name: "node", path: `/api/v1/nodes?fieldSelector=metadata.name%3D${NODE}` },
];
const LEASE_UPDATE = "@.watch == 'lease' && @.type == 'MODIFIED'";
const NODE_UPDATE = "@.watch == 'node' && @.type == 'MODIFIED'";

const watchHeartbeats = (id: string) =>
  watch(id, t("Watch the node's Lease and its Node object", "监视该节点的 Lease 与 Node 对象"), HEARTBEATS);
const containers = (id: string, when: { en: string; zh: string }) =>
  node(id, t(`Running containers, ${when.en}`, `运行中的容器：${when.zh}`), NODE, ["crictl", "ps", "-q"]);

export default defineLab({
  id: "k06",
  title: t("Node heartbeats: Lease and NodeStatus", "节点心跳：Lease 与 NodeStatus"),
  question: t(
    "How does a node say that it is alive, how often, and what follows when it falls silent?",
    "节点怎样表明自己还活着？多久一次？沉默之后会发生什么？",
  ),
  environment: "kind",
  needs: ["docker", "kubectl", "cluster", "workers>=2", "nodes-ready", "crictl", "curl"],
  exclusive: true,

  predictions: [
    predict(
      "lease-duration",
      "heartbeat",
      t(
        "The Lease's duration is the one in kubelet's configuration",
        "Lease 的时长就是 kubelet 配置中的时长",
      ),
      equals("lease.duration", observed("kubelet.lease-duration")),
      {
        because: t(
          "kubelet writes nodeLeaseDurationSeconds into leaseDurationSeconds",
          "kubelet 把 nodeLeaseDurationSeconds 写入 leaseDurationSeconds",
        ),
        reference: { value: 40, unit: "s" },
      },
    ),
    predict(
      "lease-holder",
      "heartbeat",
      t("The Lease is held by the node of its name", "Lease 的持有者就是同名节点"),
      equals("lease.holder", observed("node.name")),
    ),
    predict(
      "lease-owner",
      "heartbeat",
      t("The Lease belongs to the Node object: its owner's UID", "Lease 属于 Node 对象：看 owner 的 UID"),
      equals("lease.owner", observed("node.uid")),
    ),
    predict(
      "renew-median",
      "heartbeat",
      t("It is renewed four times in its duration: about every 10 s", "一个时长内续约四次：约每 10 秒一次"),
      between("lease.renewals-in-duration", 3.75, 4.05),
      {
        because: t(
          "kubelet renews after a quarter of the duration, lengthened by up to 4 % at random",
          "kubelet 每隔时长的四分之一续约一次，并随机延长至多 4%",
        ),
      },
    ),
    predict(
      "renew-shortest",
      "heartbeat",
      t("No interval is shorter than 9.9 s", "没有短于 9.9 秒的间隔"),
      between("lease.interval.min", 9.9, 10.8, "s"),
      { reference: { value: 10, unit: "s" } },
    ),
    predict(
      "renew-longest",
      "heartbeat",
      t("No interval is longer than 10.8 s", "没有长于 10.8 秒的间隔"),
      between("lease.interval.max", 9.9, 10.8, "s"),
      {
        because: t(
          "10 s, 4 % at random, and the time that the request itself takes, which a busy machine lengthens",
          "10 秒，加随机 4%，再加请求本身的耗时，机器繁忙时更长",
        ),
        reference: { value: 10.3, unit: "s" },
      },
    ),
    predict(
      "lease-updates",
      "heartbeat",
      t("100 s hold nine to eleven Lease updates", "100 秒内有 9 到 11 次 Lease 更新"),
      between("lease.updates", 9, 11),
      { reference: { value: 10, note: t("in 100 s", "100 秒内") } },
    ),
    predict(
      "node-updates",
      "heartbeat",
      t("… and at most two updates of the Node object", "……Node 对象的更新至多两次"),
      between("node.updates", 0, 2),
      {
        because: t(
          "kubelet writes an unchanged status only once in nodeStatusReportFrequency; a change is written at once",
          "状态不变时，kubelet 每个 nodeStatusReportFrequency 只写一次；有变化则立即写",
        ),
        reference: { value: 1, note: t("in 100 s, to 10 Lease updates", "100 秒内，对 10 次 Lease 更新") },
      },
    ),
    predict(
      "fewer-node-updates",
      "heartbeat",
      t("The Node object is updated less often than the Lease", "Node 对象的更新少于 Lease"),
      before("node.updates", "lease.updates"),
    ),
    predict(
      "report-frequency",
      "heartbeat",
      t("An unchanged status is due every five minutes", "状态不变时，每五分钟上报一次"),
      equals("kubelet.report-frequency", "5m0s"),
      {
        because: t(
          "read from kubelet's running configuration: a window of 100 s cannot show it",
          "读自 kubelet 的运行配置：100 秒的窗口看不到它",
        ),
        reference: { value: "5m0s", note: t("reported as about 5 min", "原文为约 5 分钟") },
      },
    ),
    predict(
      "watch-whole",
      "heartbeat",
      t("The watches were never disconnected", "监视从未中断"),
      count("heartbeat.gaps", 0),
    ),

    predict(
      "silence",
      "kubelet-stopped",
      t(
        "The last renewal lies at most one interval before the stop",
        "最后一次续约在停止之前，至多早一个间隔",
      ),
      between("stopped.last-renewal", -10.8, 1, "s"),
    ),
    predict(
      "unknown",
      "kubelet-stopped",
      t(
        "Ready becomes Unknown: grace period after the last renewal, up to two looks later",
        "Ready 变为 Unknown：最后一次续约之后经过宽限期，再至多晚两个检查周期",
      ),
      within("unknown.since-renewal", observed("controller.expected"), 6, "s"),
      {
        because: t(
          "the controller looks every node-monitor-period (5 s): it notes a renewal up to one period late, and acts up to one period late; so grace … grace + 2 periods",
          "控制器每 node-monitor-period（5 秒）看一次：记下续约至多晚一个周期，采取动作至多再晚一个周期；即宽限期 … 宽限期 + 2 个周期",
        ),
      },
    ),
    predict(
      "unknown-after-stop",
      "kubelet-stopped",
      t("Counted from the stop it is a renewal interval less", "从停止算起，则少掉至多一个续约间隔"),
      within("unknown.at", observed("controller.grace"), 11, "s"),
      {
        because: t(
          "the stop falls anywhere between two renewals: grace − 10.4 s … grace + 2 periods",
          "停止可能落在两次续约之间的任一处：宽限期 − 10.4 秒 … 宽限期 + 2 个周期",
        ),
        reference: { value: 48, unit: "s" },
      },
    ),
    predict(
      "unreachable",
      "kubelet-stopped",
      t("The taint unreachable:NoSchedule comes with it", "污点 unreachable:NoSchedule 随之而来"),
      within("noschedule.at", observed("unknown.at"), 2, "s"),
      { reference: { value: 48, unit: "s" } },
    ),
    predict(
      "unreachable-noexecute",
      "kubelet-stopped",
      t(
        "unreachable:NoExecute is another taint, and may come up to 10 s later",
        "unreachable:NoExecute 是另一个污点，可能晚至多 10 秒",
      ),
      between("noexecute.since-unknown", 0, 11, "s"),
      {
        because: t(
          "the evicting taint goes through a queue that takes one node in 10 s",
          "触发驱逐的污点要经过队列，每 10 秒处理一个节点",
        ),
      },
    ),
    predict(
      "unknown-reason",
      "kubelet-stopped",
      t("The condition says who fell silent", "条件中写明是谁沉默了"),
      equals("unknown.reason", "NodeStatusUnknown"),
    ),
    predict(
      "unknown-message",
      "kubelet-stopped",
      t("… in words", "……以文字说明"),
      matches("unknown.message", /Kubelet stopped posting node status/),
    ),
    predict(
      "no-renewal",
      "kubelet-stopped",
      t("Nobody else renews the Lease", "没有别人替它续约"),
      absent("stopped.renewal-after-unknown"),
    ),
    predict(
      "containers-go-on",
      "kubelet-stopped",
      t("The containers on the node go on running", "节点上的容器继续运行"),
      unchanged("containers.before", "containers.during"),
      {
        because: t("they are the runtime's children, not kubelet's", "它们是运行时的子进程，不是 kubelet 的"),
      },
    ),
    predict(
      "ready-again",
      "kubelet-stopped",
      t("Started again, the Node is Ready within half a minute", "再次启动后，半分钟内 Node 恢复 Ready"),
      between("back.ready", 0, 30, "s"),
    ),
    predict(
      "untainted-again",
      "kubelet-stopped",
      t("… and loses the taint that evicts", "……触发驱逐的污点消失"),
      between("back.untainted", 0, 40, "s"),
    ),

    predict(
      "lease-back",
      "lease-deleted",
      t(
        "A deleted Lease is made again before the next interval is over",
        "被删除的 Lease 在一个间隔内重新出现",
      ),
      between("lease.back", 0, 11, "s"),
      {
        because: t(
          "kubelet notices at its next renewal: the server says that there is nothing to update",
          "kubelet 在下一次续约时发现：服务器说没有可更新的对象",
        ),
        reference: { value: 5.7, unit: "s", note: t("one sample", "一次采样") },
      },
    ),
    predict(
      "lease-new-uid",
      "lease-deleted",
      t("It is another object: the UID differs", "它是另一个对象：UID 不同"),
      changed("lease.uid-before", "lease.uid-after"),
    ),
    predict(
      "lease-same-holder",
      "lease-deleted",
      t("… with the same holder", "……持有者相同"),
      unchanged("lease.holder", "lease.holder-after"),
    ),
    predict(
      "lease-no-alarm",
      "lease-deleted",
      t("The Node stays Ready meanwhile", "其间 Node 一直是 Ready"),
      absent("deleted.not-ready"),
      {
        because: t(
          "what counts is how long ago a renewal was seen, not that the object is there now",
          "重要的是多久以前见过续约，而不是对象此刻是否存在",
        ),
      },
    ),

    predict(
      "brief-interval",
      "brief-stop",
      t(
        "One interval is as long as the stop, and shorter than the grace period",
        "有一个间隔与停止时间相当，但短于宽限期",
      ),
      before("brief.longest", "controller.grace"),
    ),
    predict(
      "brief-silence",
      "brief-stop",
      t("… it is longer than 15 s", "……它长于 15 秒"),
      between("brief.longest", 15, 40, "s"),
    ),
    predict(
      "brief-no-unknown",
      "brief-stop",
      t("Ready never becomes Unknown", "Ready 从未变为 Unknown"),
      absent("brief.unknown"),
    ),
    predict(
      "brief-no-taint",
      "brief-stop",
      t("No unreachable taint is added", "没有添加 unreachable 污点"),
      absent("brief.tainted"),
    ),
  ],

  cases: [
    {
      id: "heartbeat",
      kind: "normal",
      title: t("Two kinds of heartbeat, for 100 s", "两种心跳，观察 100 秒"),
      steps: [
        controllerSettings("settings"),
        api(
          "configz",
          t("kubelet's running configuration", "kubelet 的运行配置"),
          `/api/v1/nodes/${NODE}/proxy/configz`,
        ),
        api("node-object", t("The Node object", "Node 对象"), `/api/v1/nodes/${NODE}`),
        api("lease-object", t("The node's Lease", "该节点的 Lease"), LEASE),
        watchHeartbeats("heartbeat-watch"),
        pause("hundred-seconds", t("Let 100 s pass", "等待 100 秒"), 100),
        stop("heartbeat-end", t("End the watch", "结束监视"), "heartbeat-watch"),
      ],
    },
    {
      id: "kubelet-stopped",
      kind: "negative",
      title: t("kubelet stopped", "停止 kubelet"),
      after: "heartbeat",
      steps: [
        containers("containers-before", t("before", "之前")),
        watchHeartbeats("outage-watch"),
        pause("see-a-renewal", t("Until a renewal must have been seen", "等到必有一次续约"), 11),
        stopKubelet("stop-kubelet", NODE),
        waitFor(
          "unknown",
          t("Until Ready is Unknown", "等待 Ready 变为 Unknown"),
          `node/${NODE}`,
          "condition=Ready=Unknown",
        ),
        pause("taints", t("Time for the second taint", "留时间给第二个污点"), 12),
        api("node-during", t("The Node object", "Node 对象"), `/api/v1/nodes/${NODE}`),
        containers("containers-during", t("while kubelet is stopped", "kubelet 停止期间")),
        stop("outage-end", t("End the watch", "结束监视"), "outage-watch"),
        watchHeartbeats("return-watch"),
        startKubelet("start-kubelet", NODE),
        waitFor(
          "ready",
          t("Until the Node is Ready", "等待 Node 为 Ready"),
          `node/${NODE}`,
          "condition=Ready",
        ),
        until(
          "untainted",
          t("Until the taints are gone", "等待污点消失"),
          kubectl("taints-now", t("Taints", "污点"), ["get", "node", NODE, "-o", "jsonpath={.spec.taints}"]),
          "^(?!.*(unreachable|not-ready))",
        ),
        stop("return-end", t("End the watch", "结束监视"), "return-watch"),
      ],
    },
    {
      id: "lease-deleted",
      kind: "exercise",
      title: t("The Lease deleted", "删除 Lease"),
      after: "heartbeat",
      steps: [
        api("lease-before", t("The Lease", "Lease"), LEASE),
        watchHeartbeats("deletion-watch"),
        kubectl(
          "delete-lease",
          t("Delete the Lease", "删除 Lease"),
          ["delete", "lease", NODE, "-n", "kube-node-lease"],
          {
            undo: {
              title: t("kubelet makes the Lease again by itself", "kubelet 会自行重建 Lease"),
              steps: [],
              proof: [
                kubectl(
                  "lease-there",
                  t("The Lease is there", "Lease 存在"),
                  ["get", "lease", NODE, "-n", "kube-node-lease", "-o", "name"],
                  { timeoutSeconds: 60 },
                ),
              ],
            },
          },
        ),
        waitFor(
          "lease-made",
          t("Until there is a Lease again", "等待 Lease 重新出现"),
          `lease/${NODE}`,
          "create",
          {
            namespace: "kube-node-lease",
            timeoutSeconds: 60,
          },
        ),
        pause("monitor", t("More than one look of the controller", "超过控制器的一个检查周期"), 6),
        stop("deletion-end", t("End the watch", "结束监视"), "deletion-watch"),
        api("lease-after", t("The Lease", "Lease"), LEASE),
      ],
    },
    {
      id: "brief-stop",
      kind: "exercise",
      title: t("kubelet stopped for 15 s only", "只停止 kubelet 15 秒"),
      after: "heartbeat",
      steps: [
        watchHeartbeats("brief-watch"),
        pause("renewal-first", t("Until a renewal must have been seen", "等到必有一次续约"), 11),
        stopKubelet("stop-briefly", NODE),
        pause("fifteen-seconds", t("Let 15 s pass", "等待 15 秒"), 15),
        startKubelet("start-soon", NODE),
        pause("afterwards", t("Until renewals must have been seen again", "等到必定再次续约"), 15),
        stop("brief-end", t("End the watch", "结束监视"), "brief-watch"),
      ],
    },
  ],

  timelines: [
    {
      id: "outage",
      t0: "stop-kubelet",
      from: ["outage-watch"],
      events: [
        { name: "last-renewal", object: "^Lease/", change: "^renewed$", nth: -1 },
        { name: "unknown", object: "^Node/", change: "^condition Ready True→Unknown" },
        { name: "noschedule", object: "^Node/", change: "^taint .*unreachable:NoSchedule added" },
        { name: "noexecute", object: "^Node/", change: "^taint .*unreachable:NoExecute added" },
        { name: "renewal-after-unknown", object: "^Lease/", change: "^renewed$", after: "unknown" },
      ],
    },
    {
      id: "return",
      t0: "start-kubelet",
      from: ["return-watch"],
      events: [
        { name: "ready", object: "^Node/", change: "^condition Ready .*→True" },
        { name: "untainted", object: "^Node/", change: "^taint .*unreachable:NoExecute removed" },
      ],
    },
    {
      id: "deletion",
      t0: "delete-lease",
      from: ["deletion-watch"],
      events: [
        { name: "deleted", object: "^Lease/", change: "^deleted$" },
        { name: "back", object: "^Lease/", change: "^recreated" },
        { name: "not-ready", object: "^Node/", change: "^condition Ready True→" },
      ],
    },
    {
      id: "brief",
      t0: "stop-briefly",
      from: ["brief-watch"],
      events: [
        { name: "unknown", object: "^Node/", change: "^condition Ready .*→Unknown" },
        { name: "tainted", object: "^Node/", change: "^taint .*unreachable:.* added" },
        { name: "not-ready", object: "^Node/", change: "^condition Ready True→False" },
      ],
    },
  ],

  observations: {
    ...controllerReadings("settings"),
    "kubelet.lease-duration": read.json("configz", "$.kubeletconfig.nodeLeaseDurationSeconds", { unit: "s" }),
    "kubelet.report-frequency": read.json("configz", "$.kubeletconfig.nodeStatusReportFrequency"),
    "kubelet.update-frequency": read.json("configz", "$.kubeletconfig.nodeStatusUpdateFrequency"),
    "node.name": read.json("node-object", "$.metadata.name"),
    "node.uid": read.json("node-object", "$.metadata.uid"),
    "lease.duration": read.json("lease-object", "$.spec.leaseDurationSeconds", { unit: "s" }),
    "lease.holder": read.json("lease-object", "$.spec.holderIdentity"),
    "lease.owner": read.json("lease-object", "$.metadata.ownerReferences[0].uid"),
    "lease.updates": read.events("heartbeat-watch", LEASE_UPDATE),
    "node.updates": read.events("heartbeat-watch", NODE_UPDATE),
    "heartbeat.gaps": read.events("heartbeat-watch", "@.type == 'GAP'"),
    "lease.interval.median": read.intervals("heartbeat-watch", LEASE_UPDATE, "median"),
    "lease.interval.iqr": read.intervals("heartbeat-watch", LEASE_UPDATE, "iqr"),
    "lease.interval.min": read.intervals("heartbeat-watch", LEASE_UPDATE, "min"),
    "lease.interval.max": read.intervals("heartbeat-watch", LEASE_UPDATE, "max"),
    "lease.renewals-in-duration": read.derived("ratio", ["lease.duration", "lease.interval.median"]),

    "stopped.last-renewal": read.moment("outage", "last-renewal"),
    "unknown.at": read.moment("outage", "unknown"),
    "unknown.since-renewal": read.moment("outage", "unknown", "last-renewal"),
    "noschedule.at": read.moment("outage", "noschedule"),
    "noexecute.at": read.moment("outage", "noexecute"),
    "noexecute.since-unknown": read.moment("outage", "noexecute", "unknown"),
    "stopped.renewal-after-unknown": read.moment("outage", "renewal-after-unknown"),
    "unknown.reason": read.json("node-during", "$.status.conditions[?@.type == 'Ready'].reason"),
    "unknown.message": read.json("node-during", "$.status.conditions[?@.type == 'Ready'].message"),
    "containers.before": read.text("containers-before"),
    "containers.during": read.text("containers-during"),
    "back.ready": read.moment("return", "ready"),
    "back.untainted": read.moment("return", "untainted"),

    "lease.uid-before": read.json("lease-before", "$.metadata.uid"),
    "lease.uid-after": read.json("lease-after", "$.metadata.uid"),
    "lease.holder-after": read.json("lease-after", "$.spec.holderIdentity"),
    "lease.back": read.moment("deletion", "back", "deleted"),
    "deleted.not-ready": read.moment("deletion", "not-ready"),

    "brief.longest": read.intervals("brief-watch", LEASE_UPDATE, "max"),
    "brief.unknown": read.moment("brief", "unknown"),
    "brief.tainted": read.moment("brief", "tainted"),
  },

  limits: [
    t(
      "That a Node's status is written every five minutes: a window of 100 s saw how seldom it is, the period itself is kubelet's setting.",
      "不能得出 Node 状态恰好每五分钟写一次：100 秒的窗口只看到它很少写，周期本身来自 kubelet 的设置。",
    ),
    t(
      "That a node with a fresh Lease is healthy: the Lease says that kubelet can reach the API server, not that Pods run.",
      "不能得出 Lease 新鲜的节点就健康：Lease 只说明 kubelet 能访问 API 服务器，不说明 Pod 在运行。",
    ),
    t(
      "That an Unknown node is down: only its kubelet was stopped here, and its containers went on.",
      "不能得出 Unknown 的节点已经宕机：这里只停了 kubelet，容器照常运行。",
    ),
    t(
      "That Unknown always comes after so many seconds: the grace period changed between versions (40 s before Kubernetes 1.32, 50 s since), and where the stop falls between two renewals moves it by 10 s.",
      "不能得出 Unknown 总在固定秒数后出现：宽限期随版本变化（Kubernetes 1.32 之前为 40 秒，之后为 50 秒），停止落在两次续约间的何处又使其相差 10 秒。",
    ),
    t(
      "How long a deleted Lease takes to come back: one deletion is one sample of something that depends on when the next renewal is due.",
      "不能得出被删 Lease 要多久才回来：一次删除只是一个样本，取决于下一次续约何时到来。",
    ),
  ],

  table: [
    {
      see: t("Ready is Unknown", "Ready 为 Unknown"),
      look: t("the Lease's renewTime, then kubelet on the node", "Lease 的 renewTime，再看节点上的 kubelet"),
    },
    {
      see: t("Ready is False", "Ready 为 False"),
      look: t("the condition's message: kubelet itself wrote it", "条件的 message：它由 kubelet 自己写入"),
    },
    {
      see: t("An old lastHeartbeatTime on a Ready node", "Ready 节点上的 lastHeartbeatTime 很旧"),
      look: t("the Lease: an unchanged status is seldom written", "Lease：不变的状态很少写入"),
    },
  ],

  exercises: [
    {
      id: "1",
      case: "lease-deleted",
      task: t(
        "Delete a node's Lease. Predict whether it comes back, who makes it, within which time, with which UID, and what the Node's Ready condition does meanwhile; then observe.",
        "删除一个节点的 Lease。预测它是否会回来、由谁创建、多久之内、UID 如何，以及其间 Node 的 Ready 条件如何；然后观察。",
      ),
      predictions: ["lease-back", "lease-new-uid", "lease-same-holder", "lease-no-alarm"],
      cannotConclude: t(
        "From the name of the Lease one cannot tell that it was deleted: holder and name are as before, only UID and creation time differ. And one return time is no distribution.",
        "从 Lease 的名字看不出它曾被删除：持有者与名字不变，只有 UID 与创建时间不同。一次返回时间也不构成分布。",
      ),
    },
    {
      id: "2",
      case: "brief-stop",
      task: t(
        "Stop kubelet for 15 s, less than the grace period. Predict what the Lease shows and what the Node shows; then observe both.",
        "停止 kubelet 15 秒，短于宽限期。预测 Lease 显示什么、Node 显示什么；然后观察两者。",
      ),
      predictions: ["brief-interval", "brief-silence", "brief-no-unknown", "brief-no-taint"],
      cannotConclude: t(
        "That a node which was never Unknown was never without its kubelet: an outage below the grace period leaves its trace only in the Lease's intervals, for whoever was watching. And a kubelet that starts may itself say Ready=False for some seconds (KubeletNotReady): that is another writer, another reason and another taint.",
        "不能得出从未 Unknown 的节点就从未失去 kubelet：短于宽限期的中断只在 Lease 的间隔里留下痕迹，且只有当时在监视的人才看得到。另外，刚启动的 kubelet 自己可能在几秒内报告 Ready=False（KubeletNotReady）：那是另一个写入者、另一个原因、另一个污点。",
      ),
    },
  ],
});
