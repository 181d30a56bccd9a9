import {
  apply,
  askEach,
  chain,
  defineLab,
  kubectl,
  node,
  pod,
  pushImage,
  read,
  registry,
  t,
  until,
} from "../vocabulary/index.js";
import {
  loopback,
  otherNode,
  recreated,
  refusal,
  registryDown,
  unmounted,
  whole,
  writableLayer,
} from "./predictions.js";
import { LABEL, sourceRefused, sourceSteps } from "./source.js";
import { STATE } from "./state.js";
import {
  ASKER,
  deploy,
  events,
  mountsOf,
  ORIGIN,
  put,
  recreate,
  removeClaims,
  startRegistry,
  stopRegistry,
  wholeChain,
  writeState,
} from "./steps.js";

const clusterIp = "$.spec.clusterIP";
const STATUS = "^HTTP/\\S+ (\\d{3})";
const MOUNT = "^\\d+ \\d+ \\S+ \\S+ /state .* - (\\S+) ";
const ROOT = "^\\d+ \\d+ \\S+ \\S+ / .* - (\\S+) ";
const reason = (id: string, name: string, wanted: string) =>
  until(
    id,
    t(`Until the event ${wanted}`, `等待事件 ${wanted}`),
    kubectl(`${id}-try`, t("Reasons of the events", "事件原因"), [
      ...["get", "events", "--field-selector", `involvedObject.name=${name}`],
      ...["-o", "jsonpath={.items[*].reason}"],
    ]),
    wanted,
    { timeoutSeconds: 180 },
  );

/** The rest of the message names the archive by its path, which differs from machine to machine. */
const REFUSAL = "(expected [0-9a-f]{64}, got [0-9a-f]{64})";

export default defineLab({
  id: "c37",
  title: t("From source to one real response", "从源码到一次真实服务响应"),
  question: t(
    "One HTTP response came back through a Service. Can it be traced, without a gap, to the source it was built from and to the file its data lies in?",
    "经 Service 返回了一个 HTTP 响应。能否毫无缺口地追溯到它由哪份源码构建、数据存放在哪个文件？",
  ),
  environment: "kind",
  needs: [
    ...["docker", "kubectl", "cluster", "workers>=2", "nodes-ready", "crictl", "ctr", "curl", "jq"],
    ...["registry", "registry-hosts", "storageclass"],
  ],

  predictions: [
    ...whole,
    ...recreated,
    ...writableLayer,
    ...unmounted,
    ...loopback,
    ...registryDown,
    ...otherNode,
    ...refusal,
  ],

  cases: [
    {
      id: "normal",
      kind: "normal",
      title: t("One request, traced to its source", "一个请求，追溯到源码"),
      steps: [
        ...sourceSteps(),
        registry(),
        pushImage("push", t("Push the image", "推送镜像"), { tag: "c37", label: LABEL }),
        removeClaims("volumes"),
        ...deploy("served-pod", t("Claim, Pod and Service", "声明、Pod 与 Service"), "served"),
        events("pull-events", "served"),
        ...writeState(
          "written",
          t("Write 4096 bytes through the Service", "经 Service 写入 4096 字节"),
          "served",
        ),
        put("large", t("One byte more", "再多一个字节"), "http://{{url:served.ip}}/state", `${STATE}.`),
        wholeChain("served", t("The whole chain", "整条链"), "served", "written"),
        mountsOf("served-mounts", "served", "served"),
        askEach(
          "each-address",
          t("Ask at each of the Service's addresses", "逐个请求 Service 的地址"),
          ASKER,
          "http://{{each:url:served.ips}}/identity",
        ),
      ],
    },
    {
      id: "recreated",
      kind: "exercise",
      title: t("Deleted and made again under the same name", "删除后以同名重建"),
      after: "normal",
      steps: [
        ...recreate("again-pod", "served"),
        wholeChain("again", t("The whole chain of the new Pod", "新 Pod 的整条链"), "served", "written"),
      ],
    },
    {
      id: "writable-layer",
      kind: "exercise",
      title: t("The state lies in the container's writable layer", "状态放在容器的可写层"),
      after: "normal",
      steps: [
        ...deploy(
          "layer-pod",
          t("The same with another state directory", "同样的清单，换一个状态目录"),
          "writable-layer",
        ),
        ...writeState("layer-written", t("Write the same bytes", "写入同样的字节"), "writable-layer"),
        wholeChain("layer", t("The whole chain", "整条链"), "writable-layer", "layer-written"),
        ...recreate("layer-pod-again", "writable-layer"),
        wholeChain(
          "layer-again",
          t("The whole chain of the new Pod", "新 Pod 的整条链"),
          "writable-layer",
          "layer-written",
        ),
      ],
    },
    {
      id: "unmounted",
      kind: "negative",
      title: t("The volume's mount is taken out", "去掉卷的挂载"),
      after: "normal",
      steps: [
        ...deploy("unmounted-pod", t("The volume declared, not mounted", "声明了卷，但不挂载"), "unmounted"),
        ...writeState("unmounted-written", t("Write the same bytes", "写入同样的字节"), "unmounted"),
        wholeChain("unmounted", t("The whole chain", "整条链"), "unmounted", "unmounted-written"),
        mountsOf("unmounted-mounts", "unmounted", "unmounted"),
        ...recreate("unmounted-pod-again", "unmounted"),
        wholeChain(
          "unmounted-again",
          t("The whole chain of the new Pod", "新 Pod 的整条链"),
          "unmounted",
          "unmounted-written",
        ),
      ],
    },
    {
      id: "loopback",
      kind: "negative",
      title: t("The process listens on 127.0.0.1 only", "进程只监听 127.0.0.1"),
      after: "normal",
      steps: [
        ...deploy(
          "loopback-pod",
          t("The same, listening on loopback", "同样的清单，只监听回环地址"),
          "loopback",
        ),
        pod(
          "loopback-inside",
          t("Ask it inside the Pod", "在 Pod 内请求"),
          "loopback",
          [...["wget", "-q", "-T", "5", "-O", "-", "http://127.0.0.1:8080/identity"]],
          { complete: { json: true } },
        ),
        chain("loopback", t("The whole chain, without a volume", "整条链（没有卷）"), "loopback", {
          timeoutSeconds: 120,
          delivery: { ...ORIGIN, service: "loopback" },
        }),
      ],
    },
    {
      id: "registry-down",
      kind: "negative",
      title: t("The registry is down", "镜像仓库停机"),
      after: "recreated",
      steps: [
        stopRegistry("stop-registry"),
        wholeChain("down", t("The Pod that runs", "正在运行的 Pod"), "served", "written"),
        apply("unpulled-pod", t("A Pod on the other node", "另一节点上的 Pod"), "manifests/unpulled.yaml"),
        reason("unpulled-failed", "unpulled", "Failed"),
        chain("unpulled", t("Its chain, as far as it goes", "它的链，能到哪里是哪里"), "unpulled", {
          timeoutSeconds: 120,
          delivery: ORIGIN,
        }),
        events("unpulled-events", "unpulled"),
        startRegistry("registry-back"),
        until(
          "registry-answers",
          t("Until it answers a node", "等到它对节点作出回答"),
          node(
            "registry-answers-try",
            t("Ask it", "请求它"),
            "{{node.worker2}}",
            [
              ...[
                "curl",
                "--silent",
                "--show-error",
                "--include",
                "--max-time",
                "5",
                "http://{{registry.host}}/v2/",
              ],
            ],
            { expectExit: "any" },
          ),
          "^HTTP/\\S+ 200",
        ),
      ],
    },
    {
      id: "other-node",
      kind: "negative",
      title: t("The Pod is bound to a node that the volume is not on", "Pod 绑定到卷不在的节点"),
      after: "registry-down",
      steps: [
        apply("other-pod", t("A Pod with the same claim", "使用同一声明的 Pod"), "manifests/other-node.yaml"),
        reason("other-failed", "other-node", "FailedMount"),
        chain("other-node", t("Its chain, as far as it goes", "它的链，能到哪里是哪里"), "other-node", {
          timeoutSeconds: 120,
          delivery: { ...ORIGIN, claim: "served" },
        }),
        events("other-events", "other-node"),
      ],
    },
    sourceRefused,
  ],

  observations: {
    "source.sha256": read.match("source-sum", "^([0-9a-f]{64}) "),
    "source.ok": read.lines("source-files", ": OK$"),
    "source.listed": read.lines("source-files", "\\S"),
    "pull.message": read.json("pull-events", read.messageOf("Successfully pulled image"), { first: true }),
    "served.ip": read.json("served-service", clusterIp),
    "served.ips": read.jsonAll("served-service", "$.spec.clusterIPs[*]"),
    "each.all": read.jsonAll("each-address", "$[*].pod.uid"),
    "each.uid": read.derived("distinct", ["each.all"]),
    "writable-layer.ip": read.json("writable-layer-service", clusterIp),
    "unmounted.ip": read.json("unmounted-service", clusterIp),
    "written.status": read.number("written", STATUS),
    "large.status": read.number("large", STATUS),
    "layer.status": read.number("layer-written", STATUS),
    "unmounted.status": read.number("unmounted-written", STATUS),
    "mounted.type": read.match("served-mounts", MOUNT),
    "mounted.root": read.match("served-mounts", ROOT),
    "unmounted.mount": read.match("unmounted-mounts", MOUNT),
    "unmounted.root": read.match("unmounted-mounts", ROOT),
    "loopback.inside": read.json("loopback-inside", "$.pod.uid"),
    "unpulled.message": read.json("unpulled-events", read.messageOf("Failed to pull image"), { first: true }),
    "other.reasons": read.jsonAll("other-events", "$.items[*].reason"),
    "other.message": read.json("other-events", read.messageOf("MountVolume"), { first: true }),
    "corrupt.message": read.match("corrupt", REFUSAL, { stream: "stderr" }),
    "stale.message": read.match("stale", REFUSAL, { stream: "stderr" }),
    "stale.ok": read.lines("older-check", ": OK$"),
    "built.before": read.text("built-before"),
    "built.after": read.text("built-after"),
    "built.count": read.lines("built-before", "\\.tar$"),
  },

  limits: [
    t(
      "That data persists because the answer was 200: all boundary cases with state answered 200 before their Pod was made again.",
      "不能因为回答是 200 就说数据会保留：所有带状态的边界情况在重建之前都回答了 200。",
    ),
    t(
      "That a name, an address or a PID stands for one process: UID, container ID, start time and boot have to agree, and the two generations' logs are never joined.",
      "不能用名字、地址或 PID 代表同一个进程：UID、容器 ID、启动时间与 boot ID 必须一致，两代 Pod 的日志决不拼接。",
    ),
    t(
      "That the volume is the same because a file of that name is there: device and inode of directory and file, seen from both sides, are what shows it.",
      "不能因为有同名文件就说是同一个卷：从两侧看到的目录与文件的设备号和 inode 才能证明。",
    ),
    t(
      "That the source was right or the base image trustworthy: digests bind bytes to each other, they do not judge them.",
      "不能得出源码正确或基础镜像可信：摘要只把字节彼此绑定，并不评判它们。",
    ),
    t(
      "That the volume survives its node: it is a directory on one node, and a Pod on the other node could not use it.",
      "不能得出卷能在节点失效后存活：它是某个节点上的目录，另一节点上的 Pod 用不了它。",
    ),
  ],

  table: [
    {
      see: t("HTTP 200", "HTTP 200"),
      look: t(
        "body, request ID and Pod UID; it proves no persistence",
        "响应体、请求 ID 与 Pod UID；它不证明持久性",
      ),
    },
    {
      see: t("UID and container ID do not match", "UID 与容器 ID 对不上"),
      look: t(
        "a recreation or a rolling update: never join the logs of two generations",
        "重建或滚动更新：决不拼接两代的日志",
      ),
    },
    {
      see: t("Data is still there", "数据还在"),
      look: t(
        "mount source, inode and checksum of the file: is it the same volume?",
        "挂载源、文件的 inode 与校验和：是不是同一个卷？",
      ),
    },
    {
      see: t("One link is a break", "有一环是断点"),
      look: t(
        "its reason and its step; what comes after it may be a consequence",
        "它的原因与步骤；其后的断点可能只是后果",
      ),
    },
  ],

  exercises: [
    {
      id: "1",
      case: "recreated",
      task: t(
        "Predict which IDs must change and which digests stay when a Pod of the same name is deleted and made again, and what /state answers; collect the whole chain on both sides.",
        "预测同名 Pod 删除重建后哪些 ID 必然改变、哪些摘要保持不变、/state 会回答什么；两边各收集整条链。",
      ),
      predictions: recreated.map(({ id }) => id),
      cannotConclude: t(
        "That the volume is the same from the checksum alone: the same bytes may have been written anew. The inode of directory and file, unchanged and seen from both sides, says that nobody replaced them.",
        "单凭校验和不能得出卷是同一个：同样的字节可能是重新写入的。目录与文件的 inode 从两侧看都未改变，才说明没有被替换。",
      ),
    },
    {
      id: "2",
      case: "writable-layer",
      task: t(
        "The state directory lies in the container's writable layer. Predict what PUT and GET answer before the recreation, which link of the chain is a break already then, and what of the data is left afterwards.",
        "状态目录位于容器的可写层。预测重建之前 PUT 与 GET 的回答、链上哪一环那时已是断点，以及重建之后数据还剩什么。",
      ),
      predictions: writableLayer.map(({ id }) => id),
      cannotConclude: t(
        "That the data would be lost at a restart of the container only, or kept by it: here the Pod was deleted. And that a mounted volume means that the state is on it.",
        "不能得出仅重启容器时数据会丢失或会保留：这里删除的是 Pod。也不能因为挂载了卷就说状态在卷上。",
      ),
    },
  ],
});
