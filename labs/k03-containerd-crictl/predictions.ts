import {
  before,
  between,
  changed,
  contains,
  count,
  equals,
  matches,
  observed,
  predict,
  t,
  unchanged,
} from "../vocabulary/index.js";

/** The containers of the Pod that is stopped. */
export const NAMES = ["c1", "c2", "c3", "c4", "c5", "c6"];

export const predictions = [
  predict(
    "one-sandbox",
    "seen",
    t("CRI has one sandbox for the Pod", "CRI 中该 Pod 有一个沙箱"),
    count("cri.sandboxes", 1),
    { reference: { value: 1, note: t("1 sandbox", "1 个沙箱") } },
  ),
  predict("two-containers", "seen", t("… and two containers", "……和两个容器"), count("cri.containers", 2), {
    reference: { value: 2, note: t("2 containers", "2 个容器") },
  }),
  predict(
    "one-shim",
    "seen",
    t("Sandbox and both containers share one shim", "沙箱与两个容器共用一个 shim"),
    unchanged("pair/sandbox.shim", "pair/container.app.shim", "pair/container.side.shim"),
    {
      because: t(
        "this runtime groups the tasks of one sandbox under one shim",
        "该运行时把同一沙箱的 task 归到一个 shim 下",
      ),
      reference: {
        value: "one containerd-shim-runc-v2",
        note: t("1 sandbox + 2 containers share it", "1 个沙箱 + 2 个容器共用"),
      },
    },
  ),
  predict(
    "shim-count",
    "seen",
    t("ps shows one shim of that sandbox", "ps 显示该沙箱有一个 shim"),
    count("shim.pids", 1),
  ),
  predict(
    "shim-children",
    "seen",
    t("The shim has three children: pause and two containers", "shim 有三个子进程：pause 与两个容器"),
    count("shim.children", 3),
    { reference: { value: 3, note: t("1 sandbox + 2 containers", "1 个沙箱 + 2 个容器") } },
  ),
  predict(
    "shim-child-app",
    "seen",
    t("One of them is the process that CRI names for app", "其中之一就是 CRI 所说的 app 进程"),
    contains("shim.children", observed("pair/container.app.pid.node")),
  ),
  predict(
    "all-equal",
    "seen",
    t(
      "containerd's containers are CRI's containers and sandboxes together",
      "containerd 的容器数等于 CRI 的容器数加沙箱数",
    ),
    equals("all.ctr", observed("all.cri")),
    {
      because: t(
        "a sandbox is a container too for containerd; the numbers depend on what the node runs, their sum does not",
        "对 containerd 来说沙箱也是容器；数目取决于节点上运行什么，等式不变",
      ),
      reference: {
        value: "10 = 5 + 5",
        note: t("ctr's containers = containers + sandboxes", "ctr 的容器 = 容器 + 沙箱"),
      },
    },
  ),
  predict(
    "kind-app",
    "seen",
    t("A label tells them apart: app is a container", "标签区分二者：app 是 container"),
    equals("ctr.kind.app", "container"),
  ),
  predict(
    "kind-sandbox",
    "seen",
    t("… and the sandbox is a sandbox", "……沙箱是 sandbox"),
    equals("ctr.kind.sandbox", "sandbox"),
  ),
  predict(
    "runtime",
    "seen",
    t("The runtime is io.containerd.runc.v2", "运行时是 io.containerd.runc.v2"),
    equals("ctr.runtime", "io.containerd.runc.v2"),
    { reference: { value: "runc.v2", note: t("runtime", "运行时") } },
  ),
  predict(
    "runtime-cri",
    "seen",
    t("CRI and containerd name the same runtime", "CRI 与 containerd 给出同一个运行时"),
    equals("cri.runtime", observed("ctr.runtime")),
  ),
  predict(
    "snapshotter",
    "seen",
    t("The snapshotter is overlayfs", "snapshotter 是 overlayfs"),
    equals("ctr.snapshotter", "overlayfs"),
    { reference: { value: "overlayfs", note: t("snapshotter", "snapshotter") } },
  ),
  predict(
    "snapshotter-cri",
    "seen",
    t("CRI and containerd name the same snapshotter", "CRI 与 containerd 给出同一个 snapshotter"),
    equals("cri.snapshotter", observed("ctr.snapshotter")),
  ),
  predict(
    "memory",
    "seen",
    t("64Mi is 67108864 bytes in the cgroup", "64Mi 在 cgroup 中是 67108864 字节"),
    equals("pair/container.app.memory.limit", 67_108_864),
    { reference: { value: "64Mi", note: t("memory limit as a cgroup value", "cgroup 中的内存上限") } },
  ),
  predict(
    "memory-spec",
    "seen",
    t("… and the same in the runtime's specification", "……在运行时规范中也相同"),
    equals("cri.memory", observed("pair/container.app.memory.limit")),
  ),
  predict(
    "cpu",
    "seen",
    t(
      "100m CPU is a quota of a tenth of each period: 100 millicores",
      "100m CPU 即每个周期的十分之一：100 毫核",
    ),
    equals("pair/container.app.cpu.limit", 100),
    { reference: { value: "100m", note: t("CPU limit as a cgroup value", "cgroup 中的 CPU 上限") } },
  ),
  predict(
    "cpu-none",
    "seen",
    t("The container without limits has no quota", "没有上限的容器没有配额"),
    equals("pair/container.side.cpu.limit", "max"),
  ),
  predict(
    "log-path",
    "seen",
    t(
      "The log is a file of the Pod, the container and the start: …/app/0.log",
      "日志文件按 Pod、容器、启动次数命名：…/app/0.log",
    ),
    matches("log.path", /^\/var\/log\/pods\/[^/]+\/app\/0\.log$/),
    { reference: { value: "/var/log/pods/…/0.log", note: t("log file", "日志文件") } },
  ),
  predict(
    "log-uid",
    "seen",
    t("The path holds the Pod's UID", "路径中含有 Pod UID"),
    contains("log.path", observed("pair/pod.uid")),
  ),
  predict(
    "log-same",
    "seen",
    t(
      "crictl logs prints what the file holds, without time and stream",
      "crictl logs 打印文件内容，去掉时间与流名",
    ),
    equals("log.cri.first", observed("log.file.first")),
  ),
  predict(
    "log-link",
    "seen",
    t("The link in /var/log/containers leads to that file", "/var/log/containers 中的链接指向该文件"),
    equals("log.link", observed("log.path")),
  ),

  predict(
    "namespace-k8s",
    "wrong-namespace",
    t("containerd has a namespace k8s.io", "containerd 有一个命名空间 k8s.io"),
    contains("ctr.namespaces", "k8s.io"),
  ),
  predict(
    "namespace-default",
    "wrong-namespace",
    t("Without -n k8s.io ctr shows no container at all", "不带 -n k8s.io，ctr 一个容器也不显示"),
    count("ctr.default", 0),
  ),
  predict(
    "namespace-labbook",
    "wrong-namespace",
    t("A Kubernetes Namespace is not one of containerd's", "Kubernetes Namespace 不是 containerd 的命名空间"),
    count("ctr.labbook", 0),
  ),

  predict(
    "restart-typical",
    "stopped",
    t(
      "A stopped container is started again within 1.5 s (median of six)",
      "被停止的容器在 1.5 秒内重新启动（六次的中位数）",
    ),
    between("restart.median", 0, 1.5, "s"),
    {
      because: t(
        "kubelet looks at the runtime once a second and delays no first restart; so the wait is up to a second, and reading the state and starting come on top, more on a busy machine",
        "kubelet 每秒查看一次运行时，首次重启不延迟；因此最多等一秒，再加上读取状态与启动的时间，机器忙时更久",
      ),
      reference: { value: 0.7, unit: "s", note: t("restarted within 0.7 s", "0.7 秒内重启") },
    },
  ),
  predict(
    "restart-longest",
    "stopped",
    t("… and none takes more than 3 s", "……且没有一次超过 3 秒"),
    between("restart.max", 0, 3, "s"),
    { reference: { value: 0.7, unit: "s", note: t("restarted within 0.7 s", "0.7 秒内重启") } },
  ),
  predict(
    "restart-id",
    "stopped",
    t("The container has another ID", "容器 ID 变了"),
    changed("before/container.c1.id", "after/container.c1.id"),
  ),
  predict(
    "restart-pid",
    "stopped",
    t("… and another PID on the node", "……节点上的 PID 也变了"),
    changed("before/container.c1.pid.node", "after/container.c1.pid.node"),
  ),
  predict(
    "restart-count",
    "stopped",
    t("The restart count is 1", "重启次数为 1"),
    equals("after/container.c1.restarts", 1),
  ),
  predict(
    "restart-sandbox",
    "stopped",
    t("The sandbox is the same", "沙箱不变"),
    unchanged("before/sandbox.id", "after/sandbox.id"),
  ),
  predict(
    "restart-uid",
    "stopped",
    t("… and the Pod's UID", "……Pod UID 不变"),
    unchanged("before/pod.uid", "after/pod.uid"),
  ),
  predict(
    "restart-ip",
    "stopped",
    t("… and its address", "……地址不变"),
    unchanged("before/network.podIPs", "after/network.podIPs"),
    { because: t("the address belongs to the sandbox", "地址属于沙箱") },
  ),
  predict(
    "restart-log",
    "stopped",
    t("The second start has a log file of its own: 1.log", "第二次启动有自己的日志文件：1.log"),
    contains("logs.c1", "1.log"),
  ),

  predict(
    "again-later",
    "stopped-again",
    t("The second restart takes longer than the longest first one", "第二次重启比最长的首次重启还久"),
    before("restart.max", "again.restart"),
  ),
  predict(
    "again-back-off",
    "stopped-again",
    t("It is held back: between 9 and 30 s", "它被推迟：9 到 30 秒"),
    between("again.restart", 9, 30, "s"),
    {
      because: t(
        "the back-off begins with 10 s and is counted from the container's end, which comes up to a second or two after the command; it ends when kubelet looks at the Pod again",
        "退避从 10 秒开始，自容器结束算起，而容器在命令发出后一两秒内才结束；到 kubelet 再次处理该 Pod 时退避才结束",
      ),
    },
  ),
  predict(
    "again-terminated",
    "stopped-again",
    t("Meanwhile the Pod's status says that the container ended", "其间 Pod 状态说容器已结束"),
    between("again.terminated", 0, 5, "s"),
    { because: t("seen by watch, at the moment of its arrival", "由 watch 看到，取到达时刻") },
  ),
  predict(
    "again-event",
    "stopped-again",
    t("… and an event BackOff says why it is not started", "……BackOff 事件说明为何不启动"),
    between("again.event", 0, 5, "s"),
  ),
  predict(
    "again-waiting",
    "stopped-again",
    t("The status CrashLoopBackOff comes only after that event", "CrashLoopBackOff 状态在该事件之后才出现"),
    before("again.event", "again.back-off"),
    {
      because: t(
        "kubelet writes the status at the beginning of a round, and decides to hold the container back later in it: the word is told in the next round, when the back-off is almost over",
        "kubelet 在一轮开始时写状态，随后才决定推迟启动；这个词到下一轮才写出，那时退避已快结束",
      ),
    },
  ),
];
