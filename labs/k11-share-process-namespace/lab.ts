import {
  apply,
  before,
  between,
  chain,
  changed,
  contains,
  count,
  defineLab,
  differentNamespace,
  equals,
  kubectl,
  matches,
  node,
  pod,
  predict,
  probeImage,
  read,
  sameNamespace,
  t,
  unchanged,
  until,
  waitFor,
} from "../vocabulary/index.js";
import { orphans } from "./orphans.js";

/** A shell line in one container of a Pod. */
const inside = (id: string, en: string, zh: string, name: string, container: string, line: string) =>
  pod(id, t(en, zh), name, ["sh", "-c", line], { container, expectExit: "any" });

const restarted = (id: string, name: string) =>
  until(
    id,
    t("Until kubelet started the app again", "等待 kubelet 再次启动应用"),
    kubectl(`${id}-state`, t("Restarts and state of the app", "应用的重启次数与状态"), [
      ...["get", "pod", name, "-o"],
      "jsonpath={range .status.containerStatuses[?(@.name=='app')]}{.restartCount} {.state}{end}",
    ]),
    '^[1-9]\\d* \\{"running"',
  );

// the command lines: a program may rename itself in `comm`
const COMMANDS = "for f in /proc/[0-9]*/cmdline; do tr '\\0' ' ' <$f && echo; done";
const APP = "{{shared/container.app.pid.container}}";

export default defineLab({
  id: "k11",
  title: t(
    "shareProcessNamespace: containers that see each other",
    "shareProcessNamespace：容器之间互相看到进程",
  ),
  question: t(
    "What changes for the containers of a Pod when they share one pid namespace: what do they see, reach and collect, and who is PID 1?",
    "Pod 的容器共享一个 pid 命名空间后，有什么变化：能看到什么、够得着什么、谁回收子进程、谁是 1 号进程？",
  ),
  environment: "kind",
  needs: ["docker", "kubectl", "cluster", "workers>=2", "nodes-ready", "crictl", "ctr"],
  exclusive: false,

  predictions: [
    predict(
      "shared-pid-ns",
      "shared",
      t("All containers and the sandbox are in one pid namespace", "所有容器与沙箱处于同一个 pid 命名空间"),
      sameNamespace("pid", "shared/container.app", "shared/container.peer", "shared/sandbox"),
    ),
    predict(
      "shared-mnt",
      "shared",
      t("Their mount namespaces stay apart", "挂载命名空间仍然各自独立"),
      differentNamespace("mnt", "shared/container.app", "shared/container.peer"),
    ),
    predict(
      "pid-one-is-pause",
      "shared",
      t("PID 1 is the sandbox's process, /pause", "1 号进程是沙箱进程 /pause"),
      matches("shared.pid-one", /^\/pause/),
      {
        because: t("the sandbox's process made the namespace", "该命名空间由沙箱进程建立"),
        reference: {
          value: "/pause",
          note: t("command line of PID 1, seen from a container", "从容器中看到的 1 号进程命令行"),
        },
      },
    ),
    predict(
      "app-not-one",
      "shared",
      t("The app is not PID 1", "应用不是 1 号进程"),
      between("shared/container.app.pid.container", 2, undefined),
      {
        because: t("number 1 is taken by the sandbox's process", "1 号已被沙箱进程占用"),
        reference: {
          value: 7,
          note: t(
            "the number depends on what the runtime started before; only that it is not 1 is predicted",
            "这个数取决于运行时先启动了什么；只预测它不是 1",
          ),
        },
      },
    ),
    predict(
      "sees-app",
      "shared",
      t("The other container sees the app's process", "另一个容器看得到应用的进程"),
      contains("shared.peer.sees", "node"),
    ),
    predict(
      "reads-files",
      "shared",
      t(
        "Through /proc/<PID>/root it reads a file of the app's own file system",
        "通过 /proc/<PID>/root 能读到应用自己文件系统中的文件",
      ),
      equals("shared.peer.file", "text-of-the-app"),
      {
        because: t(
          "both run as the same user with the same capabilities, and the kernel asks for no more",
          "两者用户与 capability 相同，内核不再要求别的",
        ),
      },
    ),
    predict(
      "reads-environment",
      "shared",
      t("… and the app's environment", "……以及应用的环境变量"),
      equals("shared.peer.environment", "seen-from-outside"),
    ),
    predict(
      "pause-survives-kill",
      "shared",
      t(
        "SIGKILL to PID 1 from inside its own pid namespace does nothing",
        "在同一 pid 命名空间内向 1 号进程发 SIGKILL 不起作用",
      ),
      matches("shared.pid-one.after-kill", /^\/pause/),
      {
        because: t(
          "the kernel protects the first process of a namespace from it",
          "内核保护命名空间的首个进程",
        ),
      },
    ),

    predict(
      "separate-pid-ns",
      "separate",
      t(
        "By default each container has a pid namespace of its own",
        "默认情况下每个容器有自己的 pid 命名空间",
      ),
      differentNamespace("pid", "separate/container.app", "separate/container.peer"),
    ),
    predict(
      "separate-net",
      "separate",
      t("… although they share the network namespace", "……尽管共享网络命名空间"),
      sameNamespace("net", "separate/container.app", "separate/container.peer", "separate/sandbox"),
    ),
    predict(
      "separate-one",
      "separate",
      t("By default the app is PID 1", "默认情况下应用就是 1 号进程"),
      equals("separate/container.app.pid.container", 1),
    ),
    predict(
      "separate-not-seen",
      "separate",
      t("The other container sees no process of the app", "另一个容器看不到应用的进程"),
      count("separate.peer.sees-node", 0),
    ),
    predict(
      "separate-no-reach",
      "separate",
      t("… and reaches no file of it", "……也够不着它的文件"),
      matches("separate.peer.file-refused", /No such file/),
    ),
    predict(
      "separate-kill-self",
      "separate",
      t("SIGKILL from inside to PID 1 leaves the app running", "从内部向 1 号进程发 SIGKILL，应用照常运行"),
      equals("separate.restarts-after-kill", 0),
      { because: t("here the app is the first process of its namespace", "此时应用是其命名空间的首个进程") },
    ),

    predict(
      "orphans-separate",
      "orphans",
      t(
        "By default five orphans become five zombies: the app is PID 1 and does not collect them",
        "默认情况下五个孤儿进程变成五个僵尸：应用是 1 号进程，却不回收它们",
      ),
      equals("separate.zombies", 5),
      {
        because: t(
          "orphans go to PID 1 of their namespace, and Node.js waits only for children that it started",
          "孤儿归本命名空间的 1 号进程，而 Node.js 只等待自己启动的子进程",
        ),
        reference: { value: 5, note: t("zombies in the default Pod", "默认 Pod 中的僵尸数") },
      },
    ),
    predict(
      "orphans-shared",
      "orphans",
      t("Shared, /pause collects them: no zombie is left", "共享时由 /pause 回收：没有僵尸"),
      equals("shared.zombies", 0),
      { reference: { value: 0, note: t("zombies in the shared Pod", "共享 Pod 中的僵尸数") } },
    ),

    predict(
      "kill-from-peer",
      "restart",
      t("The other container ends the app: exit code 137", "另一个容器结束了应用：退出码 137"),
      equals("shared.last-exit", 137),
      { because: t("128 + 9: SIGKILL, and the app is not PID 1", "128 + 9：SIGKILL，而应用不是 1 号进程") },
    ),
    predict(
      "restart-pid-grows",
      "restart",
      t("Shared, the app's next PID is a higher one", "共享时，应用重启后的 PID 更大"),
      before("shared/container.app.pid.container", "shared-again/container.app.pid.container"),
      {
        because: t(
          "the namespace lives on with the sandbox and counts on",
          "命名空间随沙箱继续存在，编号接着往上数",
        ),
        reference: {
          value: "7 → 62",
          note: t("PID of the app before and after its restart", "应用重启前后的 PID"),
        },
      },
    ),
    predict(
      "restart-pid-same",
      "restart",
      t("By default it is 1 before and after", "默认情况下前后都是 1"),
      unchanged("separate/container.app.pid.container", "separate-again/container.app.pid.container"),
    ),
    predict(
      "restart-ns-kept",
      "restart",
      t(
        "Shared, the restarted app is in the same pid namespace",
        "共享时，重启后的应用仍在同一个 pid 命名空间",
      ),
      unchanged("shared/container.app.ns.pid", "shared-again/container.app.ns.pid"),
    ),
    predict(
      "restart-sandbox-kept",
      "restart",
      t("The sandbox is the same in both Pods' restarts: shared …", "两个 Pod 重启应用时沙箱都不变：共享……"),
      unchanged("shared/sandbox.id", "shared-again/sandbox.id"),
    ),
    predict(
      "restart-sandbox-kept-separate",
      "restart",
      t("… and default", "……以及默认"),
      unchanged("separate/sandbox.id", "separate-again/sandbox.id"),
    ),
    predict(
      "restart-container",
      "restart",
      t("The container is another", "容器是另一个"),
      changed("shared/container.app.id", "shared-again/container.app.id"),
    ),

    predict(
      "guest-sees",
      "guest",
      t("A container of another user sees the app's process as well", "其他用户的容器同样看得到应用的进程"),
      contains("guest.sees", "node"),
    ),
    predict(
      "guest-environment",
      "guest",
      t("… but may not read its environment", "……但不能读它的环境变量"),
      matches("guest.environment", /Permission denied/),
    ),
    predict(
      "guest-files",
      "guest",
      t("… nor its files", "……也不能读它的文件"),
      matches("guest.file", /Permission denied/),
    ),
    predict(
      "guest-kill",
      "guest",
      t("… nor signal it", "……也不能向它发信号"),
      matches("guest.kill", /not permitted/),
    ),
  ],

  cases: [
    {
      id: "shared",
      kind: "normal",
      title: t("One pid namespace for the whole Pod", "整个 Pod 一个 pid 命名空间"),
      steps: [
        probeImage(),
        apply("deploy-shared", t("Deploy the Pod that shares", "部署共享的 Pod"), "manifests/shared.yaml"),
        waitFor("shared-ready", t("Until it is Ready", "等待 Ready"), "pod/shared", "condition=Ready"),
        chain("shared", t("The identity chain", "身份链"), "shared"),
        inside(
          "shared-one",
          "PID 1, seen by peer",
          "peer 看到的 1 号进程",
          "shared",
          "peer",
          "tr '\\0' ' ' </proc/1/cmdline",
        ),
        inside("shared-sees", "Processes that peer sees", "peer 看到的进程", "shared", "peer", COMMANDS),
        inside(
          "shared-file",
          "A file of the app, read by peer",
          "peer 读取应用的文件",
          "shared",
          "peer",
          `cat /proc/${APP}/root/only-in-app`,
        ),
        inside(
          "shared-environment",
          "The app's environment, read by peer",
          "peer 读取应用的环境变量",
          "shared",
          "peer",
          `tr '\\0' '\\n' </proc/${APP}/environ`,
        ),
        inside(
          "shared-kill-one",
          "peer sends SIGKILL to PID 1",
          "peer 向 1 号进程发 SIGKILL",
          "shared",
          "peer",
          "kill -KILL 1; sleep 1; tr '\\0' ' ' </proc/1/cmdline",
        ),
      ],
    },
    {
      id: "separate",
      kind: "normal",
      title: t("The default: one pid namespace a container", "默认：每个容器一个 pid 命名空间"),
      after: "shared",
      steps: [
        apply("deploy-separate", t("Deploy the default Pod", "部署默认的 Pod"), "manifests/separate.yaml"),
        waitFor("separate-ready", t("Until it is Ready", "等待 Ready"), "pod/separate", "condition=Ready"),
        chain("separate", t("The identity chain", "身份链"), "separate"),
        inside("separate-sees", "Processes that peer sees", "peer 看到的进程", "separate", "peer", COMMANDS),
        inside(
          "separate-file",
          "peer looks for the app's file in every root it can name",
          "peer 在叫得出的每个根目录里找应用的文件",
          "separate",
          "peer",
          "cat /proc/[0-9]*/root/only-in-app",
        ),
        inside(
          "separate-kill-one",
          "The app's own container sends SIGKILL to PID 1",
          "应用自己的容器向 1 号进程发 SIGKILL",
          "separate",
          "app",
          "kill -KILL 1; sleep 3",
        ),
        kubectl(
          "separate-restarts",
          t("Restarts of the app afterwards", "之后应用的重启次数"),
          [...["get", "pod", "separate", "-o", "json"]],
          { complete: { json: true } },
        ),
      ],
    },
    {
      id: "orphans",
      kind: "exercise",
      title: t("Five orphans in each Pod", "在每个 Pod 中产生五个孤儿进程"),
      after: "separate",
      steps: [orphans("separate"), orphans("shared")],
    },
    {
      id: "guest",
      kind: "negative",
      title: t("Seeing is not reaching: a container of another user", "看得到不等于够得着：其他用户的容器"),
      after: "shared",
      steps: [
        inside("guest-sees", "Processes that guest sees", "guest 看到的进程", "shared", "guest", COMMANDS),
        inside(
          "guest-environment",
          "guest reads the app's environment",
          "guest 读取应用的环境变量",
          "shared",
          "guest",
          `cat /proc/${APP}/environ`,
        ),
        inside(
          "guest-file",
          "guest reads a file of the app",
          "guest 读取应用的文件",
          "shared",
          "guest",
          `cat /proc/${APP}/root/only-in-app`,
        ),
        inside(
          "guest-kill",
          "guest signals the app",
          "guest 向应用发信号",
          "shared",
          "guest",
          `kill -KILL ${APP}`,
        ),
      ],
    },
    {
      id: "restart",
      kind: "exercise",
      title: t("The app ends and is started again", "应用结束后再次启动"),
      after: "orphans",
      steps: [
        inside(
          "shared-kill-app",
          "peer sends SIGKILL to the app",
          "peer 向应用发 SIGKILL",
          "shared",
          "peer",
          `kill -KILL ${APP}`,
        ),
        restarted("shared-restarted", "shared"),
        kubectl(
          "shared-state",
          t("What the API says about it", "API 对此的说法"),
          ["get", "pod", "shared", "-o", "json"],
          { complete: { json: true } },
        ),
        chain("shared-again", t("The identity chain afterwards", "之后的身份链"), "shared"),
        node(
          "separate-kill-app",
          t("From the node, SIGKILL to the default Pod's app", "从节点向默认 Pod 的应用发 SIGKILL"),
          "{{node.worker1}}",
          ["kill", "-KILL", "{{separate/container.app.pid.node}}"],
        ),
        restarted("separate-restarted", "separate"),
        chain("separate-again", t("The identity chain afterwards", "之后的身份链"), "separate"),
      ],
    },
  ],

  observations: {
    "shared.pid-one": read.text("shared-one"),
    "shared.peer.sees": read.matchAll("shared-sees", "^(\\S+) "),
    "shared.peer.file": read.match("shared-file", "^(.+)$"),
    "shared.peer.environment": read.match("shared-environment", "^ONLY_IN_APP=(.*)$"),
    "shared.pid-one.after-kill": read.text("shared-kill-one"),
    "separate.peer.sees": read.matchAll("separate-sees", "^(\\S+) "),
    "separate.peer.sees-node": read.lines("separate-sees", "^node "),
    "separate.peer.file-refused": read.text("separate-file", { stream: "stderr" }),
    "separate.restarts-after-kill": read.json(
      "separate-restarts",
      "$.status.containerStatuses[?@.name == 'app'].restartCount",
    ),
    "separate.zombies": read.lines("orphans-separate", "^State:\\s+Z"),
    "shared.zombies": read.lines("orphans-shared", "^State:\\s+Z"),
    "shared.last-exit": read.json(
      "shared-state",
      "$.status.containerStatuses[?@.name == 'app'].lastState.terminated.exitCode",
    ),
    "guest.sees": read.matchAll("guest-sees", "^(\\S+) "),
    "guest.environment": read.text("guest-environment", { stream: "stderr" }),
    "guest.file": read.text("guest-file", { stream: "stderr" }),
    "guest.kill": read.text("guest-kill", { stream: "stderr" }),
  },

  timelines: [],
  cleanup: [],

  limits: [
    t(
      "That containers of a default Pod are safe from each other: they share the network and the node's kernel, and only processes were looked at.",
      "不能得出默认 Pod 的容器之间互不影响：它们共享网络和节点内核，这里只看了进程。",
    ),
    t(
      "That another user protects a container: it was one user ID without capabilities. A container with SYS_PTRACE or KILL was not tried.",
      "不能得出换个用户就受到保护：这里只试了一个没有 capability 的用户 ID，没有试过带 SYS_PTRACE 或 KILL 的容器。",
    ),
    t(
      "Which PID an app gets: it depends on everything that was started in the namespace before, each kubectl exec included. Only its order was predicted; the reference numbers belong to another run.",
      "不能得出应用会得到哪个 PID：它取决于此前命名空间里启动过的一切，包括每次 kubectl exec。这里只预测大小关系；参考数值属于另一次运行。",
    ),
    t(
      "That every program leaves zombies as PID 1: shells and small init programs collect orphans; this app does not.",
      "不能得出任何程序作为 1 号进程都会留下僵尸：shell 和小型 init 程序会回收孤儿，这个应用不会。",
    ),
  ],

  table: [
    {
      see: t("zombies pile up in a container", "容器中僵尸进程越来越多"),
      look: t(
        "whether PID 1 there waits for children that it did not start",
        "那里的 1 号进程是否等待不是自己启动的子进程",
      ),
    },
    {
      see: t("a signal to PID 1 does nothing", "向 1 号进程发信号没有反应"),
      look: t(
        "whether it has a handler for it: without one the kernel drops it",
        "它是否有处理函数：没有时内核会丢弃该信号",
      ),
    },
    {
      see: t("ps in one container shows another's processes", "一个容器里的 ps 显示另一个容器的进程"),
      look: t(
        "spec.shareProcessNamespace, hostPID, and the ns/pid links",
        "spec.shareProcessNamespace、hostPID 以及 ns/pid 链接",
      ),
    },
  ],

  exercises: [
    {
      id: "1",
      case: "orphans",
      task: t(
        "Predict how many zombies five orphans leave in each Pod, and who their parent becomes; then observe.",
        "预测五个孤儿进程在每个 Pod 里留下多少僵尸、它们的父进程变成谁；然后观察。",
      ),
      predictions: ["orphans-separate", "orphans-shared"],
      cannotConclude: t(
        "That sharing is the cure: it also opens environment and files to the other containers.",
        "不能得出共享就是解决办法：它同时向其他容器敞开了环境变量和文件。",
      ),
    },
    {
      id: "2",
      case: "restart",
      task: t(
        "Predict the app's PID, container and pid namespace after a restart in each Pod; then let it be killed and observe.",
        "预测每个 Pod 中应用重启后的 PID、容器和 pid 命名空间；然后将其杀死并观察。",
      ),
      predictions: [
        "kill-from-peer",
        "restart-pid-grows",
        "restart-pid-same",
        "restart-ns-kept",
        "restart-container",
      ],
      cannotConclude: t(
        "Which container a PID belongs to, from the number alone: 1 stays 1 through a restart, and a higher number may be a helper's.",
        "不能单凭 PID 判断它属于哪个容器实例：重启前后都可能是 1，而更大的数也可能属于辅助进程。",
      ),
    },
  ],
});
