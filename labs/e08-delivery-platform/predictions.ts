import type { Prediction } from "../../src/model/predictions/types.js";
import {
  absent,
  before,
  between,
  changed,
  contains,
  count,
  differentNamespace,
  equals,
  observed,
  predict,
  sameNamespace,
  t,
  unchanged,
} from "../vocabulary/index.js";
import { REQUESTS } from "./requests.js";

/** Who keeps what: the Deployment's Pods, their processes, and the answers of the Service's backends. */
export const delivery: Prediction[] = [
  predict(
    "one-digest",
    "normal",
    t("All three Pods run the image of one digest", "三个 Pod 运行的都是同一摘要的镜像"),
    equals("images.same", true),
  ),
  predict(
    "image-pinned",
    "normal",
    t(
      "It is the digest that was built: the node's manifest digest of a replica",
      "它就是构建得到的摘要：节点上该副本的 manifest 摘要",
    ),
    equals("replica/container.app.image.manifestDigest", observed("image.manifest")),
  ),
  predict(
    "owner",
    "normal",
    t("Every Pod is owned by a ReplicaSet", "每个 Pod 的 owner 都是 ReplicaSet"),
    equals("owners", ["ReplicaSet", "ReplicaSet", "ReplicaSet"]),
  ),
  predict(
    "owner-owner",
    "normal",
    t("… which the Deployment owns", "……而它的 owner 是 Deployment"),
    equals("replicaset.owner", observed("deployment.uid")),
  ),
  predict(
    "process",
    "normal",
    t(
      "A replica is a process on its node, with the Pod's UID in its cgroup path",
      "副本是其节点上的一个进程，cgroup 路径中含有该 Pod 的 UID",
    ),
    equals("replica/container.app.cgroup.podUid", observed("replica/pod.uid")),
  ),
  predict("backends", "normal", t("Three backends answer", "三个后端作出回答"), count("count.backends", 3), {
    because: t(
      `the Service chooses by chance for each connection; that one of three stays unasked in ${REQUESTS} has a probability of 3 · (2/3)^${REQUESTS}`,
      `Service 为每个连接随机选择；${REQUESTS} 次中三者之一从未被选到的概率为 3 · (2/3)^${REQUESTS}`,
    ),
  }),
  predict(
    "backends-are-pods",
    "normal",
    t("They are exactly the Pods that are Ready, by UID", "按 UID 核对，它们正是处于 Ready 的那些 Pod"),
    equals("count.backends", observed("ready.uids")),
  ),
  predict("none-lost", "normal", t("No request fails", "没有请求失败"), equals("count.failed", 0)),
  predict(
    "share-low",
    "normal",
    t("No backend gets far less than a third", "没有后端得到的请求远少于三分之一"),
    between("count.fewest", REQUESTS / 3 - 25, REQUESTS / 3, "requests"),
    {
      because: t(
        `of ${REQUESTS} by chance, a third is ${REQUESTS / 3} with a standard deviation of 5.2; the bound lies at 4.8 deviations`,
        `${REQUESTS} 次随机选择中，三分之一为 ${REQUESTS / 3}，标准差 5.2；界限取 4.8 个标准差`,
      ),
    },
  ),
];

export const readiness: Prediction[] = [
  predict(
    "off-count",
    "readiness-off",
    t("Two backends answer", "只有两个后端作出回答"),
    count("off.backends", 2),
  ),
  predict(
    "off-ready",
    "readiness-off",
    t("They are exactly the two Pods that are still Ready", "正是仍然 Ready 的那两个 Pod"),
    equals("off.backends", observed("off.ready")),
  ),
  predict("off-failed", "readiness-off", t("No request fails", "没有请求失败"), equals("off.failed", 0)),
  predict(
    "off-direct",
    "readiness-off",
    t(
      "At its own address the Pod still answers, with the same UID",
      "直接访问该 Pod 的地址仍有回答，UID 相同",
    ),
    equals("off.direct", observed("first.uid")),
    {
      because: t(
        "readiness takes a Pod out of the Service; it neither stops nor replaces it",
        "就绪状态只是把 Pod 移出 Service，既不停止也不替换它",
      ),
    },
  ),
  predict(
    "off-replicas",
    "readiness-off",
    t("The ReplicaSet makes no fourth Pod", "ReplicaSet 没有建立第四个 Pod"),
    count("off.pods", 3),
    {
      because: t("it counts Pods, not Ready ones", "它统计的是 Pod 数，不是 Ready 的 Pod 数"),
    },
  ),
  predict(
    "on-count",
    "readiness-off",
    t("Ready again, it answers again: the same three UIDs", "再次 Ready 后它又作出回答：同样三个 UID"),
    equals("on.backends", observed("count.backends")),
  ),
];

export const replacement: Prediction[] = [
  predict(
    "kill-uid",
    "who-brings-back",
    t("Its process ended: the Pod is the same, by UID", "进程被结束：按 UID，Pod 还是同一个"),
    unchanged("replica/pod.uid", "restarted/pod.uid"),
  ),
  predict(
    "kill-container",
    "who-brings-back",
    t("… but the container is another: kubelet's work", "……但容器是新的：这是 kubelet 的工作"),
    changed("replica/container.app.id", "restarted/container.app.id"),
  ),
  predict(
    "kill-starts",
    "who-brings-back",
    t("… and its process started later", "……进程的启动时间更晚"),
    before("replica/container.app.startTicks", "restarted/container.app.startTicks"),
  ),
  predict(
    "kill-set",
    "who-brings-back",
    t("… and the set of Pods is unchanged", "……Pod 的集合没有变化"),
    equals("killed.uids", observed("ready.uids")),
  ),
  predict(
    "delete-gone",
    "who-brings-back",
    t("The Pod deleted: its UID is gone from the set", "Pod 被删除：它的 UID 不再出现"),
    count("deleted.old", 0),
  ),
  predict(
    "delete-count",
    "who-brings-back",
    t("… and there are three again: the ReplicaSet's work", "……又有三个：这是 ReplicaSet 的工作"),
    count("deleted.uids", 3),
  ),
  predict(
    "delete-answers",
    "who-brings-back",
    t("The replacement answers for the Service as well", "替补的 Pod 同样为 Service 作出回答"),
    equals("deleted.backends", observed("deleted.uids")),
  ),
];

export const noController: Prediction[] = [
  predict(
    "crd-schema",
    "crd-without-controller",
    t(
      "A custom object that its schema does not allow is refused by the API server",
      "不符合 schema 的自定义对象被 API server 拒绝",
    ),
    contains("refused.message", "spec.replicas"),
  ),
  predict(
    "crd-accepted",
    "crd-without-controller",
    t("One that fits is accepted and stored: generation 1", "符合的被接受并存储：generation 为 1"),
    equals("custom.generation", 1),
  ),
  predict(
    "crd-no-status",
    "crd-without-controller",
    t("Nobody writes a status", "没有谁写入 status"),
    absent("custom.status"),
  ),
  predict(
    "crd-untouched",
    "crd-without-controller",
    t("Nobody writes the object at all: its resourceVersion stays", "没有谁改写该对象：resourceVersion 不变"),
    unchanged("custom.version", "custom.version-later"),
  ),
  predict(
    "crd-managers",
    "crd-without-controller",
    t("kubectl is the only one that ever wrote it", "写过它的只有 kubectl"),
    equals("custom.managers", ["kubectl-client-side-apply"]),
  ),
  predict(
    "crd-objects",
    "crd-without-controller",
    t("No object of any other kind appears or changes", "没有任何其他种类的对象出现或改变"),
    unchanged("objects.before", "objects.after"),
  ),
  predict(
    "crd-containers",
    "crd-without-controller",
    t("No container appears on a worker", "工作节点上没有新容器"),
    equals("containers.same", true),
  ),
  predict(
    "crd-contrast",
    "crd-without-controller",
    t(
      "The Deployment with the same numbers has three Ready Pods",
      "写着同样数字的 Deployment 有三个 Ready 的 Pod",
    ),
    equals("deployment.ready", observed("custom.replicas")),
  ),
];

export const userNamespace: Prediction[] = [
  predict(
    "ns-two",
    "namespace-is-a-name",
    t("The two Pods lie in two Kubernetes Namespaces", "两个 Pod 位于两个 Kubernetes Namespace"),
    changed("here/pod.namespace", "there/pod.namespace"),
  ),
  predict(
    "ns-user",
    "namespace-is-a-name",
    t("Their processes are in one user namespace", "它们的进程在同一个 user 命名空间"),
    sameNamespace("user", "here/container.app", "there/container.app"),
  ),
  predict(
    "ns-user-node",
    "namespace-is-a-name",
    t("… the node's own", "……就是节点自己的"),
    equals("here/container.app.ns.user", observed("node.user")),
  ),
  predict(
    "ns-user-host",
    "namespace-is-a-name",
    t("… which is the VM's", "……也就是虚拟机的"),
    equals("node.user", observed("vm.user")),
    {
      because: t(
        "a kind node is a privileged container without a user namespace of its own",
        "kind 节点是没有独立 user 命名空间的特权容器",
      ),
    },
  ),
  predict(
    "ns-net",
    "namespace-is-a-name",
    t(
      "They differ in the namespaces that every Pod has of its own, net among them",
      "它们在每个 Pod 各自独有的命名空间上不同，例如 net",
    ),
    differentNamespace("net", "here/container.app", "there/container.app"),
    {
      because: t(
        "because they are two Pods, not because they are in two Kubernetes Namespaces",
        "因为是两个 Pod，而不是因为在两个 Kubernetes Namespace 里",
      ),
    },
  ),
  predict(
    "ns-map",
    "namespace-is-a-name",
    t("User 0 inside is user 0 on the node", "容器内的 0 号用户就是节点上的 0 号用户"),
    equals("there/container.app.uid.node", observed("there/container.app.uid.container")),
  ),
];

export const denial: Prediction[] = [
  predict(
    "rbac-code",
    "rbac-denied",
    t("The API server answers 403", "API server 回答 403"),
    equals("denied.http", 403),
  ),
  predict(
    "rbac-body",
    "rbac-denied",
    t("Its body is a Status object that says so too", "响应体是 Status 对象，写着同样的结果"),
    equals("denied.code", observed("denied.http")),
  ),
  predict(
    "rbac-reason",
    "rbac-denied",
    t("… with the reason Forbidden", "……原因为 Forbidden"),
    equals("denied.reason", "Forbidden"),
  ),
  predict(
    "rbac-who",
    "rbac-denied",
    t("… and names who asked: the ServiceAccount", "……并写明请求者：该 ServiceAccount"),
    contains("denied.message", "system:serviceaccount:labbook-e08:default"),
  ),
  predict(
    "rbac-what",
    "rbac-denied",
    t("… and what was asked for", "……以及请求的内容"),
    contains("denied.message", 'cannot list resource "services"'),
  ),
  predict(
    "rbac-unknown",
    "rbac-denied",
    t(
      "A token that the server does not know is another answer: 401, Unauthorized",
      "服务器不认识的令牌得到另一种回答：401 Unauthorized",
    ),
    equals("unknown.http", 401),
    {
      because: t("who asks is settled before what may be done", "先确认是谁，再判断可以做什么"),
    },
  ),
  predict(
    "rbac-granted",
    "rbac-denied",
    t(
      "After a Role and a RoleBinding the same request gets 200",
      "加上 Role 与 RoleBinding 后，同一请求得到 200",
    ),
    equals("granted.http", 200),
  ),
  predict(
    "rbac-list",
    "rbac-denied",
    t("… and a list with the Service in it", "……列表里有那个 Service"),
    contains("granted.names", "probe"),
  ),
  predict(
    "rbac-same-pod",
    "rbac-denied",
    t(
      "Nothing about the Pod was changed in between: the same container, never restarted",
      "其间 Pod 没有任何改变：同一容器，从未重启",
    ),
    unchanged("client.before", "client.after"),
  ),
];
