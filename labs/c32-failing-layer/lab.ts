import type { LayerId } from "../../src/model/diagnose/types.js";
import { loseBlob } from "../c12-pull-image/commands.js";
import {
  defineLab,
  equals,
  kubectl,
  matches,
  predict,
  pushImage,
  read,
  registry,
  t,
  vm,
} from "../vocabulary/index.js";
import { faultyPod, foreignProgram } from "./pods.js";

const mark = (word: string) => [{ name: `mark/${word}`, text: `${word} {{run}}\n` }];

/** Two predictions about one Pod: which layer is the first without proof, and by what word the walk says why. */
function fails(
  pod: string,
  inCase: string,
  layer: LayerId,
  cause: string | RegExp,
  what: ReturnType<typeof t>,
) {
  return [
    predict(`${pod}-layer`, inCase, what, equals(`${pod}.first`, layer)),
    predict(
      `${pod}-cause`,
      inCase,
      t("… and its raw output says why", "……且其原始输出说明原因"),
      typeof cause === "string" ? equals(`${pod}.cause`, cause) : matches(`${pod}.cause`, cause),
    ),
  ];
}

/** The layer just before the failing one has proof that it works: the fault is not there. */
function works(pod: string, inCase: string, layer: LayerId, what: ReturnType<typeof t>) {
  return predict(`${pod}-${layer}`, inCase, what, equals(`${pod}.${layer}`, "works"));
}

const pods: Record<string, LayerId[]> = {
  control: ["endpoints"],
  "wrong-tag": ["sandbox", "image-reference"],
  "lost-layer": ["image-reference", "image-content"],
  "other-platform": ["image-reference", "image-content"],
  "foreign-program": ["container-create", "process-start"],
  "bad-mount": ["image-content", "container-create"],
  "read-only": ["process-start", "process-alive"],
  loopback: ["process-alive", "listening"],
  unready: ["listening", "readiness"],
  unselected: ["readiness", "endpoints"],
  "no-configmap": ["sandbox", "container-create"],
  "registry-gone": ["sandbox", "image-reference"],
};

export default defineLab({
  id: "c32",
  title: t("From a symptom back to the failing layer", "从错误症状回到失败层"),
  question: t(
    "Four faults all look like “it does not start”. Which output proves that a layer worked, and which one that it is the layer that failed?",
    "四种故障看起来都像“起不来”。哪条输出证明某层正常，哪条证明正是该层失败？",
  ),
  environment: "kind",
  needs: ["cluster", "workers>=1", "registry", "registry-hosts", "curl", "ctr", "crictl"],

  predictions: [
    predict(
      "control-none",
      "control",
      t("Of a Pod that works, every layer has proof", "正常的 Pod 每一层都有证据"),
      equals("control.first", "none"),
    ),
    ...fails(
      "wrong-tag",
      "image",
      "image-reference",
      "name not found",
      t("A tag that nobody pushed fails at the image reference", "无人推送过的标签在镜像引用层失败"),
    ),
    works("wrong-tag", "image", "sandbox", t("Its sandbox has an address all the same", "其沙箱仍有地址")),
    ...fails(
      "lost-layer",
      "image",
      "image-content",
      "blob missing",
      t("A layer missing from the registry fails at the image's content", "仓库缺失某层时在镜像内容层失败"),
    ),
    works("lost-layer", "image", "image-reference", t("Its reference was resolved", "其引用已解析")),
    ...["wrong-tag", "lost-layer"].map((pod) =>
      predict(
        `${pod}-symptom`,
        "image",
        t("kubectl shows one of the same two words for it", "kubectl 显示的是同样的两个词之一"),
        matches(`symptom.${pod}`, /^(ErrImagePull|ImagePullBackOff)$/),
        {
          because: t(
            "both words say that a pull failed, not which part of it",
            "这两个词只说明拉取失败，不说明哪一部分",
          ),
        },
      ),
    ),
    ...fails(
      "other-platform",
      "platform",
      "image-content",
      "no such platform",
      t(
        "An index without the node's platform fails at the image's content",
        "索引不含节点平台时在镜像内容层失败",
      ),
    ),
    works("other-platform", "platform", "image-reference", t("Its reference was resolved", "其引用已解析")),
    ...fails(
      "foreign-program",
      "platform",
      "process-start",
      "exec format error",
      t("A program for another machine fails at exec", "其他架构的程序在 exec 时失败"),
    ),
    works(
      "foreign-program",
      "platform",
      "container-create",
      t(
        "The container was made: pulling and mounting did not look inside the file",
        "容器已创建：拉取与挂载不检查文件内容",
      ),
    ),
    ...fails(
      "bad-mount",
      "refused",
      "container-create",
      "not a directory",
      t("A volume over a file is refused when the container is made", "把卷挂到文件上在创建容器时被拒绝"),
    ),
    works("bad-mount", "refused", "image-content", t("Its image is whole", "其镜像完整")),
    ...fails(
      "read-only",
      "refused",
      "process-alive",
      /^ended with exit code \d+$/,
      t(
        "Writing to a read-only root ends the process, not the start of it",
        "写只读根文件系统会结束进程，而不是阻止启动",
      ),
    ),
    works("read-only", "refused", "process-start", t("The program was executed", "程序已被执行")),
    predict(
      "read-only-errno",
      "refused",
      t("Its own log has the errno", "它自己的日志给出 errno"),
      matches("read-only.log", /Read-only file system/i),
    ),
    ...fails(
      "loopback",
      "silent",
      "listening",
      "loopback only",
      t(
        "Listening on 127.0.0.1 fails at the socket, though the process lives",
        "监听 127.0.0.1 在套接字层失败，尽管进程存活",
      ),
    ),
    works("loopback", "silent", "process-alive", t("The process lives", "进程存活")),
    ...fails(
      "unready",
      "silent",
      "readiness",
      "probe answered 503",
      t("An application that answers 503 fails at readiness", "回答 503 的应用在就绪层失败"),
    ),
    works("unready", "silent", "listening", t("It listens on every address", "它在所有地址上监听")),
    predict(
      "unselected-layer",
      "silent",
      t(
        "A Ready Pod whose Service selects other labels ends at the endpoints",
        "Service 选择了其他标签时，就绪的 Pod 止于端点层",
      ),
      equals("unselected.first", "endpoints"),
    ),
    predict(
      "unselected-state",
      "silent",
      t("… and the walk does not say that it fails: it is not determined", "……且诊断不说它失败：无法确定"),
      equals("unselected.endpoints", "not determined"),
      {
        because: t(
          "whether the Service was meant for this Pod stands in no output",
          "该 Service 是否本应指向此 Pod，任何输出都没有说明",
        ),
      },
    ),
    works("unselected", "silent", "readiness", t("The Pod is Ready", "Pod 已就绪")),
    ...fails(
      "no-configmap",
      "no-configmap",
      "container-create",
      'configmap "absent" not found',
      t("A missing ConfigMap fails when the container is made", "缺少 ConfigMap 在创建容器时失败"),
    ),
    works(
      "no-configmap",
      "no-configmap",
      "sandbox",
      t("The sandbox is there, with an address", "沙箱已存在并有地址"),
    ),
    ...fails(
      "registry-gone",
      "registry-gone",
      "image-reference",
      "registry not reached",
      t(
        "A stopped registry fails at the image reference, as a wrong tag does",
        "仓库停止时与错误标签一样在镜像引用层失败",
      ),
    ),
  ],

  cases: [
    {
      id: "control",
      kind: "normal",
      title: t("The Pod that works", "正常的 Pod"),
      steps: [
        registry(),
        // of this lab alone: the kubelet remembers where it pulled an image from, and would not start the loaded copy of it
        pushImage("push-control", t("Push the probe image", "推送探针镜像"), {
          tag: "control",
          label: "c32",
        }),
        ...faultyPod("control", t("Make the Pod and its Service", "建立 Pod 及其 Service"), "ready", {}),
      ],
    },
    {
      id: "image",
      kind: "negative",
      after: "control",
      title: t("1 · The image: its reference, or a layer of it", "1 · 镜像：引用或其某一层"),
      steps: [
        ...faultyPod(
          "wrong-tag",
          t("The same Pod with a tag that nobody pushed", "同一 Pod，标签无人推送过"),
          "pull",
          {
            image: "{{registry.host}}/labbook/probe:no-such-tag",
          },
        ),
        pushImage("push-lost", t("Push an image with a layer of its own", "推送带独有层的镜像"), {
          tag: "lost",
          files: mark("lost32"),
        }),
        loseBlob("lose", "{{lost.layer}}"),
        ...faultyPod("lost-layer", t("The same Pod with that image", "同一 Pod，使用该镜像"), "pull", {
          image: "{{push-lost.ref}}",
        }),
        kubectl(
          "symptoms",
          t("What kubectl shows of both", "kubectl 对两者的显示"),
          ["get", "pods", "--output", "json"],
          {
            complete: { json: true },
          },
        ),
      ],
    },
    {
      id: "platform",
      kind: "negative",
      after: "control",
      title: t(
        "2 · The platform: an index without it, a program of another",
        "2 · 平台：索引缺少该平台，或程序属于其他平台",
      ),
      steps: [
        pushImage("push-other", t("Push an index for s390x alone", "推送仅含 s390x 的索引"), {
          tag: "other",
          indexFor: "s390x",
        }),
        ...faultyPod("other-platform", t("The same Pod with that index", "同一 Pod，使用该索引"), "pull", {
          image: "{{push-other.ref}}",
        }),
        pushImage(
          "push-foreign",
          t("Push an image whose program is for s390x", "推送程序属于 s390x 的镜像"),
          {
            tag: "foreign",
            files: [{ name: "foreign/program", base64: foreignProgram(), mode: 0o755 }],
            entrypoint: ["/foreign/program"],
          },
        ),
        ...faultyPod("foreign-program", t("The same Pod with that image", "同一 Pod，使用该镜像"), "ended", {
          image: "{{push-foreign.ref}}",
        }),
      ],
    },
    {
      id: "refused",
      kind: "negative",
      after: "control",
      title: t("3 · Refused: a mount, a write", "3 · 被拒绝：挂载与写入"),
      steps: [
        ...faultyPod(
          "bad-mount",
          t("The same Pod with a volume over a file", "同一 Pod，把卷挂到文件上"),
          "refused",
          {
            container: { volumeMounts: [{ name: "over", mountPath: "/app/server.mjs" }] },
            spec: { volumes: [{ name: "over", emptyDir: {} }] },
          },
        ),
        ...faultyPod(
          "read-only",
          t("The same Pod with a read-only root that it writes to first", "同一 Pod，只读根文件系统且先写入"),
          "ended",
          {
            container: {
              command: ["sh", "-c", 'echo started >/state/started && exec node /app/server.mjs "$@"', "app"],
              securityContext: { readOnlyRootFilesystem: true },
            },
          },
        ),
      ],
    },
    {
      id: "silent",
      kind: "negative",
      after: "control",
      title: t("4 · It runs and nobody reaches it", "4 · 在运行却无人能及"),
      steps: [
        ...faultyPod(
          "loopback",
          t("The same Pod listening on 127.0.0.1", "同一 Pod，监听 127.0.0.1"),
          "running",
          {
            container: { args: ["--listen", "127.0.0.1:8080", "--state-dir", "/state"] },
          },
        ),
        ...faultyPod(
          "unready",
          t("The same Pod that answers 503 for an hour", "同一 Pod，一小时内回答 503"),
          "running",
          {
            container: {
              args: ["--listen", "*:8080", "--state-dir", "/state", "--ready-delay", "3600"],
            },
          },
        ),
        ...faultyPod(
          "unselected",
          t("The same Pod with a Service for other labels", "同一 Pod，其 Service 选择其他标签"),
          "ready",
          {
            selector: { app: "no-such-app" },
          },
        ),
      ],
    },
    {
      id: "no-configmap",
      kind: "exercise",
      after: "control",
      title: t("A ConfigMap that is not there", "不存在的 ConfigMap"),
      steps: faultyPod(
        "no-configmap",
        t(
          "The same Pod with a variable from a ConfigMap that is absent",
          "同一 Pod，变量取自不存在的 ConfigMap",
        ),
        "refused",
        { container: { env: [{ name: "X", valueFrom: { configMapKeyRef: { name: "absent", key: "x" } } }] } },
      ),
    },
    {
      id: "registry-gone",
      kind: "exercise",
      after: "control",
      title: t("The registry is stopped", "仓库已停止"),
      steps: [
        vm(
          "stop-registry",
          t("Stop the registry", "停止仓库"),
          ["docker", "stop", "--time", "5", "{{registry.container}}"],
          {
            timeoutSeconds: 60,
          },
        ),
        ...faultyPod(
          "registry-gone",
          t("The same Pod with an image that the node lacks", "同一 Pod，使用节点没有的镜像"),
          "pull",
          { image: "{{registry.host}}/labbook/probe:lost" },
        ),
      ],
    },
  ],

  observations: {
    "lost.layer": read.json("push-lost", "$.layers[-1].digest"),
    ...Object.fromEntries(
      Object.entries(pods).flatMap(([pod, layers]) => [
        [`${pod}.first`, read.firstLayer(pod)],
        ...layers.map((layer) => [`${pod}.${layer}`, read.layer(pod, layer)] as const),
        ...layers
          .slice(-1)
          .flatMap((layer) => [
            [`${pod}.cause`, read.layer(pod, layer, "cause")] as const,
            [`${pod}.proof`, read.layer(pod, layer, "proof")] as const,
          ]),
      ]),
    ),
    "read-only.log": read.json("read-only", "$.readings[?@.name == 'log/app'].stderr"),
    "symptom.wrong-tag": read.json("symptoms", reasonOf("wrong-tag")),
    "symptom.lost-layer": read.json("symptoms", reasonOf("lost-layer")),
  },

  limits: [
    t(
      "A walk sees one moment. A Pod between two tries may show the layer of the last try, or a running process that is about to end.",
      "诊断只看到一个时刻。两次重试之间的 Pod 可能显示上一次所到的层，或一个即将结束的进程。",
    ),
    t(
      "That a layer works for this Pod does not say that it works for others: another node, another image, another volume may fail there.",
      "某层对这个 Pod 正常，并不说明对其他 Pod 也正常：换节点、镜像或卷仍可能失败。",
    ),
    t(
      "Why a name was not found, a blob is missing or a program is foreign is not in the cluster: that is asked of the registry and of the build.",
      "名称为何不存在、blob 为何缺失、程序为何属于他架构，集群中没有答案：应去问仓库与构建过程。",
    ),
  ],
  table: [
    {
      see: t("ImagePullBackOff", "ImagePullBackOff"),
      look: t(
        "the runtime's own words: failed to resolve (reference), a digest not found (content), no match for platform, dial (network)",
        "运行时原话：failed to resolve（引用）、某摘要 not found（内容）、no match for platform（平台）、dial（网络）",
      ),
    },
    {
      see: t("CrashLoopBackOff", "CrashLoopBackOff"),
      look: t(
        "lastState first: StartError means that no process ran; an exit code means that one did",
        "先看 lastState：StartError 表示没有进程运行过；退出码表示运行过",
      ),
    },
    {
      see: t("Running, and not Ready", "Running 但未 Ready"),
      look: t(
        "/proc/<pid>/net/tcp before the probe's message: loopback only, no listener, or a 503",
        "先看 /proc/<pid>/net/tcp，再看探针消息：仅回环、无监听或 503",
      ),
    },
    {
      see: t("Ready, and the Service does not answer", "Ready 但 Service 无应答"),
      look: t(
        "selector against labels, then the EndpointSlice's UID and ready",
        "对照 selector 与 labels，再看 EndpointSlice 的 UID 与 ready",
      ),
    },
  ],
  exercises: [
    {
      id: "no-configmap",
      case: "no-configmap",
      task: t(
        "A variable of the container comes from a ConfigMap that is not there. Predict the first layer without proof, and whether the Pod has an address by then.",
        "容器的一个变量取自不存在的 ConfigMap。预测第一个没有证据的层，以及此时 Pod 是否已有地址。",
      ),
      predictions: ["no-configmap-layer", "no-configmap-cause", "no-configmap-sandbox"],
      cannotConclude: t(
        "That the container would run once the ConfigMap is there: nothing behind this layer has been tried.",
        "不能断定有了 ConfigMap 容器就能运行：此层之后的一切都尚未尝试。",
      ),
    },
    {
      id: "registry-gone",
      case: "registry-gone",
      task: t(
        "Stop the registry and start the Pod with an image that the node lacks. kubectl shows what it showed for the wrong tag. Predict the layer, and the words by which the two differ.",
        "停止仓库，用节点没有的镜像启动 Pod。kubectl 的显示与错误标签时相同。预测所在层，以及区分两者的措辞。",
      ),
      predictions: ["registry-gone-layer", "registry-gone-cause"],
      cannotConclude: t(
        "Whether the image exists: a registry that was not reached said nothing about it.",
        "不能断定镜像是否存在：未被联系到的仓库对此什么也没说。",
      ),
    },
  ],
});

function reasonOf(pod: string): string {
  return `$.items[?@.metadata.name == '${pod}'].status.containerStatuses[0].state.waiting.reason`;
}
