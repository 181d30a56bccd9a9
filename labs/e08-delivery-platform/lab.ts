import {
  api,
  apply,
  chain,
  defineLab,
  kubectl,
  node,
  pause,
  pod,
  probeImage,
  read,
  t,
  until,
  vm,
  waitFor,
} from "../vocabulary/index.js";
import { applyClusterScoped } from "./cluster-scoped.js";
import { objectsAndContainers } from "./inventory.js";
import { delivery, denial, noController, readiness, replacement, userNamespace } from "./predictions.js";
import { askApi, askDirectly, countBackends, countTitle, REQUESTS } from "./requests.js";

const APP = { container: "app", port: 8080 };
const PODS = "/api/v1/namespaces/{{namespace}}/pods?labelSelector=app%3Dprobe";
const SERVICES = "/api/v1/namespaces/{{namespace}}/services";
const READY = "$.items[?@.status.conditions[?@.type=='Ready' && @.status=='True']].metadata.uid";

/** How many endpoints of the Service the EndpointSlice says are ready. */
const readyEndpoints = (id: string, title: ReturnType<typeof t>, many: number) =>
  until(
    id,
    title,
    kubectl(`${id}-slice`, title, [
      ...["get", "endpointslices", "-l", "kubernetes.io/service-name=probe"],
      ...["-o", "jsonpath={.items[*].endpoints[*].conditions.ready}"],
    ]),
    `^(?:(?:false )*true(?: false)*\\s?){${many}}$`,
  );
const settle = (id: string) =>
  pause(id, t("Time for every node to rewrite its Service rules", "留时间让各节点改写 Service 规则"), 10);
const clientContainer = (id: string) =>
  kubectl(id, t("The client's container and its restarts", "客户端的容器与重启次数"), [
    ...["get", "pod", "client", "-o"],
    "jsonpath={.status.containerStatuses[0].containerID} {.status.containerStatuses[0].restartCount}",
  ]);
const custom = (id: string, title: ReturnType<typeof t>) =>
  api(id, title, "/apis/labbook.dev/v1/namespaces/{{namespace}}/probesets/wanted");

export default defineLab({
  id: "e08",
  title: t("From delivery to platform: what is added", "从容器交付到平台，还增加哪些责任"),
  question: t(
    "A container can be delivered and started by hand. What does a platform add: who keeps the replicas, who makes the processes, who chooses the backend, who says no?",
    "容器可以手工交付、手工启动。平台又增加了什么：谁维持副本，谁产生进程，谁选择后端，谁说“不”？",
  ),
  environment: "kind",
  needs: ["docker", "kubectl", "cluster", "workers>=2", "nodes-ready", "crictl", "ctr"],

  predictions: [...delivery, ...readiness, ...replacement, ...noController, ...userNamespace, ...denial],

  cases: [
    {
      id: "normal",
      kind: "normal",
      title: t("A Deployment, a Service, and who answers", "一个 Deployment、一个 Service，以及谁在回答"),
      steps: [
        probeImage(),
        apply("deploy", t("Deployment and Service", "Deployment 与 Service"), "manifests/workload.yaml"),
        apply("client-pod", t("A Pod that asks", "发出请求的 Pod"), "manifests/client.yaml"),
        waitFor(
          "available",
          t("Until all replicas are available", "等待全部副本可用"),
          "deployment/probe",
          "jsonpath={.status.availableReplicas}=3",
          { timeoutSeconds: 240 },
        ),
        waitFor(
          "client-ready",
          t("Until the client runs", "等待客户端运行"),
          "pod/client",
          "condition=Ready",
        ),
        api("service", t("The Service", "Service 对象"), `${SERVICES}/probe`),
        api(
          "deployment",
          t("The Deployment", "Deployment 对象"),
          "/apis/apps/v1/namespaces/{{namespace}}/deployments/probe",
        ),
        api(
          "replicasets",
          t("Its ReplicaSet", "它的 ReplicaSet"),
          "/apis/apps/v1/namespaces/{{namespace}}/replicasets?labelSelector=app%3Dprobe",
        ),
        api("pods", t("Its Pods", "它的 Pod"), PODS),
        readyEndpoints("endpoints", t("Until three endpoints are ready", "等待三个端点就绪"), 3),
        settle("settled"),
        countBackends("count", countTitle("three Ready backends", "三个 Ready 的后端")),
        chain(
          "replica",
          t("One replica as it is on its node", "其中一个副本在节点上的样子"),
          "{{first.name}}",
          { identity: APP },
        ),
      ],
    },
    {
      id: "readiness-off",
      kind: "exercise",
      title: t("One of three is not Ready", "三个之中有一个不 Ready"),
      after: "normal",
      steps: [
        pod("off", t("Turn readiness off in one Pod", "关掉一个 Pod 的就绪状态"), "{{first.name}}", [
          "rm",
          "/state/state",
        ]),
        readyEndpoints("off-endpoints", t("Until two endpoints are ready", "等到只有两个端点就绪"), 2),
        settle("off-settled"),
        api("off-pods", t("The Pods now", "此时的 Pod"), PODS),
        countBackends("off-count", countTitle("one backend not Ready", "一个后端未 Ready")),
        askDirectly("off-direct", t("Ask that Pod at its own address", "直接访问该 Pod"), "{{url:first.ip}}"),
        pod("on", t("Turn readiness on again", "恢复就绪状态"), "{{first.name}}", [
          ...["sh", "-c", "echo ready >/state/state"],
        ]),
        readyEndpoints("on-endpoints", t("Until three endpoints are ready", "等待三个端点就绪"), 3),
        settle("on-settled"),
        countBackends("on-count", countTitle("all Ready again", "全部再次 Ready")),
      ],
    },
    {
      id: "who-brings-back",
      kind: "exercise",
      title: t("A process ends, and a Pod is deleted", "结束一个进程，再删除一个 Pod"),
      after: "readiness-off",
      steps: [
        node(
          "kill",
          t("End the replica's process on its node", "在节点上结束该副本的进程"),
          "{{replica/pod.node}}",
          ["kill", "{{replica/container.app.pid.node}}"],
        ),
        until(
          "restarted-by-kubelet",
          t("Until kubelet started it again", "等待 kubelet 重新启动它"),
          kubectl("restart-count", t("Restart count and readiness", "重启次数与就绪状态"), [
            ...["get", "pod", "{{first.name}}", "-o"],
            "jsonpath={.status.containerStatuses[0].restartCount} {.status.containerStatuses[0].ready}",
          ]),
          "^[1-9]\\d* true$",
        ),
        chain("restarted", t("The same Pod after the restart", "重启之后的同一个 Pod"), "{{first.name}}", {
          identity: APP,
        }),
        api("killed-pods", t("The Pods now", "此时的 Pod"), PODS),
        kubectl(
          "delete",
          t("Delete that Pod", "删除该 Pod"),
          [...["delete", "pod", "{{first.name}}", "--wait=true", "--timeout=60s"]],
          { timeoutSeconds: 70 },
        ),
        waitFor(
          "available-again",
          t("Until all replicas are available", "等待全部副本可用"),
          "deployment/probe",
          "jsonpath={.status.availableReplicas}=3",
          { timeoutSeconds: 240 },
        ),
        readyEndpoints("delete-endpoints", t("Until three endpoints are ready", "等待三个端点就绪"), 3),
        settle("delete-settled"),
        api("deleted-pods", t("The Pods now", "此时的 Pod"), PODS),
        kubectl("deleted-old", t("Pods with the old UID", "仍带旧 UID 的 Pod"), [
          ...["get", "pods", "-l", "app=probe", "-o"],
          'jsonpath={range .items[?(@.metadata.uid=="{{replica/pod.uid}}")]}{.metadata.name}{"\\n"}{end}',
        ]),
        countBackends("deleted-count", countTitle("after the replacement", "替补之后")),
      ],
    },
    {
      id: "crd-without-controller",
      kind: "negative",
      title: t("A custom object that nobody acts on", "没有控制器的自定义对象"),
      after: "who-brings-back",
      steps: [
        ...objectsAndContainers("before", t("Every object there is", "现有的全部对象")),
        applyClusterScoped(
          "definition",
          t("A CustomResourceDefinition", "一个 CustomResourceDefinition"),
          "manifests/definition.yaml",
          "customresourcedefinitions",
        ),
        waitFor(
          "established",
          t("Until the API serves it", "等待 API 提供它"),
          "crd/probesets.labbook.dev",
          "condition=Established",
        ),
        until(
          "served",
          t("Until kubectl finds the resource", "等到 kubectl 找得到该资源"),
          kubectl("served-try", t("Its objects", "它的对象"), ["get", "probesets", "-o", "name"], {
            expectExit: "any",
          }),
          "(?<![\\s\\S])(?![\\s\\S])",
        ),
        apply(
          "refused",
          t("A custom object with a word for a number", "数字写成单词的自定义对象"),
          "manifests/refused-object.yaml",
          { expectExit: [1] },
        ),
        apply(
          "custom-apply",
          t("A custom object that fits", "符合要求的自定义对象"),
          "manifests/custom-object.yaml",
        ),
        custom("custom", t("The object as it is stored", "存储后的对象")),
        pause("custom-wait", t("Time in which a controller would act", "控制器本可行动的时间"), 20),
        custom("custom-later", t("The object afterwards", "之后的对象")),
        ...objectsAndContainers("after", t("Every object there is now", "此时的全部对象")),
      ],
    },
    {
      id: "namespace-is-a-name",
      kind: "negative",
      title: t("A Kubernetes Namespace is not a user namespace", "Kubernetes Namespace 不是 user 命名空间"),
      after: "normal",
      steps: [
        applyClusterScoped(
          "other-namespace",
          t("A second Kubernetes Namespace", "第二个 Kubernetes Namespace"),
          "manifests/other-namespace.yaml",
          "namespaces",
        ),
        apply(
          "lone-here",
          t("A Pod in the lab's Namespace", "本实验命名空间里的 Pod"),
          "manifests/lone.yaml",
        ),
        apply(
          "lone-there",
          t("The same Pod in the other", "另一命名空间里的同样 Pod"),
          "manifests/lone.yaml",
          {
            namespace: "{{namespace}}-other",
          },
        ),
        waitFor("here-ready", t("Until it is Ready", "等待 Ready"), "pod/lone", "condition=Ready"),
        waitFor("there-ready", t("Until it is Ready", "等待 Ready"), "pod/lone", "condition=Ready", {
          namespace: "{{namespace}}-other",
        }),
        chain("here", t("The Pod in the lab's Namespace", "本实验命名空间里的 Pod"), "lone", {
          identity: APP,
        }),
        chain("there", t("The Pod in the other Namespace", "另一命名空间里的 Pod"), "lone", {
          namespace: "{{namespace}}-other",
          identity: APP,
        }),
        node(
          "node-user",
          t("The node's own user namespace", "节点自己的 user 命名空间"),
          "{{node.worker1}}",
          ["readlink", "/proc/1/ns/user"],
        ),
        vm("vm-user", t("The VM's user namespace", "虚拟机的 user 命名空间"), [
          "readlink",
          "/proc/self/ns/user",
        ]),
      ],
    },
    {
      id: "rbac-denied",
      kind: "negative",
      title: t("The API server says no", "API server 说“不”"),
      after: "normal",
      steps: [
        clientContainer("client-before"),
        askApi(
          "denied",
          t("List Services with the Pod's own token", "用 Pod 自己的令牌列出 Service"),
          SERVICES,
        ),
        askApi("unknown", t("The same with an unknown token", "换成未知令牌"), SERVICES, "wrong"),
        apply("grant", t("A Role and a RoleBinding", "Role 与 RoleBinding"), "manifests/reader.yaml"),
        until(
          "granted",
          t("The same request with the Pod's own token", "再用 Pod 自己的令牌发同一请求"),
          askApi("granted-try", t("Once", "一次"), SERVICES),
          { has: "$[?@ == 'ServiceList']" },
          { timeoutSeconds: 60 },
        ),
        clientContainer("client-after"),
      ],
    },
  ],

  observations: {
    "image.manifest": read.json("probe-image", "$.manifestDigest"),
    "service.ip": read.json("service", "$.spec.clusterIP"),
    "deployment.uid": read.json("deployment", "$.metadata.uid"),
    "deployment.ready": read.json("deployment", "$.status.readyReplicas"),
    "replicaset.owner": read.json("replicasets", "$.items[0].metadata.ownerReferences[0].uid"),
    "first.name": read.json("pods", "$.items[0].metadata.name"),
    "first.uid": read.json("pods", "$.items[0].metadata.uid"),
    "first.ip": read.json("pods", "$.items[0].status.podIP"),
    owners: read.jsonAll("pods", "$.items[*].metadata.ownerReferences[0].kind"),
    "image.first": read.json("pods", "$.items[0].status.containerStatuses[0].imageID"),
    "image.second": read.json("pods", "$.items[1].status.containerStatuses[0].imageID"),
    "image.third": read.json("pods", "$.items[2].status.containerStatuses[0].imageID"),
    "images.same": read.derived("equal", ["image.first", "image.second", "image.third"]),
    "ready.uids": read.jsonAll("pods", READY),
    "count.backends": read.jsonAll("count", "$.backends[*].uid"),
    "count.answers": read.jsonAll("count", "$.backends[*].answers"),
    "count.fewest": read.derived("min", ["count.answers"], "requests"),
    "count.failed": read.json("count", "$.failed"),

    "off.pods": read.jsonAll("off-pods", "$.items[*].metadata.uid"),
    "off.ready": read.jsonAll("off-pods", READY),
    "off.backends": read.jsonAll("off-count", "$.backends[*].uid"),
    "off.answers": read.jsonAll("off-count", "$.backends[*].answers"),
    "off.failed": read.json("off-count", "$.failed"),
    "off.direct": read.json("off-direct", "$.pod.uid"),
    "on.backends": read.jsonAll("on-count", "$.backends[*].uid"),
    "on.answers": read.jsonAll("on-count", "$.backends[*].answers"),

    "killed.uids": read.jsonAll("killed-pods", "$.items[*].metadata.uid"),
    "deleted.uids": read.jsonAll("deleted-pods", "$.items[*].metadata.uid"),
    "deleted.old": read.lines("deleted-old", "\\S"),
    "deleted.backends": read.jsonAll("deleted-count", "$.backends[*].uid"),
    "deleted.answers": read.jsonAll("deleted-count", "$.backends[*].answers"),

    "refused.message": read.text("refused", { stream: "stderr" }),
    "custom.generation": read.json("custom", "$.metadata.generation"),
    "custom.replicas": read.json("custom", "$.spec.replicas"),
    "custom.version": read.json("custom", "$.metadata.resourceVersion"),
    "custom.version-later": read.json("custom-later", "$.metadata.resourceVersion"),
    "custom.status": read.json("custom-later", "$.status"),
    "custom.managers": read.jsonAll("custom-later", "$.metadata.managedFields[*].manager"),
    "objects.before": read.text("objects-before"),
    "objects.after": read.text("objects-after"),
    "containers.before1": read.text("containers-before-worker1"),
    "containers.after1": read.text("containers-after-worker1"),
    "containers.before2": read.text("containers-before-worker2"),
    "containers.after2": read.text("containers-after-worker2"),
    "containers.same1": read.derived("equal", ["containers.before1", "containers.after1"]),
    "containers.same2": read.derived("equal", ["containers.before2", "containers.after2"]),
    "containers.same": read.derived("equal", ["containers.same1", "containers.same2"]),

    "node.user": read.match("node-user", "user:\\[(\\d+)\\]"),
    "vm.user": read.match("vm-user", "user:\\[(\\d+)\\]"),

    "denied.http": read.number("denied", "^HTTP (\\d+)", { stream: "stderr" }),
    "denied.code": read.json("denied", "$.code"),
    "denied.reason": read.json("denied", "$.reason"),
    "denied.message": read.json("denied", "$.message"),
    "unknown.http": read.number("unknown", "^HTTP (\\d+)", { stream: "stderr" }),
    "unknown.message": read.json("unknown", "$.message"),
    "granted.http": read.number("granted", "^HTTP (\\d+)", { stream: "stderr" }),
    "granted.names": read.jsonAll("granted", "$.items[*].metadata.name"),
    "client.before": read.text("client-before"),
    "client.after": read.text("client-after"),
  },

  limits: [
    t(
      "That a Service spreads requests evenly: it chooses for each connection by chance, here for connections of one request each.",
      "不能得出 Service 平均分配请求：它为每个连接随机选择，这里每个连接只发一个请求。",
    ),
    t(
      "That a Pod that is not Ready does not answer: it only gets nothing from the Service, and connections made before are not cut.",
      "不能得出不 Ready 的 Pod 不回答：只是 Service 不再把新连接交给它，已有连接不会被切断。",
    ),
    t(
      "That a custom object never has an effect: nothing acted on this one during the time that was watched, because nothing watches its kind.",
      "不能得出自定义对象永远没有作用：只是在观察的时间内没有谁处理它，因为没有谁在监视这个种类。",
    ),
    t(
      "That a Kubernetes Namespace isolates processes: it separates names, quotas and permissions in the API, and the kernel does not know it.",
      "不能得出 Kubernetes Namespace 隔离进程：它划分的是 API 里的名字、配额与权限，内核并不知道它。",
    ),
    t(
      "That the resource does not exist because the answer is 403, or that the network failed: the denial is an HTTP answer of the API server with a body of its own.",
      "不能因为回答是 403 就说资源不存在，或说网络出错：拒绝是 API server 的 HTTP 回答，有自己的响应体。",
    ),
    t(
      `How many requests each backend gets in another run: with ${REQUESTS} requests only the set of backends is certain.`,
      `不能得出另一次运行中各后端的请求数：${REQUESTS} 个请求只能确定后端的集合。`,
    ),
  ],

  table: [
    {
      see: t("A backend gets no requests", "某个后端收不到请求"),
      look: t(
        "its Ready condition and the EndpointSlice, then its own address",
        "它的 Ready 条件与 EndpointSlice，再直接访问它的地址",
      ),
    },
    {
      see: t("The number of Pods is right, the UID is new", "Pod 数量对，UID 是新的"),
      look: t(
        "the ReplicaSet: it replaced a Pod; a new container ID alone is kubelet's work",
        "ReplicaSet：它补了一个 Pod；若只有容器 ID 变了，则是 kubelet 的工作",
      ),
    },
    {
      see: t("An object is accepted and nothing happens", "对象被接受，却什么也没发生"),
      look: t(
        "who watches its kind: status, managedFields, events",
        "谁在监视这个种类：status、managedFields、事件",
      ),
    },
    {
      see: t("401 or 403", "401 或 403"),
      look: t(
        "the Status body: 401 does not know who asks, 403 knows and refuses",
        "Status 响应体：401 是不知道谁在请求，403 是知道但拒绝",
      ),
    },
  ],

  exercises: [
    {
      id: "1",
      case: "readiness-off",
      task: t(
        "One of three backends is not Ready. Predict which Pod UIDs answer for the Service, whether any request fails, whether a fourth Pod appears, and what the Pod answers at its own address; count real requests per UID.",
        "三个后端中有一个不 Ready。预测哪些 Pod UID 会为 Service 作出回答、是否有请求失败、是否出现第四个 Pod、直接访问该 Pod 会得到什么；按 UID 统计真实请求。",
      ),
      predictions: ["off-count", "off-ready", "off-failed", "off-direct", "off-replicas", "on-count"],
      cannotConclude: t(
        "That the process is ill: readiness was turned off by a file, and the process answered all the time. And how long the change takes: the count began only after the EndpointSlice had changed and a pause.",
        "不能得出进程有问题：就绪状态是用文件关掉的，进程一直在回答。也不能得出变化需要多久：计数是在 EndpointSlice 改变并停顿之后才开始的。",
      ),
    },
    {
      id: "2",
      case: "who-brings-back",
      task: t(
        "End the process of a replica, then delete its Pod. Predict after each which of Pod UID, container ID and start time are new and who made them; say which part of the platform each result speaks for.",
        "先结束一个副本的进程，再删除它的 Pod。预测每次之后 Pod UID、容器 ID、启动时间中哪些是新的、由谁产生；说明每个结果对应平台的哪一部分。",
      ),
      predictions: [
        "kill-uid",
        "kill-container",
        "kill-starts",
        "kill-set",
        "delete-gone",
        "delete-count",
        "delete-answers",
      ],
      cannotConclude: t(
        "Which program did it, from the result alone: that kubelet restarts and the ReplicaSet replaces is known from ownerReferences and from the UID that stayed or went, not from the count of three.",
        "单凭结果不能得出是哪个程序做的：kubelet 重启、ReplicaSet 替补，是由 ownerReferences 和 UID 的去留看出的，而不是由“还是三个”看出的。",
      ),
    },
  ],
});
