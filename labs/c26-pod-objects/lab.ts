import {
  absent,
  api,
  apply,
  before,
  chain,
  changed,
  contains,
  count,
  defineLab,
  differentNamespace,
  equals,
  inCIDR,
  kubectl,
  matches,
  node,
  observed,
  predict,
  probeImage,
  read,
  sameNamespace,
  t,
  unchanged,
  until,
  waitFor,
} from "../vocabulary/index.js";
import { breakNetworkPlugin } from "./break-network-plugin.js";

const APP = { container: "app", port: 8080 };
const events = (id: string, pod: string) =>
  kubectl(
    id,
    t(`Events of Pod ${pod}`, `Pod ${pod} 的事件`),
    [...["get", "events", "--field-selector", `involvedObject.name=${pod}`, "-o", "json"]],
    { complete: { json: true } },
  );

export default defineLab({
  id: "c26",
  title: t("What a Pod becomes on its node", "Pod 到达节点后变成哪些对象"),
  question: t(
    "A Pod is one object in the API. Which objects does it become on its node, and how is each of them proven to belong to it?",
    "在 API 里，Pod 是一个对象。到了节点上，它变成哪些对象？怎样证明其中每一个都属于它？",
  ),
  environment: "kind",
  needs: ["docker", "kubectl", "cluster", "workers>=2", "nodes-ready", "crictl", "ctr"],
  exclusive: true,

  predictions: [
    predict(
      "uid-cri",
      "normal",
      t("The sandbox carries the Pod's UID", "沙箱带有该 Pod 的 UID"),
      equals("normal/sandbox.podUid", observed("normal/pod.uid")),
    ),
    predict(
      "uid-app",
      "normal",
      t("The app answers with the same UID", "应用返回同一个 UID"),
      equals("normal/app.identity.podUid", observed("normal/pod.uid")),
      {
        because: t(
          "the downward API hands metadata.uid to the container",
          "downward API 把 metadata.uid 交给容器",
        ),
      },
    ),
    predict(
      "uid-cgroup",
      "normal",
      t("The cgroup path of its process names the UID", "其进程的 cgroup 路径中含有该 UID"),
      equals("normal/container.app.cgroup.podUid", observed("normal/pod.uid")),
    ),
    predict(
      "sandbox-ready",
      "normal",
      t("There is one READY sandbox", "有一个 READY 状态的沙箱"),
      equals("normal/sandbox.state", "SANDBOX_READY"),
    ),
    predict(
      "pid-levels",
      "normal",
      t(
        "One process, three PIDs: in the container, on the node, on the VM",
        "同一个进程有三个 PID：容器内、节点上、虚拟机上",
      ),
      changed(
        "normal/container.app.pid.container",
        "normal/container.app.pid.node",
        "normal/container.app.pid.vm",
      ),
    ),
    predict(
      "pid-one",
      "normal",
      t("In its container the app is PID 1", "在容器里，应用是 1 号进程"),
      equals("normal/container.app.pid.container", 1),
    ),
    predict(
      "shared-net",
      "normal",
      t("The app shares the sandbox's network namespace", "应用与沙箱共享网络命名空间"),
      sameNamespace("net", "normal/container.app", "normal/sandbox"),
    ),
    predict(
      "shared-ipc",
      "normal",
      t("… and its ipc namespace", "……共享 ipc 命名空间"),
      sameNamespace("ipc", "normal/container.app", "normal/sandbox"),
    ),
    predict(
      "shared-uts",
      "normal",
      t("… and its uts namespace", "……共享 uts 命名空间"),
      sameNamespace("uts", "normal/container.app", "normal/sandbox"),
    ),
    predict(
      "own-pid",
      "normal",
      t("It has a pid namespace of its own", "它有自己的 pid 命名空间"),
      differentNamespace("pid", "normal/container.app", "normal/sandbox"),
    ),
    predict(
      "own-mnt",
      "normal",
      t("… and a mount namespace of its own", "……有自己的挂载命名空间"),
      differentNamespace("mnt", "normal/container.app", "normal/sandbox"),
    ),
    predict(
      "memory-limit",
      "normal",
      t(
        "The memory limit of the spec is the cgroup's limit: 128 MiB",
        "spec 中的内存上限就是 cgroup 的上限：128 MiB",
      ),
      equals("normal/container.app.memory.limit", 134217728),
    ),
    predict(
      "cpu-limit",
      "normal",
      t(
        "The CPU limit of 200m is the cgroup's quota: 200 millicores",
        "200m 的 CPU 上限就是 cgroup 的配额：200 毫核",
      ),
      equals("normal/container.app.cpu.limit", 200),
    ),
    predict(
      "pod-ip",
      "normal",
      t(
        "Each of the Pod's addresses lies in a podCIDR of its node",
        "Pod 的每个地址都位于其节点的某个 podCIDR 中",
      ),
      inCIDR("normal/network.podIPs", observed("node.podCIDRs")),
    ),
    predict(
      "image-digest",
      "normal",
      t(
        "The digest in the spec is the manifest digest that the node knows",
        "spec 中的摘要就是节点所知的 manifest 摘要",
      ),
      equals("normal/container.app.image.manifestDigest", observed("image.manifest")),
    ),
    predict(
      "image-config",
      "normal",
      t(
        "The image ID in the status is the config digest, another digest",
        "status 中的 image ID 是 config 摘要，另一个摘要",
      ),
      equals("normal/container.app.image.configDigest", observed("image.config")),
    ),
    predict(
      "one-shim",
      "normal",
      t("One shim serves the sandbox and the container", "一个 shim 同时服务沙箱和容器"),
      unchanged("normal/container.app.shim", "normal/sandbox.shim"),
      {
        because: t(
          "the runtime groups tasks by sandbox; that is a version's habit, not a law",
          "运行时按沙箱给 task 分组；这是版本的做法，不是定律",
        ),
      },
    ),

    predict(
      "exec-sandbox",
      "missing-entrypoint",
      t("The sandbox is READY although the program cannot be started", "程序启动不了，沙箱却是 READY"),
      equals("broken/sandbox.state", "SANDBOX_READY"),
    ),
    predict(
      "exec-no-pid",
      "missing-entrypoint",
      t("The container has no process", "容器没有进程"),
      absent("broken/container.app.pid.node"),
    ),
    predict(
      "exec-exit",
      "missing-entrypoint",
      t(
        "CRI reports exit code 128 for a container that never started",
        "对从未启动的容器，CRI 报告退出码 128",
      ),
      equals("broken/container.app.exitCode", 128),
    ),
    predict(
      "exec-reason",
      "missing-entrypoint",
      t("… with the reason StartError", "……原因是 StartError"),
      equals("broken/container.app.reason", "StartError"),
    ),
    predict(
      "exec-image-stage",
      "missing-entrypoint",
      t("The image stage succeeded: an event Pulled", "镜像阶段成功：有 Pulled 事件"),
      contains("exec.reasons", "Pulled"),
    ),
    predict(
      "exec-app-stage",
      "missing-entrypoint",
      t("The application stage failed: an event Failed", "应用阶段失败：有 Failed 事件"),
      contains("exec.reasons", "Failed"),
    ),
    predict(
      "exec-no-sandbox-event",
      "missing-entrypoint",
      t("No event blames the sandbox", "没有事件指向沙箱"),
      count("exec.sandbox-failures", 0),
    ),
    predict(
      "exec-message",
      "missing-entrypoint",
      t("The message is the runtime's: no such file", "消息来自运行时：没有该文件"),
      matches("exec.message", /no such file or directory/),
    ),

    predict(
      "again-uid",
      "recreated",
      t("A Pod of the same name has another UID", "同名 Pod 的 UID 不同"),
      changed("normal/pod.uid", "again/pod.uid"),
    ),
    predict(
      "again-sandbox",
      "recreated",
      t("… another sandbox", "……沙箱不同"),
      changed("normal/sandbox.id", "again/sandbox.id"),
    ),
    predict(
      "again-container",
      "recreated",
      t("… another container", "……容器不同"),
      changed("normal/container.app.id", "again/container.app.id"),
    ),
    predict(
      "again-pid",
      "recreated",
      t("… another PID on the node", "……节点上的 PID 不同"),
      changed("normal/container.app.pid.node", "again/container.app.pid.node"),
    ),
    predict(
      "again-name",
      "recreated",
      t("The name is the same", "名字不变"),
      unchanged("normal/pod.name", "again/pod.name"),
    ),
    predict(
      "again-digest",
      "recreated",
      t("The image digest is the same", "镜像摘要不变"),
      unchanged("normal/container.app.image.manifestDigest", "again/container.app.image.manifestDigest"),
    ),
    predict(
      "again-pid-inside",
      "recreated",
      t("PID 1 inside is the same number, and proves nothing", "容器内仍是 1 号进程，但这什么也证明不了"),
      unchanged("normal/container.app.pid.container", "again/container.app.pid.container"),
    ),
    predict(
      "again-starts",
      "recreated",
      t("The new process started after the old one", "新进程的启动时间晚于旧进程"),
      before("normal/container.app.startTicks", "again/container.app.startTicks"),
    ),

    predict(
      "cni-event",
      "no-network",
      t(
        "kubelet's event names the sandbox: FailedCreatePodSandBox",
        "kubelet 的事件指向沙箱：FailedCreatePodSandBox",
      ),
      contains("cni.reasons", "FailedCreatePodSandBox"),
    ),
    predict(
      "cni-message",
      "no-network",
      t("Its message names the plugin that failed", "消息里写明了失败的插件"),
      matches("cni.message", /labbook-absent/),
    ),
    predict(
      "cni-no-pull",
      "no-network",
      t("No image event: the sandbox comes first", "没有镜像事件：沙箱在前"),
      count("cni.image-events", 0),
    ),
    predict(
      "cni-no-container",
      "no-network",
      t("CRI has no container for the Pod", "CRI 中没有该 Pod 的容器"),
      absent("no-network/container.app.id"),
    ),
    predict(
      "cni-no-ip",
      "no-network",
      t("The Pod has no address", "Pod 没有地址"),
      absent("no-network/network.podIP"),
    ),
  ],

  cases: [
    {
      id: "normal",
      kind: "normal",
      title: t("A Pod that runs", "正常运行的 Pod"),
      steps: [
        probeImage(),
        api("node-object", t("The node's object", "节点对象"), "/api/v1/nodes/{{node.worker1}}"),
        apply("deploy", t("Deploy the probe by its digest", "按摘要部署探针"), "manifests/probe.yaml"),
        waitFor("ready", t("Until it is Ready", "等待 Ready"), "pod/probe", "condition=Ready"),
        chain("normal", t("The identity chain", "身份链"), "probe", { identity: APP }),
        events("normal-events", "probe"),
      ],
    },
    {
      id: "recreated",
      kind: "exercise",
      title: t("Deleted and made again under the same name", "删除后以同名重建"),
      after: "normal",
      steps: [
        kubectl("delete", t("Delete the Pod", "删除 Pod"), ["delete", "pod", "probe", "--wait=true"], {
          timeoutSeconds: 60,
        }),
        apply("deploy-again", t("The same manifest again", "再次应用同一清单"), "manifests/probe.yaml"),
        waitFor("ready-again", t("Until it is Ready", "等待 Ready"), "pod/probe", "condition=Ready"),
        chain("again", t("The identity chain of the new Pod", "新 Pod 的身份链"), "probe", { identity: APP }),
      ],
    },
    {
      id: "missing-entrypoint",
      kind: "negative",
      title: t("The program does not exist", "入口程序不存在"),
      after: "normal",
      steps: [
        apply(
          "deploy-broken",
          t("Deploy a Pod whose command does not exist", "部署命令不存在的 Pod"),
          "manifests/missing-entrypoint.yaml",
        ),
        until(
          "restarted",
          t("Until kubelet tried again", "等待 kubelet 重试"),
          kubectl("restarts", t("Restart count", "重启次数"), [
            ...[
              "get",
              "pod",
              "missing-entrypoint",
              "-o",
              "jsonpath={.status.containerStatuses[0].restartCount}",
            ],
          ]),
          "^[1-9]",
        ),
        chain(
          "broken",
          t("The identity chain, as far as it goes", "身份链，能到哪里是哪里"),
          "missing-entrypoint",
        ),
        events("broken-events", "missing-entrypoint"),
      ],
    },
    {
      id: "no-network",
      kind: "exercise",
      title: t("The network plugin's ADD fails", "网络插件的 ADD 失败"),
      after: "normal",
      steps: [
        breakNetworkPlugin("{{node.worker2}}"),
        node("cni-files", t("CNI configuration on the node", "节点上的 CNI 配置"), "{{node.worker2}}", [
          "ls",
          "-l",
          "/etc/cni/net.d",
        ]),
        apply(
          "deploy-no-network",
          t("Deploy a Pod on that node", "在该节点上部署 Pod"),
          "manifests/no-network.yaml",
        ),
        until(
          "add-failed",
          t("Until kubelet reports that it failed", "等待 kubelet 报告失败"),
          kubectl("reported", t("Reasons of the events", "事件原因"), [
            ...["get", "events", "--field-selector", "involvedObject.name=no-network"],
            ...["-o", "jsonpath={.items[*].reason}"],
          ]),
          "FailedCreatePodSandBox",
        ),
        chain(
          "no-network",
          t("The identity chain, as far as it goes", "身份链，能到哪里是哪里"),
          "no-network",
        ),
        events("cni-events", "no-network"),
      ],
    },
  ],

  observations: {
    "node.podCIDRs": read.jsonAll("node-object", "$.spec.podCIDRs[*]"),
    "image.manifest": read.json("probe-image", "$.manifestDigest"),
    "image.config": read.json("probe-image", "$.configDigest"),
    "exec.reasons": read.jsonAll("broken-events", "$.items[*].reason"),
    "exec.sandbox-failures": read.jsonAll(
      "broken-events",
      "$.items[?@.reason == 'FailedCreatePodSandBox'].reason",
    ),
    "exec.message": read.json("broken-events", read.messageOf("Error: failed to"), { first: true }),
    "cni.reasons": read.jsonAll("cni-events", "$.items[*].reason"),
    "cni.image-events": read.jsonAll(
      "cni-events",
      "$.items[?@.reason == 'Pulled' || @.reason == 'Pulling'].reason",
    ),
    "cni.message": read.json("cni-events", read.messageOf("Failed to create pod sandbox"), { first: true }),
  },

  limits: [
    t(
      "That one shim serves one Pod everywhere: it was seen for this runtime version and its grouping of tasks.",
      "不能得出“一个 shim 就是一个 Pod”：这只是在该运行时版本及其 task 分组方式下看到的。",
    ),
    t(
      "That kubelet makes containers itself: it asks the runtime over CRI, and neither OCI create and start nor the CNI's device work is seen in these answers.",
      "不能得出 kubelet 自己创建容器：它通过 CRI 请求运行时，而 OCI 的 create/start 与 CNI 的设备操作都不在这些回答里。",
    ),
    t(
      "That containerd's namespace k8s.io has to do with a Kubernetes Namespace, or with a kernel namespace: the three share a word.",
      "containerd 的命名空间 k8s.io 与 Kubernetes Namespace、内核命名空间无关：三者只是同名。",
    ),
    t(
      "That the new Pod is in the old network namespace because the inode is the same number: the kernel gives a freed number again, and it was seen to.",
      "不能因为 inode 号相同就说新 Pod 在旧的网络命名空间里：内核会再次分配已释放的号码，这里就看到过。",
    ),
    t(
      "That a process is the same because its PID is: the start time and the boot must agree too.",
      "不能因为 PID 相同就说是同一个进程：启动时间和 boot ID 也必须一致。",
    ),
  ],

  table: [
    {
      see: t("The Pod's name is unchanged, but the process is another", "Pod 名未变，但进程变了"),
      look: t("Pod UID, container ID, PID", "Pod UID、容器 ID、PID"),
    },
    {
      see: t("The sandbox exists, but the app fails", "沙箱存在，但应用失败"),
      look: t("CRI state, image and the app's log", "CRI 状态、镜像、应用日志"),
    },
    {
      see: t("One shim is seen", "只看到一个 shim"),
      look: t("the runtime's version and how it groups tasks", "运行时版本与 task 分组方式"),
    },
  ],

  exercises: [
    {
      id: "1",
      case: "recreated",
      task: t(
        "Predict how UID, sandbox ID and PID change when a Pod of the same name is deleted and made again; collect the chain on both sides; say which values cannot be derived from the name.",
        "预测同名 Pod 删除重建后 UID、沙箱 ID、PID 如何变化；两边各收集一条链；说明哪些值无法由名字推出。",
      ),
      predictions: [
        "again-uid",
        "again-sandbox",
        "again-container",
        "again-pid",
        "again-name",
        "again-digest",
        "again-pid-inside",
        "again-starts",
      ],
      cannotConclude: t(
        "Nothing but the name, the namespace and what the manifest fixes can be derived from the name; UID, sandbox ID, container ID, PID and address are new and have to be observed.",
        "由名字只能推出名字、命名空间和清单中写定的内容；UID、沙箱 ID、容器 ID、PID、地址都是新的，只能观察得到。",
      ),
    },
    {
      id: "2",
      case: "no-network",
      task: t(
        "Predict which layer raises events when the network plugin's ADD fails, and which when the app's exec fails; save CRI state, Pod events, host objects and the cleanup.",
        "预测网络插件 ADD 失败与应用 exec 失败时，分别由哪一层产生事件；保存 CRI 状态、Pod 事件、主机对象与清理过程。",
      ),
      predictions: [
        "cni-event",
        "cni-message",
        "cni-no-pull",
        "cni-no-container",
        "cni-no-ip",
        "exec-sandbox",
        "exec-app-stage",
        "exec-no-sandbox-event",
      ],
      cannotConclude: t(
        "That every failure of the network shows as FailedCreatePodSandBox: with no configuration at all kubelet does not even ask for a sandbox.",
        "不能得出所有网络故障都表现为 FailedCreatePodSandBox：完全没有配置时，kubelet 根本不会请求沙箱。",
      ),
    },
  ],
});
