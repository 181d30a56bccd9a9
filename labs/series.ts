/** The two series and the order of their chapters. A chapter's lab, once there is one, lies in `labs/<id>-<name>/lab.ts`. */
import type { Text } from "../src/model/run.js";

export interface Series {
  id: string;
  title: Text;
  chapters: Chapter[];
}

export interface Chapter {
  id: string;
  title: Text;
  /** The lab's folder under labs/, where its name does not begin with `<id>-`. */
  folder?: string;
}

export const series: Series[] = [
  {
    id: "containers",
    title: {
      en: "Containers: from process isolation to runtime and orchestration",
      zh: "从进程隔离到运行时与编排",
    },
    chapters: [
      chapter("c00", "Process isolation, seen from /proc", "进程隔离：从 /proc 看命名空间"),
      chapter("c10", "Index, manifest, blob: what a digest binds", "镜像摘要：index、manifest 与 blob"),
      chapter("c12", "Is pulling an image downloading or unpacking?", "镜像拉取是下载还是解包"),
      chapter("c26", "What a Pod becomes on its node", "Pod 到达节点后变成哪些对象"),
      chapter("c32", "From a symptom back to the failing layer", "从错误症状回到失败层"),
      chapter("c37", "From source to one real response", "从源码到一次真实服务响应"),
      chapter("e08", "From delivery to platform: what is added", "从容器交付到平台，还增加哪些责任"),
    ],
  },
  {
    id: "nodes",
    title: { en: "Kubernetes on the node, verified", zh: "Kubernetes 节点实测" },
    chapters: [
      chapter(
        "k01",
        "CNI: where a Pod IP comes from, how the veth is joined",
        "CNI：Pod IP 怎么分配，veth 怎么连",
      ),
      chapter("k02", "Pods across nodes: routes and encapsulation", "跨节点 Pod 通信：路由与封装"),
      chapter(
        "k03",
        "containerd and crictl: containers seen on the node",
        "containerd 与 crictl：节点上看到的容器",
      ),
      chapter("k04", "CRI: between kubelet and the runtime", "CRI：kubelet 与容器运行时的接口"),
      chapter("k05", "Static Pods: why control-plane parts are files", "静态 Pod：控制平面组件为什么是文件"),
      chapter("k06", "Node heartbeats: Lease and NodeStatus", "节点心跳：Lease 与 NodeStatus"),
      chapter(
        "k07",
        "After NotReady: a timeline of taints and eviction",
        "节点 NotReady 之后：污点与驱逐的时间线",
      ),
      chapter("k08", "cordon and drain: where evicted Pods go", "cordon 与 drain：被驱逐的 Pod 去了哪"),
      chapter("k09", "kubectl debug: ephemeral containers and nodes", "kubectl debug：临时容器与节点调试"),
      chapter(
        "k10",
        "The pause container: where shared namespaces come from",
        "pause 容器：Pod 共享的命名空间从哪来",
      ),
      chapter(
        "k11",
        "shareProcessNamespace: containers that see each other",
        "shareProcessNamespace：容器之间互相看到进程",
      ),
      chapter(
        "k12",
        "hostNetwork, hostPID: the border between Pod and host",
        "hostNetwork、hostPID：Pod 与宿主机的边界",
      ),
    ],
  },
];

function chapter(id: string, en: string, zh: string): Chapter {
  return { id, title: { en, zh } };
}
