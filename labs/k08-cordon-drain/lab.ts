import {
  api,
  apply,
  before,
  between,
  changed,
  contains,
  count,
  defineLab,
  equals,
  kubectl,
  matches,
  observed,
  pause,
  pod,
  predict,
  probeImage,
  read,
  stop,
  t,
  unchanged,
  vm,
  waitFor,
  watch,
  within,
} from "../vocabulary/index.js";
import { cordon, drain } from "./drain.js";

const NODE = "{{node.worker1}}";
const PODS = "/api/v1/namespaces/{{namespace}}/pods";
const OURS = "chapter=k08";
const podOf = (app: string) => `$.items[?@.metadata.labels.app == '${app}']`;

const nodeObject = (id: string) => api(id, t("The Node object", "Node 对象"), `/api/v1/nodes/${NODE}`);
const pods = (id: string, when: { en: string; zh: string }) =>
  api(id, t(`The Pods, ${when.en}`, `Pod：${when.zh}`), `${PODS}?labelSelector=chapter%3Dk08`);
const onNode = (id: string, when: { en: string; zh: string }) =>
  api(
    id,
    t(`The lab's Pods on the node, ${when.en}`, `节点上本实验的 Pod：${when.zh}`),
    `${PODS}?fieldSelector=spec.nodeName%3D${NODE}`,
  );
const refused = (id: string, title: { en: string; zh: string }, flags: string[]) =>
  drain(id, title, NODE, OURS, flags, { expectExit: [1] });

export default defineLab({
  id: "k08",
  title: t("cordon and drain: where evicted Pods go", "cordon 与 drain：被驱逐的 Pod 去了哪"),
  question: t(
    "What does cordon change, what does drain refuse and why, where do the evicted Pods go, and what comes back after uncordon?",
    "cordon 改变了什么？drain 拒绝什么、为什么？被驱逐的 Pod 去了哪？uncordon 之后什么会回来？",
  ),
  environment: "kind",
  needs: ["docker", "kubectl", "cluster", "workers>=2", "nodes-ready"],
  exclusive: true,

  predictions: [
    predict(
      "unschedulable",
      "cordon",
      t("cordon sets spec.unschedulable", "cordon 设置 spec.unschedulable"),
      equals("cordoned.unschedulable", true),
    ),
    predict(
      "taint",
      "cordon",
      t("… and with it comes a taint of the same name", "……并随之出现同名污点"),
      contains("cordoned.taints", "node.kubernetes.io/unschedulable"),
      { because: t("the node lifecycle controller adds it", "由节点生命周期控制器添加") },
    ),
    predict(
      "taint-effect",
      "cordon",
      t("… which keeps new Pods away and evicts nobody", "……它挡住新 Pod，但不驱逐任何 Pod"),
      equals("cordoned.effects", ["NoSchedule"]),
    ),
    predict(
      "cordon-moves-nothing",
      "cordon",
      t("The Pods that run there stay, by UID", "已在其上运行的 Pod 按 UID 不变"),
      unchanged("before.uids", "cordoned.uids"),
    ),
    predict(
      "new-elsewhere",
      "cordon",
      t(
        "A new replica goes to another node, although it prefers this one",
        "新副本去了别的节点，尽管它更偏好这个节点",
      ),
      equals("cordoned.web-on-node", observed("before.web-uids")),
    ),
    predict(
      "placed-runs",
      "cordon",
      t("A Pod that names the node itself runs there all the same", "自己写明节点的 Pod 照样在其上运行"),
      equals("placed.phase", "Running"),
      {
        because: t(
          "cordon speaks to the scheduler, and that was not asked",
          "cordon 是说给调度器听的，而这里没有问调度器",
        ),
      },
    ),

    predict(
      "refuses-bare",
      "refusals",
      t("Without flags drain refuses a Pod without a controller", "不带选项时，drain 拒绝没有控制器的 Pod"),
      matches("plain.said", /cannot delete Pods that declare no controller \(use --force to override\)/),
      { reference: { value: "refused", note: t("bare Pod", "裸 Pod") } },
    ),
    predict(
      "refuses-daemonset",
      "refusals",
      t("… and a DaemonSet's Pod", "……以及 DaemonSet 的 Pod"),
      matches("plain.said", /cannot delete DaemonSet-managed Pods \(use --ignore-daemonsets to ignore\)/),
      { reference: { value: "refused", note: t("DaemonSet", "DaemonSet") } },
    ),
    predict(
      "refuses-emptydir",
      "refusals",
      t("… and a Pod with an emptyDir", "……以及带 emptyDir 的 Pod"),
      matches(
        "plain.said",
        /cannot delete Pods with local storage \(use --delete-emptydir-data to override\)/,
      ),
      { reference: { value: "refused", note: t("emptyDir", "emptyDir") } },
    ),
    predict(
      "one-flag",
      "refusals",
      t("With --ignore-daemonsets two reasons are left", "加 --ignore-daemonsets 后还剩两个理由"),
      count("ignore.refusals", 2),
    ),
    predict(
      "two-flags",
      "refusals",
      t("With --force also one: local storage", "再加 --force 后只剩一个：本地存储"),
      equals("force.refusals", ["cannot delete Pods with local storage"]),
    ),
    predict(
      "refusal-evicts-nothing",
      "refusals",
      t(
        "A refused drain evicts nothing, not even what it could",
        "被拒绝的 drain 不驱逐任何 Pod，连能驱逐的也不动",
      ),
      unchanged("scaled.uids", "refused.uids"),
    ),

    predict(
      "drain-time",
      "drained",
      t("With all flags the drain takes seconds, not minutes", "选项齐全后，drain 只需数秒，而不是数分钟"),
      between("drain.time", 300, 15000, "ms"),
      {
        because: t(
          "it waits until every evicted Pod is gone: grace periods are 5 s here, and the probe ends at once",
          "它等到每个被驱逐的 Pod 都消失：这里的宽限期是 5 秒，而探针会立刻退出",
        ),
        reference: { value: 3100, unit: "ms", note: t("reported as 3.1 s", "原文为 3.1 秒") },
      },
    ),
    predict(
      "drain-waits",
      "drained",
      t("It ends when the last evicted Pod is gone", "最后一个被驱逐的 Pod 消失时，drain 结束"),
      within("drain.time", observed("drain.last-gone"), 3000, "ms"),
      { because: t("it looks once a second", "它每秒查看一次") },
    ),
    predict(
      "left-on-node",
      "drained",
      t(
        "On the node stay the DaemonSet's Pod and the one outside the selector",
        "节点上只剩 DaemonSet 的 Pod 与选择器之外的那个",
      ),
      equals("drained.on-node", ["agent", "placed"]),
    ),
    predict(
      "agent-same",
      "drained",
      t("The DaemonSet's Pod is the same one, by UID", "DaemonSet 的 Pod 按 UID 仍是同一个"),
      unchanged("before.agent", "drained.agent"),
    ),
    predict(
      "bare-gone",
      "drained",
      t("The bare Pod is gone for good", "裸 Pod 一去不返"),
      count("drained.bare", 0),
    ),
    predict(
      "web-first",
      "drained",
      t(
        "The Deployment's replacement is made before the old Pod is gone",
        "Deployment 的替代 Pod 在旧 Pod 消失之前就已创建",
      ),
      before("web.replaced", "web.gone"),
      {
        because: t(
          "its ReplicaSet does not count Pods that are being deleted",
          "ReplicaSet 不计正在删除的 Pod",
        ),
      },
    ),
    predict(
      "named-last",
      "drained",
      t(
        "The StatefulSet's only after it: same name, so one after the other",
        "StatefulSet 则在其后：名字相同，只能先后存在",
      ),
      before("named.gone", "named.again"),
    ),
    predict(
      "named-uid",
      "drained",
      t("Its Pod has the old name and a new UID", "它的 Pod 名字是旧的，UID 是新的"),
      changed("before.named", "drained.named"),
    ),
    predict(
      "named-node",
      "drained",
      t("… on another node", "……在另一个节点上"),
      changed("node.name", "drained.named-node"),
    ),
    predict(
      "emptydir-lost",
      "drained",
      t("What was in the emptyDir is lost", "emptyDir 里的内容丢失"),
      count("cache.files-after", 0),
    ),

    predict(
      "uncordoned",
      "uncordon",
      t("uncordon takes the taint away", "uncordon 去掉污点"),
      count("uncordoned.taints", 0),
    ),
    predict(
      "nothing-back",
      "uncordon",
      t("Nothing moves back: the same Pods after 15 s", "什么也不会搬回：15 秒后仍是同样的 Pod"),
      unchanged("drained.uids", "later.uids"),
      {
        because: t(
          "the scheduler places new Pods only; nobody balances running ones",
          "调度器只安排新 Pod，没有谁去重新平衡运行中的 Pod",
        ),
        reference: { value: "nothing moves back" },
      },
    ),
    predict(
      "node-stays-empty",
      "uncordon",
      t("The node holds what the drain left there", "节点上只有 drain 留下的那些"),
      unchanged("drained.on-node", "later.on-node"),
    ),

    predict(
      "budget-full",
      "budget",
      t("The budget allows no disruption", "预算不允许任何中断"),
      equals("budget.allowed", 0),
      { because: t("minAvailable 3 of 3 healthy Pods", "minAvailable 为 3，健康 Pod 恰为 3 个") },
    ),
    predict(
      "budget-message",
      "budget",
      t("The eviction is refused in the name of the budget", "驱逐以预算的名义被拒绝"),
      matches("budget.said", /Cannot evict pod as it would violate the pod's disruption budget/),
    ),
    predict(
      "budget-retry",
      "budget",
      t("kubectl tries again every 5 s", "kubectl 每 5 秒重试一次"),
      equals("budget.retry-seconds", 5),
      { reference: { value: 5, unit: "s" } },
    ),
    predict(
      "budget-tries",
      "budget",
      t("… about five times for each of the three Pods", "……三个 Pod 各约五次"),
      between("budget.tries-a-pod", 4, 6),
      { because: t("one try every 5 s in 25 s", "25 秒内每 5 秒一次") },
    ),
    predict(
      "budget-timeout",
      "budget",
      t("It gives up after its timeout of 25 s", "到 25 秒超时后放弃"),
      between("budget.time", 24500, 28000, "ms"),
      {
        because: t(
          "the timeout counts from the first eviction: kubectl's own start comes on top",
          "超时从首次驱逐算起，kubectl 自身的启动时间另计",
        ),
        reference: { value: 25000, unit: "ms", note: t("reported as 25 s", "原文为 25 秒") },
      },
    ),
    predict(
      "budget-cordon-kept",
      "budget",
      t("The node stays cordoned", "节点保持 cordon 状态"),
      equals("budget.unschedulable", true),
      { reference: { value: true, note: t("cordon kept", "cordon 保留") } },
    ),
    predict(
      "budget-same",
      "budget",
      t("All three Pods are the same, by UID", "三个 Pod 按 UID 都没变"),
      unchanged("guarded.before", "guarded.after"),
    ),
  ],

  cases: [
    {
      id: "cordon",
      kind: "normal",
      title: t("cordon", "cordon"),
      steps: [
        api("nodes-before", t("All nodes", "所有节点"), "/api/v1/nodes"),
        vm(
          "none-cordoned",
          t(
            "No node was cordoned before: a cordon that is not the lab's is left alone",
            "此前没有节点被 cordon：不是本实验设置的 cordon 不去动",
          ),
          ["test", "{{before.cordoned}}", "=", "[]"],
        ),
        probeImage(),
        apply("deploy", t("Deploy one Pod of each kind", "每种 Pod 部署一个"), "manifests/workloads.yaml"),
        waitFor(
          "web-there",
          t("The Deployment is available", "Deployment 可用"),
          "deployment/web",
          "condition=Available",
        ),
        waitFor(
          "cache-there",
          t("The one with an emptyDir too", "带 emptyDir 的也可用"),
          "deployment/cache",
          "condition=Available",
        ),
        waitFor(
          "named-there",
          t("The StatefulSet's Pod is ready", "StatefulSet 的 Pod 就绪"),
          "statefulset/named",
          "jsonpath={.status.readyReplicas}=1",
        ),
        waitFor(
          "agent-there",
          t("The DaemonSet's Pod is ready", "DaemonSet 的 Pod 就绪"),
          "daemonset/agent",
          "jsonpath={.status.numberReady}=1",
        ),
        waitFor("bare-there", t("The bare Pod is Ready", "裸 Pod 就绪"), "pod/bare", "condition=Ready"),
        pods("pods-before", t("before", "之前")),
        cordon("cordon-node", t("Cordon the node", "对节点执行 cordon"), NODE),
        kubectl("scale", t("One more replica of the Deployment", "Deployment 再加一个副本"), [
          "scale",
          "deployment/web",
          "--replicas=2",
        ]),
        waitFor(
          "scaled",
          t("Until it is available", "等待其可用"),
          "deployment/web",
          "jsonpath={.status.availableReplicas}=2",
        ),
        apply("place", t("A Pod that names the node itself", "自己写明节点的 Pod"), "manifests/placed.yaml"),
        waitFor("placed-ready", t("Until it is Ready", "等待其就绪"), "pod/placed", "condition=Ready"),
        nodeObject("node-cordoned"),
        onNode("pods-cordoned", t("cordoned", "cordon 之后")),
        pods("pods-scaled", t("cordoned", "cordon 之后")),
      ],
    },
    {
      id: "refusals",
      kind: "negative",
      title: t("What drain refuses, one flag at a time", "drain 拒绝什么：每次加一个选项"),
      after: "cordon",
      steps: [
        refused("drain-plain", t("drain without flags", "不带选项的 drain"), []),
        refused("drain-ignore", t("… with --ignore-daemonsets", "……加 --ignore-daemonsets"), [
          "--ignore-daemonsets",
        ]),
        refused("drain-force", t("… and --force", "……再加 --force"), ["--ignore-daemonsets", "--force"]),
        pods("pods-refused", t("after three refusals", "三次被拒之后")),
      ],
    },
    {
      id: "drained",
      kind: "exercise",
      title: t("drain with all flags", "选项齐全的 drain"),
      after: "refusals",
      steps: [
        pod("write", t("Write a file into the emptyDir", "往 emptyDir 写一个文件"), "deployment/cache", [
          "sh",
          "-c",
          "echo here >/scratch/mark && ls -A /scratch",
        ]),
        watch("pod-watch", t("Watch the Pods", "监视 Pod"), [{ name: "pods", path: PODS }]),
        drain("drain-all", t("drain with all three flags", "带上全部三个选项的 drain"), NODE, OURS, [
          ...["--ignore-daemonsets", "--force", "--delete-emptydir-data", "--timeout=60s"],
        ]),
        waitFor(
          "web-again",
          t("The Deployment is complete again", "Deployment 恢复完整"),
          "deployment/web",
          "jsonpath={.status.availableReplicas}=2",
        ),
        waitFor(
          "cache-again",
          t("The one with an emptyDir too", "带 emptyDir 的也恢复"),
          "deployment/cache",
          "condition=Available",
        ),
        waitFor(
          "named-again",
          t("The StatefulSet's Pod is ready", "StatefulSet 的 Pod 就绪"),
          "statefulset/named",
          "jsonpath={.status.readyReplicas}=1",
        ),
        stop("pod-watch-end", t("End the watch", "结束监视"), "pod-watch"),
        pods("pods-drained", t("after the drain", "drain 之后")),
        onNode("pods-left", t("after the drain", "drain 之后")),
        pod("look", t("What is in the emptyDir now", "现在 emptyDir 里有什么"), "deployment/cache", [
          "ls",
          "-A",
          "/scratch",
        ]),
      ],
    },
    {
      id: "uncordon",
      kind: "normal",
      title: t("uncordon", "uncordon"),
      after: "drained",
      steps: [
        kubectl("uncordon-node", t("Uncordon the node", "对节点执行 uncordon"), ["uncordon", NODE]),
        pause("fifteen-seconds", t("Time for anything to move back", "留时间，看是否有东西搬回"), 15),
        nodeObject("node-uncordoned"),
        pods("pods-later", t("15 s later", "15 秒后")),
        onNode("pods-on-node-later", t("15 s later", "15 秒后")),
      ],
    },
    {
      id: "budget",
      kind: "exercise",
      title: t("A budget that allows no eviction", "不允许驱逐的预算"),
      after: "uncordon",
      steps: [
        apply(
          "deploy-guarded",
          t("Three replicas and a budget of three", "三个副本，预算也是三个"),
          "manifests/guarded.yaml",
        ),
        waitFor(
          "guarded-there",
          t("All three are available", "三个都可用"),
          "deployment/guarded",
          "jsonpath={.status.availableReplicas}=3",
        ),
        waitFor(
          "budget-there",
          t("The budget has counted them", "预算已计入它们"),
          "pdb/guarded",
          "jsonpath={.status.currentHealthy}=3",
        ),
        api(
          "budget-object",
          t("The budget", "预算"),
          "/apis/policy/v1/namespaces/{{namespace}}/poddisruptionbudgets/guarded",
        ),
        api(
          "guarded-before",
          t("The three Pods, before", "三个 Pod：之前"),
          `${PODS}?labelSelector=app%3Dguarded`,
        ),
        drain(
          "drain-guarded",
          t("drain, for 25 s at most", "drain，至多 25 秒"),
          NODE,
          "app=guarded",
          ["--timeout=25s"],
          { expectExit: [1] },
        ),
        api(
          "guarded-after",
          t("The three Pods, after", "三个 Pod：之后"),
          `${PODS}?labelSelector=app%3Dguarded`,
        ),
        nodeObject("node-guarded"),
      ],
    },
  ],

  timelines: [
    {
      id: "drain",
      t0: "drain-all",
      from: ["pod-watch"],
      events: [
        { name: "web-marked", object: "^Pod/web-", change: "^deletion requested" },
        { name: "web-replaced", object: "^Pod/web-", change: "^created" },
        { name: "web-gone", object: "^Pod/web-", change: "^deleted$" },
        { name: "cache-marked", object: "^Pod/cache-", change: "^deletion requested" },
        { name: "cache-gone", object: "^Pod/cache-", change: "^deleted$" },
        { name: "named-marked", object: "^Pod/named-0$", change: "^deletion requested" },
        { name: "named-gone", object: "^Pod/named-0$", change: "^deleted$" },
        { name: "named-again", object: "^Pod/named-0$", change: "^recreated" },
        { name: "bare-gone", object: "^Pod/bare$", change: "^deleted$" },
        { name: "last-gone", object: "^Pod/", change: "^deleted$", nth: -1 },
      ],
    },
  ],

  observations: {
    "before.cordoned": read.jsonAll("nodes-before", "$.items[?@.spec.unschedulable == true].metadata.name"),
    "before.uids": read.jsonAll("pods-before", "$.items[*].metadata.uid"),
    "before.web-uids": read.jsonAll("pods-before", `${podOf("web")}.metadata.uid`),
    "before.agent": read.json("pods-before", `${podOf("agent")}.metadata.uid`),
    "before.named": read.json("pods-before", `${podOf("named")}.metadata.uid`),
    "cordoned.unschedulable": read.json("node-cordoned", "$.spec.unschedulable"),
    "cordoned.taints": read.jsonAll("node-cordoned", "$.spec.taints[*].key"),
    "cordoned.effects": read.jsonAll("node-cordoned", "$.spec.taints[*].effect"),
    "cordoned.uids": read.jsonAll(
      "pods-cordoned",
      "$.items[?@.metadata.labels.chapter == 'k08'].metadata.uid",
    ),
    "cordoned.web-on-node": read.jsonAll("pods-cordoned", `${podOf("web")}.metadata.uid`),
    "placed.phase": read.json("pods-cordoned", `${podOf("placed")}.status.phase`),
    "node.name": read.json("node-cordoned", "$.metadata.name"),
    "scaled.uids": read.jsonAll("pods-scaled", "$.items[*].metadata.uid"),

    "plain.said": read.text("drain-plain", { stream: "stderr" }),
    "ignore.refusals": refusals("drain-ignore"),
    "force.refusals": refusals("drain-force"),
    "refused.uids": read.jsonAll("pods-refused", "$.items[*].metadata.uid"),

    "drain.time": read.duration("drain-all"),
    "drain.last-gone": { ...read.moment("drain", "last-gone"), unit: "ms" },
    "web.marked": read.moment("drain", "web-marked"),
    "web.replaced": read.moment("drain", "web-replaced"),
    "web.gone": read.moment("drain", "web-gone"),
    "cache.gone": read.moment("drain", "cache-gone"),
    "named.gone": read.moment("drain", "named-gone"),
    "named.again": read.moment("drain", "named-again"),
    "bare.gone": read.moment("drain", "bare-gone"),
    "drained.uids": read.jsonAll("pods-drained", "$.items[*].metadata.uid"),
    "drained.agent": read.json("pods-drained", `${podOf("agent")}.metadata.uid`),
    "drained.bare": read.jsonAll("pods-drained", `${podOf("bare")}.metadata.uid`),
    "drained.named": read.json("pods-drained", `${podOf("named")}.metadata.uid`),
    "drained.named-node": read.json("pods-drained", `${podOf("named")}.spec.nodeName`),
    "drained.on-node": read.jsonAll("pods-left", "$.items[*].metadata.labels.app"),
    "cache.files-before": read.lines("write", "\\S"),
    "cache.files-after": read.lines("look", "\\S"),

    "uncordoned.taints": read.jsonAll("node-uncordoned", "$.spec.taints[*].key"),
    "later.uids": read.jsonAll("pods-later", "$.items[*].metadata.uid"),
    "later.on-node": read.jsonAll("pods-on-node-later", "$.items[*].metadata.labels.app"),

    "budget.allowed": read.json("budget-object", "$.status.disruptionsAllowed"),
    "budget.said": read.text("drain-guarded", { stream: "stderr" }),
    "budget.retry-seconds": read.number("drain-guarded", "will retry after (\\d+)s", {
      stream: "stderr",
      unit: "s",
    }),
    "budget.retries": read.lines("drain-guarded", "will retry after", { stream: "stderr" }),
    "budget.tries-a-pod": read.derived("ratio", ["budget.retries", "budget.pods"]),
    "budget.pods": read.json("budget-object", "$.status.expectedPods"),
    "budget.time": read.duration("drain-guarded"),
    "budget.unschedulable": read.json("node-guarded", "$.spec.unschedulable"),
    "guarded.before": read.jsonAll("guarded-before", "$.items[*].metadata.uid"),
    "guarded.after": read.jsonAll("guarded-after", "$.items[*].metadata.uid"),
  },

  limits: [
    t(
      "What a drain of the whole node evicts: a selector kept it to the lab's own Pods, so that the cluster's stay where they are.",
      "不能推断对整个节点执行 drain 会驱逐什么：这里用选择器限定在本实验的 Pod，集群自己的 Pod 原地不动。",
    ),
    t(
      "That the Pods go to a certain node: they go to any node that the scheduler finds fit, and here there was one.",
      "不能得出 Pod 会去某个特定节点：它们去调度器认为合适的任一节点，而这里恰好只有一个。",
    ),
    t(
      "That a drain takes three seconds: it takes as long as the slowest Pod's end, and for ever with a budget that is exhausted.",
      "不能得出 drain 需要三秒：它取决于最慢的 Pod 何时结束；预算耗尽时会一直等下去。",
    ),
    t(
      "When each retry was sent: kubectl prints its wait of 5 s and one line a try, without a time; the length of the whole command bounds them.",
      "不能得知每次重试的确切时刻：kubectl 只打印等待 5 秒与每次一行，没有时间；整条命令的时长给出界限。",
    ),
    t(
      "That 15 s without a move mean never: that nothing moves back follows from there being no component that moves running Pods.",
      "15 秒没有搬回并不等于永远不会：不搬回的原因是没有组件负责搬动运行中的 Pod。",
    ),
  ],

  table: [
    {
      see: t("drain says that it cannot delete", "drain 说无法删除"),
      look: t(
        "the reason and the flag in its own message; nothing was evicted yet",
        "它自己消息中的理由与选项；此时尚未驱逐任何 Pod",
      ),
    },
    {
      see: t("drain repeats „will retry after 5s“", "drain 反复打印“will retry after 5s”"),
      look: t("the budgets that select the Pod: disruptionsAllowed", "选中该 Pod 的预算：disruptionsAllowed"),
    },
    {
      see: t("A node takes no Pods, long after a drain failed", "drain 失败很久之后，节点仍不接收 Pod"),
      look: t(
        "spec.unschedulable: a failed drain leaves the cordon",
        "spec.unschedulable：失败的 drain 会留下 cordon",
      ),
    },
  ],

  exercises: [
    {
      id: "1",
      case: "drained",
      task: t(
        "For each of five Pods (Deployment, Deployment with emptyDir, StatefulSet, DaemonSet, bare) predict what the drain does to it: where it is afterwards, under which name and UID, and whether the new one is made before the old one is gone.",
        "对五种 Pod（Deployment、带 emptyDir 的 Deployment、StatefulSet、DaemonSet、裸 Pod）分别预测 drain 会怎样：之后在哪里、名字与 UID 如何、新的是否在旧的消失之前创建。",
      ),
      predictions: [
        "drain-time",
        "drain-waits",
        "left-on-node",
        "agent-same",
        "bare-gone",
        "web-first",
        "named-last",
        "named-uid",
        "named-node",
        "emptydir-lost",
      ],
      cannotConclude: t(
        "That a Pod of the same name is the Pod that was drained: whoever waits for the name named-0 to vanish may wait for ever, as the next one takes it at once. Gone means that the UID is gone.",
        "不能认为同名 Pod 就是被驱逐的那个：等名字 named-0 消失的人可能永远等下去，因为下一个立刻占用它。“消失”指的是 UID 消失。",
      ),
    },
    {
      id: "2",
      case: "budget",
      task: t(
        "Three replicas, minAvailable 3. Predict what a drain with a timeout of 25 s does: its message, how often it tries, its exit, and in which state it leaves the node and the Pods.",
        "三个副本，minAvailable 为 3。预测超时 25 秒的 drain 会怎样：消息、重试次数、退出码，以及它把节点与 Pod 留在什么状态。",
      ),
      predictions: [
        "budget-full",
        "budget-message",
        "budget-retry",
        "budget-tries",
        "budget-timeout",
        "budget-cordon-kept",
        "budget-same",
      ],
      cannotConclude: t(
        "That a budget protects Pods in every case: it speaks to the eviction API only; a delete, a taint that evicts or a node that dies does not ask it.",
        "不能得出预算总能保护 Pod：它只约束驱逐 API；直接删除、触发驱逐的污点、节点宕机都不会征求它。",
      ),
    },
  ],
});

/** The reasons that a drain gives for its refusal. kubectl says each once more when it ends: that time is left out. */
function refusals(step: string) {
  return read.matchAll(step, "(?:\\[|, |error: )(cannot delete [^(]*?) \\(", { stream: "stderr" });
}
