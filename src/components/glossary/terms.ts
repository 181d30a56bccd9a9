/** The terms that pages link to the glossary: ID, name in both languages, and the forms that stand in texts. */
export interface Term {
  id: string;
  en: string;
  zh: string;
  /** What is linked at its first use on an English page; a Chinese page also takes `zh`. None: never linked. */
  forms: string[];
  /** Words that have other meanings, too: linked in those chapters only whose subject is this one. */
  within?: { chapters: string[]; forms: string[] };
}

const term = (id: string, en: string, zh: string, ...forms: string[]): Term => ({ id, en, zh, forms });
const within = (of: Term, chapters: string[], ...forms: string[]): Term => ({
  ...of,
  within: { chapters, forms },
});

/** The chapters about images, and those about Linux namespaces. */
const images = ["c10", "c12"];
const isolation = ["c00", "k01", "k12"];

export const labbookTerms = [
  term("chapter", "chapter", "章"),
  term("lab", "lab", "实验"),
  term("environment", "environment", "环境"),
  term("capability", "capability", "能力"),
  term("step", "step", "步骤"),
  term("observation", "observation", "观测"),
  term("prediction", "prediction", "预测"),
  term("verdict", "verdict", "判定"),
  term("run", "run", "运行"),
  term("evidence", "evidence", "证据"),
  term("identity-chain", "identity chain", "身份链", "identity chain"),
  term("break", "link, break", "环节、断点"),
  term("generation", "generation", "一代"),
  term("timeline", "timeline", "时间线"),
  term("t0", "t0", "零点"),
  term("reference", "reference", "参考"),
  term("leftovers", "leftovers", "残留", "leftovers"),
];

export const kubernetesTerms = [
  term("pod", "Pod", "Pod", "Pod", "Pods"),
  term("uid", "UID", "UID", "UID", "UIDs"),
  term("node", "node", "节点", "node", "nodes"),
  term("kubelet", "kubelet", "kubelet", "kubelet"),
  term("api-server", "API server", "API 服务器", "API server"),
  term("static-pod", "static Pod", "静态 Pod", "static Pod", "static Pods", "Static Pods"),
  term("mirror-pod", "mirror Pod", "镜像 Pod", "mirror Pod", "mirror Pods"),
  term("lease", "Lease", "Lease", "Lease"),
  term("node-condition", "node condition", "节点状况", "NotReady", "Ready condition"),
  term(
    "taint",
    "taint, toleration",
    "污点与容忍",
    "taint",
    "taints",
    "toleration",
    "tolerations",
    "污点",
    "容忍",
  ),
  within(term("eviction", "eviction", "驱逐"), ["k07", "k08"], "eviction", "evicted", "驱逐"),
  within(term("drain", "cordon, drain", "cordon 与 drain"), ["k08"], "drain", "cordon"),
  term("pdb", "PodDisruptionBudget", "PodDisruptionBudget", "PodDisruptionBudget", "PDB"),
  term("daemonset", "DaemonSet", "DaemonSet", "DaemonSet"),
  term("deployment", "Deployment", "Deployment", "Deployment"),
  term("statefulset", "StatefulSet", "StatefulSet", "StatefulSet"),
  term(
    "service",
    "Service, EndpointSlice",
    "Service 与 EndpointSlice",
    "Service",
    "EndpointSlice",
    "EndpointSlices",
  ),
  term(
    "ephemeral-container",
    "ephemeral container",
    "临时容器",
    "ephemeral container",
    "ephemeral containers",
  ),
  term("k8s-namespace", "Namespace (Kubernetes)", "命名空间（Kubernetes）", "Kubernetes Namespace"),
  term("pod-cidr", "podCIDR", "podCIDR", "podCIDR", "podCIDRs"),
  term("pause", "pause container", "pause 容器", "pause container", "/pause"),
  term(
    "host-network",
    "hostNetwork, hostPID, hostIPC",
    "hostNetwork、hostPID、hostIPC",
    "hostNetwork",
    "hostPID",
    "hostIPC",
  ),
  term("host-port", "hostPort", "hostPort", "hostPort"),
  term("share-process-namespace", "shareProcessNamespace", "shareProcessNamespace", "shareProcessNamespace"),
  term("readiness", "readiness probe", "就绪探针", "readiness probe"),
  term("crd", "CustomResourceDefinition", "CustomResourceDefinition", "CustomResourceDefinition", "CRD"),
  term("rbac", "RBAC", "RBAC", "RBAC"),
  term("watch", "watch", "watch"),
  term("kind", "kind", "kind", "kind cluster"),
];

export const runtimeTerms = [
  term("cri", "CRI", "CRI", "CRI"),
  within(
    term("sandbox", "Pod sandbox", "Pod 沙箱", "Pod sandbox", "Pod sandboxes"),
    ["c26", "k03", "k04"],
    "sandbox",
    "sandboxes",
    "沙箱",
  ),
  term("container-id", "container ID", "容器 ID", "container ID", "container IDs"),
  term("crictl", "crictl", "crictl", "crictl"),
  term("containerd", "containerd", "containerd", "containerd"),
  within(term("containerd-namespace", "k8s.io", "k8s.io"), ["k03"], "k8s.io"),
  term("shim", "shim", "shim", "shim", "containerd-shim-runc-v2"),
  term("task", "task", "task", "containerd task"),
  within(
    term("snapshotter", "snapshotter", "快照器", "snapshotter"),
    ["c12", "k03"],
    "snapshot",
    "snapshots",
  ),
  term("content-store", "content store", "内容存储", "content store"),
  term("runc", "runc", "runc", "runc"),
  within(term("oci-bundle", "OCI bundle", "OCI bundle", "OCI bundle"), ["k03"], "bundle"),
  term("image-index", "image index", "镜像 index", "image index", "index.json"),
  term("manifest", "image manifest", "镜像 manifest", "image manifest"),
  within(term("digest", "digest", "摘要", "image digest", "镜像摘要"), images, "digest", "digests", "摘要"),
  within(term("descriptor", "descriptor", "描述符"), images, "descriptor", "descriptors", "描述符"),
  within(term("layer", "layer", "层", "image layer", "image layers", "镜像层"), images, "layer", "layers"),
  term("diff-id", "diffID", "diffID", "diffID"),
  term("cni", "CNI", "CNI", "CNI"),
  term("ipam", "IPAM, host-local", "IPAM 与 host-local", "host-local", "IPAM"),
  term("veth", "veth", "veth", "veth"),
];

export const linuxTerms = [
  within(
    term("namespace", "namespace (Linux)", "命名空间（Linux）", "Linux namespace", "Linux namespaces"),
    isolation,
    "namespace",
    "namespaces",
    "命名空间",
  ),
  term("cgroup", "cgroup", "cgroup", "cgroup", "cgroups"),
  term("nspid", "NSpid", "NSpid", "NSpid"),
  term("pid-1", "PID 1", "PID 1", "PID 1"),
  term("unshare", "unshare", "unshare", "unshare"),
  term("mountinfo", "mountinfo", "mountinfo", "mountinfo"),
  term("overlayfs", "overlayfs", "overlayfs", "overlayfs"),
  term("zombie", "zombie", "僵尸进程", "zombie", "zombies", "僵尸"),
  term("netfilter", "NAT, iptables, nftables", "NAT、iptables 与 nftables", "DNAT", "iptables", "nftables"),
];

export const allTerms: Term[] = [...labbookTerms, ...kubernetesTerms, ...runtimeTerms, ...linuxTerms];
