import { t } from "../vocabulary/index.js";
import type { Exercise, Lab } from "../vocabulary/lab.js";

export const limits: Lab["limits"] = [
  t(
    "That one shim serves one Pod everywhere: it was seen for this runtime version and its grouping of tasks.",
    "不能得出“一个 shim 就是一个 Pod”：这只是在该运行时版本及其 task 分组方式下看到的。",
  ),
  t(
    "That crictl restarted anything: it told the runtime to stop, and kubelet, which found the container ended, made a new one.",
    "不能得出是 crictl 重启了容器：它只让运行时停止，kubelet 发现容器结束后新建了一个。",
  ),
  t(
    "That a restart always comes so soon: the moment within kubelet's one-second round and the machine's other work decide, so one figure such as 0.7 s would mislead; and from the second on the back-off decides.",
    "不能得出重启总是这么快：取决于落在 kubelet 一秒周期的哪一刻以及机器的忙闲，0.7 秒这样的单个数字会误导；从第二次起由退避决定。",
  ),
  t(
    "That the limits were enforced: the values in the cgroup were read, nothing was made to reach them.",
    "不能得出上限确实生效：只读取了 cgroup 中的值，没有让容器触及它们。",
  ),
  t(
    "That containerd's namespace k8s.io has to do with a Kubernetes Namespace, or with a kernel namespace: the three share a word.",
    "containerd 的命名空间 k8s.io 与 Kubernetes Namespace、内核命名空间无关：三者只是同名。",
  ),
];

export const table: Lab["table"] = [
  {
    see: t("ctr shows nothing although Pods run", "Pod 在运行，ctr 却什么也没有"),
    look: t("ctr's namespace: -n k8s.io", "ctr 的命名空间：-n k8s.io"),
  },
  {
    see: t("ctr shows more containers than crictl ps", "ctr 的容器比 crictl ps 多"),
    look: t(
      "crictl pods (sandboxes), and -a for those that ended",
      "crictl pods（沙箱），以及用 -a 看已结束的",
    ),
  },
  {
    see: t("A container that was stopped by hand is running again", "手工停止的容器又在运行"),
    look: t("its ID and restart count: it is another container", "它的 ID 与重启次数：已是另一个容器"),
  },
  {
    see: t("The log before the restart is gone from kubectl logs", "kubectl logs 里没有重启前的日志"),
    look: t(
      "kubectl logs --previous, or N.log in /var/log/pods",
      "kubectl logs --previous，或 /var/log/pods 中的 N.log",
    ),
  },
];

export const exercises: Exercise[] = [
  {
    id: "1",
    case: "stopped",
    task: t(
      "Predict what crictl stop changes and what it leaves: container ID, PID, restart count, sandbox, Pod UID, address, log file; and how long the container is away. Stop six and compare.",
      "预测 crictl stop 改变什么、保留什么：容器 ID、PID、重启次数、沙箱、Pod UID、地址、日志文件；容器消失多久。停止六个并比较。",
    ),
    predictions: [
      "restart-typical",
      "restart-longest",
      "restart-id",
      "restart-pid",
      "restart-count",
      "restart-sandbox",
      "restart-uid",
      "restart-ip",
      "restart-log",
    ],
    cannotConclude: t(
      "From the restart count alone it cannot be said who stopped the container: the app itself, the kernel, or somebody at the node.",
      "仅凭重启次数无法得知是谁停止了容器：应用自己、内核，还是节点上的某个人。",
    ),
  },
  {
    id: "2",
    case: "stopped-again",
    task: t(
      "Stop the same container a second time. Predict how long it is away now, and what the Pod's status says meanwhile.",
      "再次停止同一个容器。预测这次消失多久，其间 Pod 状态显示什么。",
    ),
    predictions: ["again-later", "again-back-off", "again-terminated", "again-event", "again-waiting"],
    cannotConclude: t(
      "From CrashLoopBackOff it cannot be concluded that the program crashes: here a healthy one was stopped twice from outside.",
      "由 CrashLoopBackOff 不能得出程序在崩溃：这里是一个正常的程序被从外部停了两次。",
    ),
  },
];
