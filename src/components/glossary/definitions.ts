/** What each term means, in both languages, and where its owner defines it. Loaded by the glossary page only. */
import type { Text } from "../../model/run.js";

export interface Definition extends Text {
  /** The owner's own text. Absent for labbook's own words. */
  source?: { name: string; url: string };
}

const k8s = (page: string, name: string) => ({
  name: `Kubernetes: ${name}`,
  url: `https://kubernetes.io/docs/${page}`,
});
const man = (page: string, section: number) => ({
  name: `man-pages: ${page}(${section})`,
  url: `https://man7.org/linux/man-pages/man${section}/${page}.${section}.html`,
});
const oci = (repository: string, file: string) => ({
  name: `OCI ${repository}: ${file}`,
  url: `https://github.com/opencontainers/${repository}/blob/main/${file}`,
});
const containerd = (file: string) => ({
  name: `containerd: ${file}`,
  url: `https://github.com/containerd/containerd/blob/main/${file}`,
});
const criApi = {
  name: "Kubernetes cri-api: api.proto",
  url: "https://github.com/kubernetes/cri-api/blob/master/pkg/apis/runtime/v1/api.proto",
};
const say = (en: string, zh: string, source?: Definition["source"]): Definition => ({
  en,
  zh,
  ...(source && { source }),
});

export const definitions: Record<string, Definition> = {
  chapter: say("One page of a series, with one lab behind it.", "系列中的一页，背后有一个实验。"),
  lab: say(
    "The declaration of a chapter's experiment: needs, predictions, steps, cleanup and exercises.",
    "对一章实验的声明：所需条件、预测、步骤、清理与练习。",
  ),
  environment: say(
    "The place that a lab runs in: a plain Linux host, a machine with Docker, or a dedicated kind cluster, with its versions.",
    "实验运行的地方：普通 Linux 主机、装有 Docker 的机器，或专用 kind 集群，连同其版本。",
  ),
  capability: say(
    "One thing that a step needs. It is probed, never assumed.",
    "步骤所需的一样东西。它由探测得知，从不假定。",
  ),
  step: say(
    "One real command or API call with a target, a timeout and its recorded result.",
    "一条真实的命令或一次 API 调用，有目标、超时和记录下来的结果。",
  ),
  observation: say(
    "A named value extracted from a step's raw output, with a pointer back to those bytes.",
    "从某一步的原始输出中提取的具名值，并指回那些字节。",
  ),
  prediction: say(
    "A typed statement about observations, sealed by its hash before the first step starts.",
    "关于观测的类型化陈述，在第一步开始之前以哈希封存。",
  ),
  verdict: say(
    "The judgement of one prediction: CONFIRMED, REFUTED, NOT_RUN or INCONCLUSIVE.",
    "对一条预测的判断：CONFIRMED、REFUTED、NOT_RUN 或 INCONCLUSIVE。",
  ),
  run: say(
    "One execution of one lab in one environment, recorded under one run ID.",
    "一个实验在一个环境中的一次执行，全部记录在一个运行 ID 之下。",
  ),
  evidence: say(
    "The stored run and its raw outputs, each addressed by the SHA-256 of its bytes.",
    "保存下来的运行及其原始输出，每个输出以其字节的 SHA-256 为地址。",
  ),
  "identity-chain": say(
    "The elements from a Pod's UID through sandbox, container, process, namespaces, cgroup, network, mounts and image to the application's own answer, all of one generation.",
    "从 Pod 的 UID 经沙箱、容器、进程、命名空间、cgroup、网络、挂载、镜像到应用自己的回答，同属一代的一串环节。",
  ),
  break: say(
    "A link is a chain element proven by evidence; a break is a place where that proof is missing, with the reason.",
    "环节是由证据证明的链上元素；断点是缺少证明之处，并写明原因。",
  ),
  generation: say(
    "The time during which Pod UID, container IDs, restart counts and process start times stay the same. Two generations are never joined.",
    "Pod UID、容器 ID、重启次数与进程启动时间都保持不变的那段时间。两代之间绝不拼接。",
  ),
  timeline: say(
    "Timestamped changes of objects as watches delivered them, measured against a named zero point.",
    "watch 送达的、带时间戳的对象变化，以写明的零点计量。",
  ),
  t0: say("The named zero point of a timeline: the start of one step.", "时间线写明的零点：某一步的开始。"),
  reference: say(
    "A figure that an earlier published run of the same experiment reported on another machine. It is never an observation.",
    "同一实验较早发表的一次运行在另一台机器上报告的数值。它绝不是观测值。",
  ),
  leftovers: say(
    "Objects, routes, mounts, taints, processes or files that exist after cleanup and did not exist before the run.",
    "清理之后存在、而运行之前不存在的对象、路由、挂载、污点、进程或文件。",
  ),

  pod: say(
    "The smallest unit that Kubernetes schedules: one or more containers that share a network address and volumes.",
    "Kubernetes 调度的最小单位：共享一个网络地址和卷的一个或多个容器。",
    k8s("concepts/workloads/pods/", "Pods"),
  ),
  uid: say(
    "The identity that the API server gives to one object for its whole life. An object of the same name made later has another.",
    "API 服务器给一个对象的、终生不变的身份。之后以同名新建的对象有另一个 UID。",
    k8s("concepts/overview/working-with-objects/names/#uids", "UIDs"),
  ),
  node: say(
    "A machine of the cluster that runs Pods. On kind each node is itself a container.",
    "集群中运行 Pod 的一台机器。在 kind 上，每个节点本身就是一个容器。",
    k8s("concepts/architecture/nodes/", "Nodes"),
  ),
  kubelet: say(
    "The agent on each node that makes the containers of the Pods bound to it and reports their state.",
    "每个节点上的代理：为绑定到该节点的 Pod 创建容器，并报告其状态。",
    k8s("reference/command-line-tools-reference/kubelet/", "kubelet"),
  ),
  "api-server": say(
    "The server through which every component reads and writes the cluster's objects.",
    "各组件读写集群对象所经过的服务器。",
    k8s("concepts/overview/components/#kube-apiserver", "kube-apiserver"),
  ),
  "static-pod": say(
    "A Pod that kubelet makes from a file on its own node, without the API server.",
    "kubelet 根据自己节点上的文件创建的 Pod，不经过 API 服务器。",
    k8s("tasks/configure-pod-container/static-pod/", "Static Pods"),
  ),
  "mirror-pod": say(
    "The object by which kubelet shows a static Pod in the API. Deleting it does not stop the containers.",
    "kubelet 用来在 API 中显示静态 Pod 的对象。删除它并不会停止容器。",
    k8s("reference/glossary/?all=true#term-mirror-pod", "Mirror Pod"),
  ),
  lease: say(
    "A small object with a renewal time. kubelet renews the one of its node as a heartbeat.",
    "带有续约时间的小对象。kubelet 通过续约本节点的 Lease 来发出心跳。",
    k8s("concepts/architecture/leases/", "Leases"),
  ),
  "node-condition": say(
    "A statement in a node's status, such as Ready, with True, False or Unknown.",
    "节点状态中的一条陈述，例如 Ready，其值为 True、False 或 Unknown。",
    k8s("reference/node/node-status/#condition", "Node conditions"),
  ),
  taint: say(
    "A mark on a node that keeps Pods away or evicts them, unless they carry a toleration for it.",
    "节点上的标记：没有相应容忍的 Pod 不会调度到该节点，或被驱逐。",
    k8s("concepts/scheduling-eviction/taint-and-toleration/", "Taints and Tolerations"),
  ),
  eviction: say(
    "The end of a Pod brought about by the cluster: through the eviction API, by a NoExecute taint or by pressure on a node.",
    "由集群促成的 Pod 终止：通过驱逐 API、NoExecute 污点，或节点资源压力。",
    k8s("concepts/scheduling-eviction/api-eviction/", "API-initiated Eviction"),
  ),
  drain: say(
    "cordon marks a node unschedulable; drain also evicts the Pods that may be moved.",
    "cordon 把节点标为不可调度；drain 还会驱逐可以移走的 Pod。",
    k8s("tasks/administer-cluster/safely-drain-node/", "Safely Drain a Node"),
  ),
  pdb: say(
    "An object that limits how many Pods of an application may be evicted at the same time.",
    "限制一个应用同时可被驱逐多少 Pod 的对象。",
    k8s("tasks/run-application/configure-pdb/", "PodDisruptionBudget"),
  ),
  daemonset: say(
    "A controller that keeps one Pod on every matching node.",
    "在每个匹配的节点上保持一个 Pod 的控制器。",
    k8s("concepts/workloads/controllers/daemonset/", "DaemonSet"),
  ),
  deployment: say(
    "A controller that keeps a number of equal Pods and replaces them step by step when their template changes.",
    "保持若干相同 Pod、并在模板改变时逐步替换它们的控制器。",
    k8s("concepts/workloads/controllers/deployment/", "Deployment"),
  ),
  statefulset: say(
    "A controller that gives each of its Pods a lasting name and its own storage.",
    "给每个 Pod 固定名称和各自存储的控制器。",
    k8s("concepts/workloads/controllers/statefulset/", "StatefulSet"),
  ),
  service: say(
    "A Service is a lasting address for a set of Pods; its EndpointSlices list those that may be sent to.",
    "Service 是一组 Pod 的固定地址；它的 EndpointSlice 列出可以接收请求的 Pod。",
    k8s("concepts/services-networking/service/", "Service"),
  ),
  "ephemeral-container": say(
    "A container added to a running Pod for debugging. It cannot be removed and is never restarted.",
    "为调试而加入运行中 Pod 的容器。它不能移除，也不会重启。",
    k8s("concepts/workloads/pods/ephemeral-containers/", "Ephemeral Containers"),
  ),
  "k8s-namespace": say(
    "A scope for names of API objects. It is another thing than a Linux namespace and than a namespace of containerd.",
    "API 对象名称的作用域。它既不是 Linux 命名空间，也不是 containerd 的命名空间。",
    k8s("concepts/overview/working-with-objects/namespaces/", "Namespaces"),
  ),
  "pod-cidr": say(
    "The range of addresses from which a node gives addresses to its Pods.",
    "节点给自己的 Pod 分配地址所用的地址范围。",
    k8s("reference/kubernetes-api/cluster-resources/node-v1/#NodeSpec", "NodeSpec.podCIDR"),
  ),
  pause: say(
    "The container that a runtime starts first in a sandbox. It does nothing but hold the namespaces that the Pod's containers share.",
    "运行时在沙箱中最先启动的容器。它只负责持有 Pod 各容器共享的命名空间。",
    {
      name: "Kubernetes: build/pause",
      url: "https://github.com/kubernetes/kubernetes/tree/master/build/pause",
    },
  ),
  "host-network": say(
    "Fields of a Pod that leave it in the node's network, PID or IPC namespace instead of making new ones.",
    "Pod 的字段：让它留在节点的网络、PID 或 IPC 命名空间中，而不是新建。",
    k8s("concepts/security/pod-security-standards/", "Pod Security Standards"),
  ),
  "host-port": say(
    "A port of the node that is passed on to a container's port. Two Pods cannot claim the same one on one node.",
    "节点上转发到容器端口的端口。同一节点上两个 Pod 不能占用同一个。",
    k8s("reference/kubernetes-api/workload-resources/pod-v1/#ports", "ContainerPort.hostPort"),
  ),
  "share-process-namespace": say(
    "A field of a Pod that puts all its containers into one PID namespace.",
    "Pod 的字段：把它的所有容器放入同一个 PID 命名空间。",
    k8s("tasks/configure-pod-container/share-process-namespace/", "Share Process Namespace"),
  ),
  readiness: say(
    "A check that decides whether a Pod is among a Service's ready endpoints.",
    "决定 Pod 是否属于 Service 就绪端点的检查。",
    k8s("concepts/configuration/liveness-readiness-startup-probes/", "Probes"),
  ),
  crd: say(
    "An object that adds a kind to the API. Without a controller its objects are stored and nothing follows.",
    "给 API 增加一种资源的对象。没有控制器时，其对象只是被保存，不会引起任何动作。",
    k8s("concepts/extend-kubernetes/api-extension/custom-resources/", "Custom Resources"),
  ),
  rbac: say(
    "The API server's rules of who may do what to which objects.",
    "API 服务器关于谁可以对哪些对象做什么的规则。",
    k8s("reference/access-authn-authz/rbac/", "RBAC"),
  ),
  watch: say(
    "A request that stays open and delivers every change of a list of objects.",
    "保持打开、送达一组对象每次变化的请求。",
    k8s("reference/using-api/api-concepts/#efficient-detection-of-changes", "Efficient detection of changes"),
  ),
  kind: say("A tool that runs a cluster whose nodes are containers.", "以容器作为节点来运行集群的工具。", {
    name: "kind",
    url: "https://kind.sigs.k8s.io/",
  }),

  cri: say(
    "The Container Runtime Interface: the gRPC calls by which kubelet asks a runtime for sandboxes, containers and images.",
    "容器运行时接口：kubelet 用来向运行时请求沙箱、容器和镜像的 gRPC 调用。",
    k8s("concepts/containers/cri/", "CRI"),
  ),
  sandbox: say(
    "CRI's name for what the containers of one Pod share on the node: namespaces, network and the pause process.",
    "CRI 对同一 Pod 的容器在节点上所共享之物的称呼：命名空间、网络与 pause 进程。",
    criApi,
  ),
  "container-id": say(
    "The runtime's name for one container. A restart makes a new container with a new ID.",
    "运行时给一个容器的名称。重启会产生带新 ID 的新容器。",
    criApi,
  ),
  crictl: say("A command that speaks CRI to the runtime of a node.", "在节点上以 CRI 与运行时对话的命令。", {
    name: "cri-tools: crictl",
    url: "https://github.com/kubernetes-sigs/cri-tools/blob/master/docs/crictl.md",
  }),
  containerd: say(
    "The runtime that keeps images, snapshots and tasks on the nodes of these labs.",
    "在这些实验的节点上管理镜像、快照与任务的运行时。",
    containerd("README.md"),
  ),
  "containerd-namespace": say(
    "The namespace of containerd in which its CRI part keeps all Pods. It has nothing to do with a Kubernetes Namespace.",
    "containerd 的命名空间，其 CRI 部分把所有 Pod 放在这里。它与 Kubernetes Namespace 无关。",
    containerd("docs/namespaces.md"),
  ),
  shim: say(
    "The process between containerd and runc that keeps a container's output and exit status. One shim may serve several containers.",
    "位于 containerd 与 runc 之间、保存容器输出与退出状态的进程。一个 shim 可以服务多个容器。",
    containerd("core/runtime/v2/README.md"),
  ),
  task: say(
    "containerd's word for the running process of a container. A container without a task is only metadata.",
    "containerd 对容器中运行进程的称呼。没有任务的容器只是元数据。",
    containerd("docs/getting-started.md"),
  ),
  snapshotter: say(
    "The part of containerd that unpacks layers into file systems and stacks them.",
    "containerd 中把层解包为文件系统并叠放的部分。",
    containerd("docs/snapshotters/README.md"),
  ),
  "content-store": say(
    "Where containerd keeps blobs by digest. A blob there is downloaded, but not yet unpacked.",
    "containerd 按摘要保存 blob 的地方。其中的 blob 已下载，但尚未解包。",
    containerd("docs/content-flow.md"),
  ),
  runc: say(
    "The program that makes a container's namespaces and cgroup and starts its process.",
    "创建容器的命名空间与 cgroup 并启动其进程的程序。",
    { name: "runc", url: "https://github.com/opencontainers/runc" },
  ),
  "oci-bundle": say(
    "A folder with config.json and a root file system: what an OCI runtime starts a container from.",
    "含有 config.json 与根文件系统的目录：OCI 运行时据此启动容器。",
    oci("runtime-spec", "bundle.md"),
  ),
  "image-index": say(
    "A list of manifests, usually one for each platform.",
    "manifest 的列表，通常每个平台一个。",
    oci("image-spec", "image-index.md"),
  ),
  manifest: say(
    "The document that names an image's config and layers by digest.",
    "以摘要列出镜像的 config 与各层的文档。",
    oci("image-spec", "manifest.md"),
  ),
  digest: say(
    "The hash of a blob's bytes, by which the blob is named: other bytes have another name.",
    "blob 字节的哈希，也是它的名称：字节不同，名称就不同。",
    oci("image-spec", "descriptor.md#digests"),
  ),
  descriptor: say(
    "A reference to a blob: media type, digest and size.",
    "对 blob 的引用：媒体类型、摘要与大小。",
    oci("image-spec", "descriptor.md"),
  ),
  layer: say(
    "A tar archive of changes to a file system, usually compressed.",
    "文件系统改动的 tar 归档，通常经过压缩。",
    oci("image-spec", "layer.md"),
  ),
  "diff-id": say(
    "The digest of a layer's uncompressed bytes. The layer's own digest is that of the compressed ones.",
    "层在未压缩时的字节摘要。层自身的摘要则是压缩后字节的摘要。",
    oci("image-spec", "config.md#layer-diffid"),
  ),
  cni: say(
    "The Container Network Interface: how a runtime calls plugins to add a sandbox to a network (ADD) and to remove it (DEL).",
    "容器网络接口：运行时如何调用插件把沙箱加入网络（ADD）以及移出（DEL）。",
    { name: "CNI specification", url: "https://github.com/containernetworking/cni/blob/main/SPEC.md" },
  ),
  ipam: say(
    "The plugin that picks an address. host-local keeps one file for each address that it gave.",
    "负责挑选地址的插件。host-local 为每个已分配的地址保留一个文件。",
    { name: "CNI plugins: host-local", url: "https://www.cni.dev/plugins/current/ipam/host-local/" },
  ),
  veth: say(
    "A pair of virtual network devices: what enters one end leaves the other, also across namespaces.",
    "一对虚拟网络设备：从一端进入的，从另一端出来，跨命名空间也是如此。",
    man("veth", 4),
  ),

  namespace: say(
    "A kernel object that gives processes their own view of PIDs, mounts, network and more. Its inode number tells two apart.",
    "内核对象，使进程对 PID、挂载、网络等有各自的视图。以 inode 号区分。",
    man("namespaces", 7),
  ),
  cgroup: say(
    "A group of processes whose use of memory, CPU and other resources is counted and limited.",
    "一组进程，其内存、CPU 等资源的使用被统计和限制。",
    man("cgroups", 7),
  ),
  nspid: say(
    "A line of /proc/PID/status: the process's number at every level of PID namespaces, outermost first.",
    "/proc/PID/status 中的一行：该进程在各层 PID 命名空间中的号码，最外层在前。",
    man("proc_pid_status", 5),
  ),
  "pid-1": say(
    "The first process of a PID namespace. It adopts orphans; when it ends, all others of the namespace are killed.",
    "PID 命名空间中的第一个进程。它收养孤儿进程；它结束时，命名空间中的其他进程都会被杀死。",
    man("pid_namespaces", 7),
  ),
  unshare: say(
    "The call and the command that put a process into new namespaces.",
    "让进程进入新命名空间的系统调用与命令。",
    man("unshare", 1),
  ),
  mountinfo: say(
    "The file /proc/PID/mountinfo: every mount that the process sees, with device and source.",
    "文件 /proc/PID/mountinfo：进程看到的每个挂载，含设备与来源。",
    man("proc_pid_mountinfo", 5),
  ),
  overlayfs: say(
    "A file system that shows several folders, lower ones read-only, as one.",
    "把多个目录（下层只读）显示为一个的文件系统。",
    { name: "Linux kernel: overlayfs", url: "https://docs.kernel.org/filesystems/overlayfs.html" },
  ),
  zombie: say(
    "A process that has ended and whose exit status nobody has collected yet.",
    "已经结束、但尚无人收取其退出状态的进程。",
    man("wait", 2),
  ),
  netfilter: say(
    "The kernel's packet rules, which change addresses (NAT); iptables and nftables are two ways to write them.",
    "内核的数据包规则，可以改写地址（NAT）；iptables 与 nftables 是两种写法。",
    { name: "nftables wiki", url: "https://wiki.nftables.org/wiki-nftables/index.php/Main_Page" },
  ),
};
