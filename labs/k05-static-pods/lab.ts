import {
  absent,
  api,
  before,
  between,
  chain,
  changed,
  count,
  defineLab,
  equals,
  kubectl,
  matches,
  node,
  observed,
  predict,
  probeImage,
  read,
  stop,
  t,
  unchanged,
  until,
  waitFor,
  watch,
} from "../vocabulary/index.js";
import { ON, putFile, staticPod } from "./static-file.js";

const NAME = "labbook-static";
const MIRROR = `${NAME}-${ON}`;
const MASTER = "{{node.control-plane}}";
const MIRROR_OBJECT = `^Pod/${NAME}-`;

const inNamespace = [{ name: "pods", path: "/api/v1/namespaces/{{namespace}}/pods" }];
const refused = staticPod("labbook-refused", "1", { envFrom: [{ configMapRef: { name: "settings" } }] });

export default defineLab({
  id: "k05",
  title: t("Static Pods: why control-plane parts are files", "静态 Pod：控制平面组件为什么是文件"),
  question: t(
    "The API server cannot be started through the API server. Who starts it, and what is the Pod of that name in the API?",
    "API server 不可能通过 API server 来启动。那么由谁启动？API 中同名的那个 Pod 又是什么？",
  ),
  environment: "kind",
  needs: ["docker", "kubectl", "cluster", "workers>=2", "nodes-ready", "crictl", "ctr"],
  exclusive: true,

  predictions: [
    predict(
      "four-files",
      "control-plane",
      t("The control-plane node has four manifests", "控制平面节点上有四个清单文件"),
      count("files", 4),
      { reference: { value: 4, unit: "files" } },
    ),
    predict(
      "mirror-each",
      "control-plane",
      t("As many Pods say that they come from a file", "来源为 file 的 Pod 数量与文件数相同"),
      count("mirrors", observed("files.count")),
      {
        because: t("each file gets one mirror Pod", "每个文件对应一个镜像 Pod"),
        reference: { value: "config.source=file" },
      },
    ),
    predict(
      "node-owner",
      "control-plane",
      t("Each of them is owned by a Node", "它们的属主都是 Node"),
      count("mirrors.node-owned", observed("files.count")),
      { reference: { value: "Node" } },
    ),
    predict(
      "two-uids",
      "control-plane",
      t("The mirror's UID is not the UID that the node uses", "镜像 Pod 的 UID 不是节点所用的 UID"),
      changed("etcd/pod.uid", "etcd/pod.nodeUid"),
    ),
    predict(
      "hash-is-uid",
      "control-plane",
      t(
        "The node's sandbox carries kubernetes.io/config.hash as its Pod UID",
        "节点上的沙箱以 kubernetes.io/config.hash 作为 Pod UID",
      ),
      equals("etcd/sandbox.podUid", observed("etcd/pod.nodeUid")),
    ),

    predict(
      "add-before-check",
      "add",
      t(
        "The mirror is there before the folder is next read as a whole",
        "在下一次整体读取目录之前，镜像 Pod 就已出现",
      ),
      before("add.mirror", "file.check"),
      {
        because: t(
          "the kubelet is told of a renamed file at once; fileCheckFrequency is only the fallback",
          "文件改名会立即通知 kubelet；fileCheckFrequency 只是后备",
        ),
        reference: { value: 0.6, unit: "s" },
      },
    ),
    predict(
      "add-name",
      "add",
      t("The mirror's name ends with the node's name", "镜像 Pod 的名字以节点名结尾"),
      matches("first/pod.name", /worker2$/),
    ),
    predict(
      "add-hash",
      "add",
      t("Its sandbox carries the hash, not the API's UID", "其沙箱带的是哈希，而不是 API 的 UID"),
      equals("first/sandbox.podUid", observed("first/pod.nodeUid")),
    ),

    predict(
      "change-hash",
      "change",
      t("A changed file gives another hash", "文件改变后哈希不同"),
      changed("first/pod.nodeUid", "second/pod.nodeUid"),
    ),
    predict(
      "change-uid",
      "change",
      t("… another mirror", "……镜像 Pod 换了一个"),
      changed("first/pod.uid", "second/pod.uid"),
    ),
    predict(
      "change-container",
      "change",
      t("… and another container, although only a label changed", "……容器也换了，尽管只改了一个标签"),
      changed("first/container.app.id", "second/container.app.id"),
    ),

    predict(
      "delete-back",
      "delete-mirror",
      t("The deleted mirror is back within 150 s", "被删除的镜像 Pod 在 150 秒内回来"),
      between("delete.back", 0, 150, "s"),
      {
        because: t(
          "kubelet makes it again at the latest at the next sync of that Pod: one and a half syncFrequency (60 s) after a grace of 30 s, with some margin",
          "kubelet 最迟在该 Pod 的下一次同步时重建：30 秒宽限期之后，最多一个半 syncFrequency（60 秒），并留余量",
        ),
        reference: { value: 90, unit: "s" },
      },
    ),
    predict(
      "delete-uid",
      "delete-mirror",
      t("It has another UID", "UID 不同"),
      changed("second/pod.uid", "third/pod.uid"),
    ),
    predict(
      "delete-hash",
      "delete-mirror",
      t("… and the same hash", "……哈希相同"),
      unchanged("second/pod.nodeUid", "third/pod.nodeUid"),
    ),
    predict(
      "delete-container",
      "delete-mirror",
      t("The container was never touched", "容器从未被触动"),
      unchanged("second/container.app.id", "third/container.app.id"),
      { reference: { value: "kept running" } },
    ),
    predict(
      "delete-process",
      "delete-mirror",
      t("… nor its process: the same start time", "……进程也未被触动：启动时间相同"),
      unchanged("second/container.app.startTicks", "third/container.app.startTicks"),
    ),

    predict(
      "configmap-log",
      "configmap",
      t("kubelet's log names the refused reference", "kubelet 的日志指出被拒绝的引用"),
      matches("refused.message", /configmap/i),
      {
        because: t(
          "a static Pod must not depend on objects of the API that it may have to serve",
          "静态 Pod 不得依赖它自己可能要提供的 API 中的对象",
        ),
        reference: { value: "refused" },
      },
    ),
    predict(
      "configmap-no-mirror",
      "configmap",
      t("There is no mirror of it", "没有它的镜像 Pod"),
      count("refused.mirrors", 0),
    ),
    predict(
      "configmap-no-sandbox",
      "configmap",
      t("There is no sandbox of it either", "也没有它的沙箱"),
      count("refused.sandboxes", 0),
      {
        because: t(
          "newer kubelets refuse the file itself; older ones ran the Pod and were only refused the mirror",
          "较新的 kubelet 直接拒绝该文件；较早的版本会运行 Pod，只是镜像 Pod 被拒绝",
        ),
      },
    ),

    predict(
      "remove-gone",
      "remove",
      t("The mirror goes when the file goes", "文件消失后镜像 Pod 也消失"),
      between("remove.gone", 0, 90, "s"),
      {
        because: t(
          "the container has 30 s to end, and the mirror is removed after it",
          "容器有 30 秒结束，之后删除镜像 Pod",
        ),
      },
    ),
    predict(
      "remove-sandbox",
      "remove",
      t("No sandbox of it runs any more", "它的沙箱不再运行"),
      absent("remove.sandbox"),
    ),
  ],

  cases: [
    {
      id: "control-plane",
      kind: "normal",
      title: t("The control plane's own files", "控制平面自己的文件"),
      steps: [
        probeImage(),
        api(
          "master-config",
          t("The kubelet's configuration", "kubelet 的配置"),
          `/api/v1/nodes/${MASTER}/proxy/configz`,
        ),
        node("files", t("The files of its manifest folder", "清单目录中的文件"), MASTER, [
          "ls",
          "-1",
          "{{master.path}}",
        ]),
        api(
          "master-pods",
          t("Pods of that node in the API", "API 中该节点的 Pod"),
          `/api/v1/namespaces/kube-system/pods?fieldSelector=spec.nodeName=${MASTER}`,
        ),
        chain("etcd", t("The identity chain of etcd", "etcd 的身份链"), `etcd-${MASTER}`, {
          namespace: "kube-system",
        }),
      ],
    },
    {
      id: "add",
      kind: "normal",
      title: t("A file is added on a worker", "在工作节点上添加文件"),
      after: "control-plane",
      steps: [
        api(
          "worker-config",
          t("The worker's kubelet configuration", "工作节点 kubelet 的配置"),
          `/api/v1/nodes/${ON}/proxy/configz`,
        ),
        watch("pods-add", t("Watch Pods", "监视 Pod"), inNamespace),
        putFile("add-file", t("Add the file", "添加文件"), NAME, staticPod(NAME, "1")),
        waitFor(
          "mirror-created",
          t("Until the mirror is there", "等待镜像 Pod 出现"),
          `pod/${MIRROR}`,
          "create",
        ),
        waitFor("mirror-ready", t("Until it is Ready", "等待 Ready"), `pod/${MIRROR}`, "condition=Ready", {
          timeoutSeconds: 180,
        }),
        chain("first", t("The identity chain", "身份链"), MIRROR),
        stop("pods-add-end", t("End of the watch", "结束监视"), "pods-add"),
      ],
    },
    {
      id: "change",
      kind: "normal",
      title: t("The file is changed", "修改文件"),
      after: "add",
      steps: [
        putFile(
          "change-file",
          t("Change a label in the file", "修改文件中的标签"),
          NAME,
          staticPod(NAME, "2"),
        ),
        until(
          "changed",
          t("Until the mirror has the new label", "等待镜像 Pod 带上新标签"),
          kubectl("label", t("The label", "标签"), [
            "get",
            "pod",
            MIRROR,
            "--ignore-not-found",
            "-o",
            "jsonpath={.metadata.labels.version}",
          ]),
          "^2$",
          { timeoutSeconds: 180 },
        ),
        waitFor("changed-ready", t("Until it is Ready", "等待 Ready"), `pod/${MIRROR}`, "condition=Ready", {
          timeoutSeconds: 180,
        }),
        chain("second", t("The identity chain after the change", "修改后的身份链"), MIRROR),
      ],
    },
    {
      id: "delete-mirror",
      kind: "exercise",
      title: t("The mirror is deleted in the API", "在 API 中删除镜像 Pod"),
      after: "change",
      steps: [
        watch("pods-delete", t("Watch Pods", "监视 Pod"), inNamespace),
        kubectl(
          "delete-mirror",
          t("Delete the mirror", "删除镜像 Pod"),
          ["delete", "pod", MIRROR, "--wait=true", "--timeout=200s"],
          {
            timeoutSeconds: 210,
          },
        ),
        waitFor("mirror-back", t("Until it is there again", "等待它再次出现"), `pod/${MIRROR}`, "create", {
          timeoutSeconds: 240,
        }),
        waitFor("back-ready", t("Until it is Ready", "等待 Ready"), `pod/${MIRROR}`, "condition=Ready", {
          timeoutSeconds: 180,
        }),
        chain("third", t("The identity chain after it", "之后的身份链"), MIRROR),
        stop("pods-delete-end", t("End of the watch", "结束监视"), "pods-delete"),
      ],
    },
    {
      id: "configmap",
      kind: "exercise",
      title: t("A file that refers to a ConfigMap", "引用 ConfigMap 的文件"),
      after: "add",
      steps: [
        putFile(
          "refused-file",
          t("Add a file that refers to a ConfigMap", "添加引用 ConfigMap 的文件"),
          "labbook-refused",
          refused,
        ),
        until(
          "refusal",
          t("Until kubelet speaks of it in its log", "等待 kubelet 在日志中提到它"),
          node("log", t("kubelet's log", "kubelet 的日志"), ON, [
            ...[
              "sh",
              "-c",
              "journalctl -u kubelet --since -10min --no-pager -o cat | grep labbook-refused | tail -5; true",
            ],
          ]),
          "[Cc]onfig[Mm]ap",
          { timeoutSeconds: 60 },
        ),
        api(
          "refused-pods",
          t("Pods of the Namespace", "命名空间中的 Pod"),
          "/api/v1/namespaces/{{namespace}}/pods",
        ),
        node(
          "refused-sandboxes",
          t("Sandboxes of that name", "该名字的沙箱"),
          ON,
          [...["crictl", "pods", "--name", "^labbook-refused-", "-o", "json"]],
          { complete: { json: true } },
        ),
      ],
    },
    {
      id: "remove",
      kind: "normal",
      title: t("The file is removed", "删除文件"),
      after: "delete-mirror",
      steps: [
        watch("pods-remove", t("Watch Pods", "监视 Pod"), inNamespace),
        node("remove-file", t("Remove the file", "删除文件"), ON, ["rm", `{{worker.path}}/${NAME}.yaml`]),
        waitFor(
          "mirror-gone",
          t("Until the mirror is gone", "等待镜像 Pod 消失"),
          `pod/${MIRROR}`,
          "delete",
          { timeoutSeconds: 180 },
        ),
        node("remove-sandboxes", t("Ready sandboxes of that name", "该名字的就绪沙箱"), ON, [
          ...["crictl", "pods", "--state", "ready", "--name", `^${NAME}-`, "-q"],
        ]),
        stop("pods-remove-end", t("End of the watch", "结束监视"), "pods-remove"),
      ],
    },
  ],

  observations: {
    "master.path": read.json("master-config", "$.kubeletconfig.staticPodPath"),
    "worker.path": read.json("worker-config", "$.kubeletconfig.staticPodPath"),
    "file.check": read.json("worker-config", "$.kubeletconfig.fileCheckFrequency", {
      ...{ part: "^(\\d+)s$", as: "number" },
      unit: "s",
    }),
    files: read.matchAll("files", "^(.+\\.ya?ml)$"),
    "files.count": read.lines("files", "\\.ya?ml$"),
    mirrors: read.jsonAll(
      "master-pods",
      "$.items[?@.metadata.annotations['kubernetes.io/config.source'] == 'file'].metadata.name",
    ),
    "mirrors.node-owned": read.jsonAll(
      "master-pods",
      "$.items[?@.metadata.annotations['kubernetes.io/config.source'] == 'file'].metadata.ownerReferences[?@.kind == 'Node'].name",
    ),
    "add.mirror": read.moment("add", "mirror"),
    "add.running": read.moment("add", "running"),
    "delete.gone": read.moment("delete", "gone"),
    "delete.back": read.moment("delete", "back"),
    "delete.missing": read.moment("delete", "back", "gone"),
    "refused.message": read.match("refusal", "^(.*[Cc]onfig[Mm]ap.*)$"),
    "refused.mirrors": read.jsonAll("refused-pods", "$.items[?@.spec.containers[0].envFrom].metadata.name"),
    "refused.sandboxes": read.jsonAll("refused-sandboxes", "$.items[*].id"),
    "remove.gone": read.moment("remove", "gone"),
    "remove.sandbox": read.match("remove-sandboxes", "^([0-9a-f]{64})$"),
  },

  timelines: [
    {
      id: "add",
      t0: "add-file",
      from: ["pods-add"],
      events: [
        { name: "mirror", object: MIRROR_OBJECT, change: "^created" },
        { name: "running", object: MIRROR_OBJECT, change: "container app running" },
      ],
    },
    {
      id: "delete",
      t0: "delete-mirror",
      from: ["pods-delete"],
      events: [
        { name: "gone", object: MIRROR_OBJECT, change: "^deleted" },
        { name: "back", object: MIRROR_OBJECT, change: "^(re)?created", after: "gone" },
      ],
    },
    {
      id: "remove",
      t0: "remove-file",
      from: ["pods-remove"],
      events: [{ name: "gone", object: MIRROR_OBJECT, change: "^deleted" }],
    },
  ],

  limits: [
    t(
      "That a control plane has to be static Pods: this is how kubeadm does it; others run it as units or elsewhere.",
      "不能得出控制平面必须是静态 Pod：这是 kubeadm 的做法；也有以系统服务或在别处运行的。",
    ),
    t(
      "That the mirror's times are those of the container: the mirror can be younger than what it shows.",
      "不能得出镜像 Pod 的时间就是容器的时间：镜像 Pod 可能比它所展示的更新。",
    ),
    t(
      "How soon a deleted mirror comes back elsewhere: kubelet makes it again at the latest at the next sync of that Pod, and some versions at once when they see the deletion, so that the reference's 90 s and a fraction of a second are both possible. One sample was taken.",
      "不能得出别处镜像 Pod 多久回来：kubelet 最迟在该 Pod 的下一次同步时重建，有的版本一看到删除就立即重建，因此参考值的 90 秒与不到一秒都可能出现。这里只有一个样本。",
    ),
    t(
      "How fast kubelet notices a file, to better than the start of a command in the node: t0 is the start of the step that writes the file, and on a loaded machine most of the time until the mirror is that start.",
      "不能得出 kubelet 察觉文件的确切速度：t0 是写文件那一步的开始，在高负载机器上，到镜像 Pod 出现为止的时间大多花在节点内启动命令上。",
    ),
  ],

  table: [
    {
      see: t(
        "kubectl delete has no effect on a control-plane Pod",
        "对控制平面 Pod 执行 kubectl delete 没有效果",
      ),
      look: t(
        "config.source: file, then the manifest folder of the node",
        "config.source: file，然后看节点的清单目录",
      ),
    },
    {
      see: t("The API's UID finds no log folder and no cgroup", "用 API 的 UID 找不到日志目录和 cgroup"),
      look: t(
        "kubernetes.io/config.hash: the UID that the node uses",
        "kubernetes.io/config.hash：节点所用的 UID",
      ),
    },
    {
      see: t("A file in the folder and no mirror", "目录中有文件，却没有镜像 Pod"),
      look: t("kubelet's log: the file was refused", "kubelet 的日志：文件被拒绝"),
    },
  ],

  exercises: [
    {
      id: "1",
      case: "delete-mirror",
      task: t(
        "Predict what kubectl delete does to the mirror, to the container and to its process, and how long the name is missing from the API.",
        "预测 kubectl delete 对镜像 Pod、容器及其进程的影响，以及该名字在 API 中缺失多久。",
      ),
      predictions: ["delete-back", "delete-uid", "delete-hash", "delete-container", "delete-process"],
      cannotConclude: t(
        "That the Pod was down while the API did not list it: the API shows what kubelet reports, and the process ran all the time.",
        "不能得出 API 未列出时 Pod 就停了：API 只反映 kubelet 的报告，进程一直在运行。",
      ),
    },
    {
      id: "2",
      case: "configmap",
      task: t(
        "Predict where the refusal of a ConfigMap reference is seen: in the API, in the runtime, or in kubelet's log; look at all three.",
        "预测对 ConfigMap 引用的拒绝会在哪里看到：API、运行时，还是 kubelet 的日志；三处都看。",
      ),
      predictions: ["configmap-log", "configmap-no-mirror", "configmap-no-sandbox"],
      cannotConclude: t(
        "That the API tells of every refused file: nothing at all is seen there.",
        "不能指望 API 会告知每个被拒绝的文件：那里什么也看不到。",
      ),
    },
  ],
});
