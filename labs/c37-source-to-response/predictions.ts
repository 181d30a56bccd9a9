import type { Prediction } from "../../src/model/predictions/types.js";
import {
  absent,
  between,
  changed,
  contains,
  count,
  equals,
  matches,
  observed,
  predict,
  t,
  unchanged,
} from "../vocabulary/index.js";
import { STATE_SHA256 } from "./state.js";

/** The unbroken chain: each element says the same as the one before it. */
export const whole: Prediction[] = [
  predict(
    "source-files",
    "normal",
    t(
      "Every file of the archive has the checksum that the manifest says",
      "归档里每个文件的校验和都与清单一致",
    ),
    equals("source.ok", observed("source.listed")),
  ),
  predict(
    "no-break",
    "normal",
    t(
      "From the source archive to the answers there is no link without proof",
      "从源码归档到回答，没有一环缺少证明",
    ),
    count("served/breaks", 0),
  ),
  predict(
    "source-app",
    "normal",
    t("The process that answered says the archive's checksum", "作答的进程说出的正是归档的校验和"),
    equals("served/request.source", observed("served/source.archive")),
    { because: t("the build writes it into the image's config", "构建时它被写入镜像的 config") },
  ),
  predict(
    "push-digest",
    "normal",
    t("The pushed digest is the built one", "推送后的摘要就是构建出的摘要"),
    equals("served/registry.push", observed("served/build.manifest")),
    {
      because: t(
        "a digest names bytes: a registry that keeps the bytes keeps the digest",
        "摘要指称的是字节：仓库保存同样的字节，摘要就不变",
      ),
    },
  ),
  predict(
    "manifest-digest",
    "normal",
    t("The bytes that the registry serves have that digest", "仓库给出的字节正是这个摘要"),
    equals("served/registry.manifest", observed("served/registry.push")),
  ),
  predict(
    "spec-digest",
    "normal",
    t("The Pod's spec names repository and digest of the push", "Pod spec 写的就是推送的仓库与摘要"),
    equals("served/container.app.image.ref", observed("served/registry.ref")),
  ),
  predict(
    "node-digest",
    "normal",
    t("The node knows the image by that digest", "节点以该摘要认得这个镜像"),
    equals("served/container.app.image.manifestDigest", observed("served/registry.manifest")),
  ),
  predict(
    "config-digest",
    "normal",
    t("Its config digest is the built one, another digest", "它的 config 摘要是构建所得的另一个摘要"),
    equals("served/container.app.image.configDigest", observed("served/build.config")),
  ),
  predict(
    "pulled",
    "normal",
    t("The kubelet pulled it from the lab's registry", "kubelet 是从实验的仓库拉取的"),
    contains("pull.message", "Successfully pulled image"),
  ),
  predict(
    "request-uid",
    "normal",
    t("The answer through the Service names the Pod's UID", "经 Service 的回答写着该 Pod 的 UID"),
    equals("served/request.podUid", observed("served/pod.uid")),
  ),
  predict(
    "request-process",
    "normal",
    t(
      "… and was given by the process on the node: the same start time",
      "……并由节点上的那个进程给出：启动时间相同",
    ),
    equals("served/request.startTicks", observed("served/container.app.startTicks")),
  ),
  predict(
    "request-each",
    "normal",
    t(
      "At whichever of the Service's addresses one asks, this Pod answers",
      "无论请求 Service 的哪个地址，应答的都是这个 Pod",
    ),
    equals("each.uid", observed("served/pod.uid")),
  ),
  predict(
    "request-addresses",
    "normal",
    t("It answers at each of them", "每个地址都有应答"),
    count("each.all", observed("served.ips")),
    {
      because: t(
        "the Service asks for an address of each family, and the app listens on both",
        "Service 要求每个地址族一个地址，而应用在两个地址族上都监听",
      ),
    },
  ),
  predict(
    "endpoint",
    "normal",
    t("The Service's endpoint is the Pod's address", "Service 的端点就是该 Pod 的地址"),
    matches("served/service.endpoint", /:8080$/),
  ),
  predict(
    "write-sum",
    "normal",
    t(
      "The checksum of what was written is that of the sheet's text",
      "写入内容的校验和就是实验单中文本的校验和",
    ),
    equals("served/state.written", STATE_SHA256),
  ),
  predict(
    "read-sum",
    "normal",
    t("What is read back has the same checksum", "读回的内容校验和相同"),
    equals("served/state.sha256", observed("served/state.written")),
  ),
  predict(
    "file-sum",
    "normal",
    t("… and so has the file in the volume's directory on the node", "……节点上卷目录里的文件也相同"),
    equals("served/volume.sha256", observed("served/state.written")),
  ),
  predict(
    "too-large",
    "normal",
    t("One byte more than 4096 is refused with 413", "比 4096 多一个字节会被 413 拒绝"),
    equals("large.status", 413),
  ),
];

export const recreated: Prediction[] = [
  predict(
    "again-no-break",
    "recreated",
    t("The new Pod's chain has no break either", "新 Pod 的链同样没有断点"),
    count("again/breaks", 0),
  ),
  ...(
    [
      ["pod.uid", "Pod UID", "Pod UID"],
      ["sandbox.id", "sandbox ID", "沙箱 ID"],
      ["container.app.id", "container ID", "容器 ID"],
      ["container.app.pid.node", "PID on the node", "节点上的 PID"],
      ["container.app.startTicks", "start time", "启动时间"],
      ["request.podUid", "UID in the answer", "回答中的 UID"],
    ] as const
  ).map(([link, en, zh]) =>
    predict(
      `again-${link}`.toLowerCase(),
      "recreated",
      t(`Another ${en}`, `${zh} 改变`),
      changed(`served/${link}`, `again/${link}`),
    ),
  ),
  ...(
    [
      ["source.archive", "source checksum", "源码校验和"],
      ["build.base", "base digest", "基础镜像摘要"],
      ["registry.manifest", "manifest digest in the registry", "仓库中的 manifest 摘要"],
      ["container.app.image.manifestDigest", "manifest digest on the node", "节点上的 manifest 摘要"],
      ["container.app.image.configDigest", "config digest", "config 摘要"],
      ["service.address", "Service address", "Service 地址"],
      ["volume.claim", "claim, by UID", "声明（按 UID）"],
      ["volume.mount", "mount source", "挂载源"],
      ["volume.directory", "inode of the volume's directory", "卷目录的 inode"],
      ["volume.file", "inode of the state file", "状态文件的 inode"],
    ] as const
  ).map(([link, en, zh]) =>
    predict(
      `same-${link}`.toLowerCase(),
      "recreated",
      t(`The same ${en}`, `${zh} 不变`),
      unchanged(`served/${link}`, `again/${link}`),
    ),
  ),
  predict(
    "again-sum",
    "recreated",
    t(
      "The new Pod reads back what the old one was given: the same checksum",
      "新 Pod 读回的正是旧 Pod 收到的内容：校验和相同",
    ),
    equals("again/state.sha256", observed("served/state.written")),
  ),
];

export const writableLayer: Prediction[] = [
  predict(
    "layer-written",
    "writable-layer",
    t("Writing is answered 200 all the same", "写入同样得到 200"),
    equals("layer.status", 200),
  ),
  predict(
    "layer-break",
    "writable-layer",
    t("Exactly one link is a break: there is no state file on the volume", "恰有一处断点：卷上没有状态文件"),
    equals("layer/breaks", ["volume.file"]),
  ),
  predict(
    "layer-read",
    "writable-layer",
    t("Reading back is right before the recreation", "重建之前读回的内容正确"),
    equals("layer/state.sha256", STATE_SHA256),
  ),
  predict(
    "layer-gone",
    "writable-layer",
    t("After the recreation the data is gone as well", "重建之后数据也不在了"),
    equals("layer-again/breaks", ["volume.file", "state.sha256"]),
  ),
  predict(
    "layer-image",
    "writable-layer",
    t("… although the image is the same", "……尽管镜像相同"),
    unchanged("layer/container.app.image.manifestDigest", "layer-again/container.app.image.manifestDigest"),
  ),
  predict(
    "layer-volume",
    "writable-layer",
    t("… and the volume is the same, mounted at /state both times", "……卷也相同，两次都挂载在 /state"),
    unchanged("layer/volume.directory", "layer-again/volume.directory"),
  ),
];

export const unmounted: Prediction[] = [
  predict(
    "unmounted-written",
    "unmounted",
    t("Writing is answered 200", "写入得到 200"),
    equals("unmounted.status", 200),
  ),
  predict(
    "unmounted-break",
    "unmounted",
    t("Exactly one link is a break: nothing is mounted at /state", "恰有一处断点：/state 上没有挂载"),
    equals("unmounted/breaks", ["volume.mount"]),
  ),
  predict(
    "unmounted-source",
    "unmounted",
    t("The kernel shows no mount at /state", "内核没有显示 /state 的挂载"),
    absent("unmounted.mount"),
  ),
  predict(
    "unmounted-root",
    "unmounted",
    t(
      "… so that the file lies in the root's file system, which is not the volume's",
      "……所以文件位于根文件系统，它不是卷所在的文件系统",
    ),
    changed("unmounted.root", "mounted.type"),
  ),
  predict(
    "unmounted-gone",
    "unmounted",
    t("After the recreation the data is gone: 404", "重建之后数据不在了：404"),
    equals("unmounted-again/breaks", ["volume.mount", "state.sha256"]),
  ),
];

export const loopback: Prediction[] = [
  predict(
    "loopback-runs",
    "loopback",
    t("The process runs and answers inside the Pod", "进程在运行，并在 Pod 内作答"),
    equals("loopback.inside", observed("loopback/pod.uid")),
  ),
  predict(
    "loopback-endpoint",
    "loopback",
    t("The Service has its endpoint", "Service 有它的端点"),
    matches("loopback/service.endpoint", /:8080$/),
  ),
  predict(
    "loopback-break",
    "loopback",
    t("Exactly one link is a break: the answer through the Service", "恰有一处断点：经 Service 的回答"),
    equals("loopback/breaks", ["request.id"]),
  ),
];

export const registryDown: Prediction[] = [
  predict(
    "down-break",
    "registry-down",
    t(
      "For the Pod that runs exactly one link is a break: the registry's manifest",
      "对正在运行的 Pod，恰有一处断点：仓库的 manifest",
    ),
    equals("down/breaks", ["registry.manifest"]),
  ),
  predict(
    "down-answers",
    "registry-down",
    t("It answers as before, with the same state", "它照常作答，状态相同"),
    equals("down/state.sha256", observed("served/state.written")),
  ),
  predict(
    "unpulled-first",
    "registry-down",
    t(
      "On a node that never pulled the reference the registry is the first break",
      "在从未拉取过该引用的节点上，第一个断点是仓库",
    ),
    equals("unpulled/first-break", "registry.manifest"),
  ),
  predict(
    "unpulled-sandbox",
    "registry-down",
    t("… the sandbox is READY", "……沙箱 READY"),
    equals("unpulled/sandbox.state", "SANDBOX_READY"),
  ),
  predict(
    "unpulled-container",
    "registry-down",
    t("… and there is no container", "……没有容器"),
    absent("unpulled/container.app.id"),
  ),
  predict(
    "unpulled-event",
    "registry-down",
    t("The event's message names the registry", "事件消息写明了该仓库"),
    matches("unpulled.message", /failed to (pull|resolve)|dial tcp|no such host|lookup/),
  ),
];

export const otherNode: Prediction[] = [
  predict(
    "other-first",
    "other-node",
    t("The first break is the volume's node", "第一个断点是卷所在的节点"),
    equals("other-node/first-break", "volume.node"),
  ),
  predict(
    "other-origin",
    "other-node",
    t("Everything before it is proven: the registry answers again", "在它之前的都有证明：仓库又能作答"),
    equals("other-node/registry.manifest", observed("served/registry.manifest")),
  ),
  predict(
    "other-claim",
    "other-node",
    t("… the claim is the same", "……声明相同"),
    unchanged("served/volume.claim", "other-node/volume.claim"),
  ),
  predict(
    "other-sandbox",
    "other-node",
    t("There is no sandbox: volumes come first", "没有沙箱：卷在前"),
    absent("other-node/sandbox.id"),
  ),
  predict(
    "other-event",
    "other-node",
    t("The kubelet's event is FailedMount", "kubelet 的事件是 FailedMount"),
    contains("other.reasons", "FailedMount"),
  ),
];

export const refusal: Prediction[] = [
  predict(
    "corrupt-refused",
    "source-refused",
    t("An archive with one flipped bit is refused", "翻转了一个比特的归档被拒绝"),
    matches("corrupt.message", /expected [0-9a-f]{64}, got [0-9a-f]{64}/),
  ),
  predict(
    "stale-whole",
    "source-refused",
    t("The stale archive is whole in itself", "过期的归档自身是完整的"),
    equals("stale.ok", observed("source.listed")),
  ),
  predict(
    "stale-refused",
    "source-refused",
    t("… and refused all the same: it is another one", "……但同样被拒绝：它是另一个归档"),
    matches("stale.message", /expected [0-9a-f]{64}, got [0-9a-f]{64}/),
  ),
  predict(
    "refused-early",
    "source-refused",
    t("Both are refused before anything is built", "两者都在构建之前被拒绝"),
    unchanged("built.before", "built.after"),
  ),
  predict(
    "built-some",
    "source-refused",
    t("… while builds do leave their image there", "……而构建确实会在那里留下镜像"),
    between("built.count", 1, undefined, "files"),
  ),
];
