import {
  absent,
  apply,
  changed,
  contains,
  count,
  defineLab,
  equals,
  kubectl,
  matches,
  node,
  observed,
  predict,
  pushImage,
  read,
  registry,
  t,
  unchanged,
  vm,
  waitFor,
} from "../vocabulary/index.js";
import {
  blobHashes,
  blobHead,
  blobRequests,
  check,
  content,
  fetchContent,
  loseBlob,
  manifest,
  manifestHash,
  mountImage,
  refusedPull,
  snapshot,
  spoilBlob,
} from "./commands.js";

/** A layer of its own for each image and run, so that no node can have it already, packed or unpacked. */
const mark = (word: string) => [{ name: `mark/${word}`, text: `${word} {{run}}\n` }];

const DIGEST_HEADER = "^[Dd]ocker-[Cc]ontent-[Dd]igest: (sha256:[0-9a-f]{64})";
const STATUS = "^HTTP/[0-9.]+ (\\d{3})";

export default defineLab({
  id: "c12",
  title: t("Is pulling an image downloading or unpacking?", "镜像拉取是下载还是解包"),
  question: t(
    "A tag becomes a digest, a digest becomes bytes, bytes become files. Which of these steps has a node taken when it says that it has an image, and which one failed when it says that it has not?",
    "标签变成摘要，摘要变成字节，字节变成文件。节点说“已有镜像”时完成了哪几步？说“没有”时又是哪一步失败？",
  ),
  environment: "kind",
  needs: ["cluster", "workers>=2", "registry", "registry-hosts", "bcrypt", "curl", "ctr", "crictl"],

  predictions: [
    predict(
      "header-names-tag",
      "resolve",
      t(
        "Docker-Content-Digest of the tag's answer is the digest that was pushed",
        "标签应答中的 Docker-Content-Digest 就是推送时的摘要",
      ),
      equals("tag.header", observed("v1.digest")),
    ),
    predict(
      "bytes-are-the-digest",
      "resolve",
      t("The manifest's bytes hash to that very digest", "清单字节的哈希正是该摘要"),
      equals("tag.computed", observed("tag.header")),
      {
        because: t(
          "a digest is computed from the bytes; the header only repeats it",
          "摘要由字节计算得出，响应头只是重复它",
        ),
      },
    ),
    predict(
      "by-digest-same",
      "resolve",
      t("Asked by digest, the registry gives the same bytes", "按摘要请求得到相同的字节"),
      unchanged("tag.computed", "byDigest.computed"),
    ),
    predict(
      "blobs-verify",
      "resolve",
      t(
        "Config and every layer hash to the digest by which they were asked for",
        "配置与每一层的哈希都等于请求时所用的摘要",
      ),
      equals("blobs.computed", observed("blobs.asked")),
    ),
    predict(
      "not-there-before",
      "download",
      t(
        "Before, the node's content store lacks the image's own layer",
        "此前节点的内容存储中没有该镜像独有的层",
      ),
      count("content.before", 0),
    ),
    predict(
      "downloaded",
      "download",
      t("After the fetch the layer is in the content store", "获取后该层已在内容存储中"),
      count("content.after", 1),
    ),
    predict(
      "complete",
      "download",
      t("All of its content is there", "它的全部内容都已存在"),
      matches("check.content", /^complete \(/),
    ),
    predict(
      "complete-not-unpacked",
      "download",
      t("The image is not unpacked", "镜像尚未解包"),
      equals("check.fetched", "false"),
    ),
    predict(
      "no-snapshot-yet",
      "download",
      t("There is no snapshot of its layers yet", "此时还没有它各层的快照"),
      contains("snapshot.fetched", "not found"),
      {
        because: t(
          "downloading fills the content store, unpacking fills the snapshotter; the two share nothing but digests",
          "下载填充内容存储，解包填充快照器；两者只共享摘要",
        ),
      },
    ),
    predict(
      "unpacked",
      "unpack",
      t("After unpacking the same check says true", "解包后同一检查变为 true"),
      equals("check.unpacked", "true"),
    ),
    predict(
      "snapshot-committed",
      "unpack",
      t("The snapshot of all layers is there, committed", "全部层的快照已存在并已提交"),
      equals("snapshot.unpacked", "Committed"),
    ),
    predict(
      "files",
      "unpack",
      t("The layer's file can be listed", "可以列出该层的文件"),
      equals("mounted.file", "v1"),
    ),
    predict(
      "unpacking-asks-nobody",
      "unpack",
      t("Unpacking asks the registry for no blob", "解包过程没有向仓库请求任何 blob"),
      unchanged("requests.beforeUnpack", "requests.afterUnpack"),
    ),
    predict(
      "moved-digest",
      "moved",
      t("After the move the same tag names another digest", "移动后同一标签指向另一个摘要"),
      changed("tag.header", "moved.header"),
    ),
    predict(
      "old-digest-stays",
      "moved",
      t("By its digest the former manifest is still there, unchanged", "按摘要仍能取到原来的清单，且未改变"),
      unchanged("tag.computed", "old.computed"),
    ),
    predict(
      "node-keeps-old",
      "moved",
      t("The node's own name for the tag still means the former digest", "节点上该标签名仍指向原摘要"),
      equals("node.tag", observed("v1.digest")),
      {
        because: t(
          "a tag is looked up when something asks; nothing tells the nodes that it moved",
          "标签只在被询问时解析；没有任何机制通知节点它已移动",
        ),
      },
    ),
    predict(
      "unauthorized-status",
      "unauthorized",
      t("Without a password the registry answers 401", "没有密码时仓库回答 401"),
      equals("unauthorized.status", 401),
    ),
    predict(
      "unauthorized-challenge",
      "unauthorized",
      t("… and WWW-Authenticate says what it wants", "……并以 WWW-Authenticate 说明所需认证"),
      matches("unauthorized.challenge", /^Basic realm="labbook"/),
    ),
    predict(
      "authorized-status",
      "unauthorized",
      t("The same request with the password is answered 200", "同一请求带上密码得到 200"),
      equals("authorized.status", 200),
    ),
    predict(
      "unauthorized-node",
      "unauthorized",
      t("The node's runtime says that it was not authorized", "节点运行时报告未获授权"),
      matches("unauthorized.said", /401 Unauthorized|no basic auth credentials|authorization failed/),
    ),
    predict(
      "missing-manifest",
      "missing-blob",
      t("The manifest of the damaged image is answered 200", "受损镜像的清单仍得到 200"),
      equals("missing.manifest", 200),
    ),
    predict(
      "missing-status",
      "missing-blob",
      t("Its missing layer is answered 404", "其缺失的层得到 404"),
      equals("missing.status", 404),
    ),
    predict(
      "missing-named",
      "missing-blob",
      t("The answer's body names the layer's digest", "应答正文指明了该层的摘要"),
      equals("missing.named", observed("lost.layer")),
    ),
    predict(
      "missing-node",
      "missing-blob",
      t("The node's runtime says which digest was not found", "节点运行时指出哪个摘要未找到"),
      contains("missing.said", observed("lost.layer")),
    ),
    predict(
      "corrupt-status",
      "corrupt-blob",
      t("A layer with one changed byte is answered 200", "被改动一个字节的层仍得到 200"),
      equals("corrupt.status", 200),
    ),
    predict(
      "corrupt-computed",
      "corrupt-blob",
      t("What arrives hashes to another digest than the one asked for", "收到内容的哈希与请求的摘要不同"),
      changed("corrupt.asked", "corrupt.computed"),
    ),
    predict(
      "corrupt-node",
      "corrupt-blob",
      t(
        "The node's runtime refuses the bytes and names both digests",
        "节点运行时拒绝这些字节并指出两个摘要",
      ),
      equals("corrupt.expected", observed("spoilt.layer")),
    ),
    predict(
      "down-no-status",
      "registry-down",
      t("A stopped registry gives no HTTP status at all", "停止的仓库根本不给出 HTTP 状态"),
      absent("down.status"),
    ),
    predict(
      "down-curl",
      "registry-down",
      t("curl ends with 7: it could not connect", "curl 以 7 结束：无法连接"),
      equals("down.exit", 7),
    ),
    predict(
      "down-node",
      "registry-down",
      t(
        "The node's runtime fails before any HTTP: it dials or resolves in vain",
        "节点运行时在 HTTP 之前失败：拨号或解析未成功",
      ),
      matches("down.said", /dial tcp|no such host|connection refused|i\/o timeout|no route to host/),
    ),
    predict(
      "second-fetch",
      "second-fetch",
      t(
        "Fetching the moved tag asks for two blobs: the new config and the new layer",
        "获取已移动的标签只请求两个 blob：新配置与新层",
      ),
      equals("secondFetch.requests", 2),
      {
        because: t(
          "the base image's layers are in the content store under the same digests",
          "基础镜像的层以相同摘要已在内容存储中",
        ),
      },
    ),
    predict(
      "two-digests",
      "same-tag",
      t(
        "The two Pods with the same image reference run different digests",
        "镜像引用相同的两个 Pod 运行着不同的摘要",
      ),
      changed("hadIt.imageID", "hadNot.imageID"),
      {
        because: t(
          "IfNotPresent asks the registry only on the node that lacks the name",
          "IfNotPresent 只在缺少该名称的节点上询问仓库",
        ),
      },
    ),
  ],

  cases: [
    {
      id: "resolve",
      kind: "normal",
      title: t("From the tag to verified bytes", "从标签到经校验的字节"),
      steps: [
        registry(),
        pushImage(
          "push-v1",
          t("Push an image with a layer of its own as v1", "推送带独有层的镜像，标签 v1"),
          {
            tag: "v1",
            files: mark("v1"),
          },
        ),
        manifest("tag", t("Ask for the manifest by tag", "按标签请求清单"), "v1"),
        manifestHash("tag-hash", t("Hash the manifest's bytes", "计算清单字节的哈希"), "v1"),
        manifestHash(
          "digest-hash",
          t("Ask by digest and hash again", "按摘要请求并再次计算哈希"),
          "{{v1.digest}}",
        ),
        blobHashes(
          "blobs",
          t("Fetch config and layers by digest and hash them", "按摘要获取配置与各层并计算哈希"),
          ["{{v1.config}}", "{{v1.layers}}"],
        ),
      ],
    },
    {
      id: "download",
      kind: "normal",
      after: "resolve",
      title: t("Downloading: the content store", "下载：内容存储"),
      steps: [
        content(
          "content-before",
          t("Is the layer in the node's content store?", "该层是否在节点的内容存储中？"),
          "{{v1.layer}}",
        ),
        fetchContent("fetch", t("Download, and do nothing else", "只下载，不做其他"), "{{push-v1.tag}}"),
        content("content-after", t("Is the layer there now?", "该层现在是否存在？"), "{{v1.layer}}"),
        check("check-fetched", "{{push-v1.tag}}"),
        snapshot("snapshot-fetched"),
      ],
    },
    {
      id: "unpack",
      kind: "normal",
      after: "download",
      title: t("Unpacking: the snapshotter", "解包：快照器"),
      steps: [
        blobRequests("requests-before"),
        mountImage("mount", "{{push-v1.tag}}"),
        blobRequests("requests-after"),
        check("check-unpacked", "{{push-v1.tag}}"),
        snapshot("snapshot-unpacked"),
      ],
    },
    {
      id: "moved",
      kind: "normal",
      after: "download",
      title: t("The tag moves", "标签移动"),
      steps: [
        pushImage("push-v2", t("Push another image under the same tag", "用同一标签推送另一个镜像"), {
          tag: "v1",
          files: mark("v2"),
        }),
        manifest("moved", t("Ask for the same tag", "请求同一标签"), "v1"),
        manifestHash("old-hash", t("Ask for the former digest", "请求原来的摘要"), "{{v1.digest}}"),
        node(
          "node-tag",
          t("What does the node mean by that tag?", "节点认为该标签是什么？"),
          "{{node.worker1}}",
          [...["ctr", "-n", "k8s.io", "images", "ls", "name=={{push-v1.tag}}"]],
        ),
      ],
    },
    {
      id: "unauthorized",
      kind: "negative",
      title: t("Not allowed: 401 and its challenge", "不被允许：401 及其质询"),
      steps: [
        registry("private", { authenticated: true }),
        pushImage("push-private", t("Push the image there, with the password", "带密码推送镜像到该仓库"), {
          tag: "v1",
          registry: "private",
        }),
        vm("unauthorized", t("Ask without a password", "不带密码请求"), [
          ...[
            "curl",
            "--silent",
            "--show-error",
            "--include",
            "{{private.url}}/v2/labbook/probe/manifests/v1",
          ],
        ]),
        vm(
          "authorized",
          t("Ask with the password", "带密码请求"),
          [
            "curl",
            "--silent",
            "--show-error",
            "--include",
            "--config",
            "-",
            "{{private.url}}/v2/labbook/probe/manifests/v1",
          ],
          {
            stdin:
              'user = "{{private.username}}:{{private.password}}"\nheader = "Accept: application/vnd.oci.image.manifest.v1+json"\n',
          },
        ),
        refusedPull("unauthorized-pull", "{{push-private.ref}}"),
      ],
    },
    {
      id: "missing-blob",
      kind: "negative",
      after: "resolve",
      title: t("Not there: a layer is missing", "不存在：缺少一层"),
      steps: [
        pushImage("push-lost", t("Push an image whose layer will be lost", "推送一个将丢失某层的镜像"), {
          tag: "lost",
          files: mark("lost"),
        }),
        loseBlob("lose", "{{lost.layer}}"),
        manifest("lost-manifest", t("Ask for its manifest", "请求其清单"), "lost"),
        blobHead("lost-blob", t("Ask for the layer", "请求该层"), "{{lost.layer}}"),
        refusedPull("lost-pull", "{{push-lost.ref}}"),
      ],
    },
    {
      id: "corrupt-blob",
      kind: "negative",
      after: "resolve",
      title: t("There, but not what it is called: a changed byte", "存在但名不副实：一个字节被改动"),
      steps: [
        pushImage(
          "push-spoilt",
          t("Push an image whose layer will be changed", "推送一个某层将被改动的镜像"),
          {
            tag: "spoilt",
            files: mark("spoilt"),
          },
        ),
        spoilBlob("spoil", "{{spoilt.layer}}"),
        blobHashes("spoilt-blob", t("Fetch the layer and hash it", "获取该层并计算哈希"), [
          "{{spoilt.layer}}",
        ]),
        refusedPull("spoilt-pull", "{{push-spoilt.ref}}"),
      ],
    },
    {
      id: "second-fetch",
      kind: "exercise",
      after: "moved",
      title: t("Fetching the moved tag", "获取已移动的标签"),
      steps: [
        blobRequests("requests-before-second"),
        fetchContent("second-fetch", t("Download the tag again", "再次下载该标签"), "{{push-v2.ref}}"),
        blobRequests("requests-after-second"),
      ],
    },
    {
      id: "same-tag",
      kind: "exercise",
      after: "moved",
      title: t("One reference on two nodes", "两个节点上的同一引用"),
      steps: [
        apply(
          "two-pods",
          t("Two Pods with the same reference", "两个引用相同的 Pod"),
          "manifests/same-tag.yaml",
        ),
        waitFor("had-it-runs", t("The first runs", "第一个在运行"), "pod/had-it", "condition=Ready", {
          timeoutSeconds: 120,
        }),
        waitFor("had-not-runs", t("The second runs", "第二个在运行"), "pod/had-not", "condition=Ready", {
          timeoutSeconds: 180,
        }),
        kubectl(
          "pods",
          t("Which digest does each run?", "各自运行哪个摘要？"),
          ["get", "pods", "-o", "json"],
          {
            complete: { json: true },
          },
        ),
      ],
    },
    {
      id: "registry-down",
      kind: "negative",
      after: "resolve",
      title: t("Nobody answers: the registry is stopped", "无人应答：仓库已停止"),
      steps: [
        vm(
          "stop-registry",
          t("Stop the registry", "停止仓库"),
          ["docker", "stop", "--time", "5", "{{registry.container}}"],
          {
            timeoutSeconds: 60,
          },
        ),
        vm(
          "down",
          t("Ask for the tag", "请求该标签"),
          [
            "curl",
            "--silent",
            "--show-error",
            "--include",
            "--max-time",
            "20",
            "{{registry.url}}/v2/labbook/probe/manifests/v1",
          ],
          { expectExit: "any" },
        ),
        refusedPull("down-pull", "{{registry.host}}/labbook/probe:never-pulled"),
      ],
    },
  ],

  observations: {
    "v1.digest": read.json("push-v1", "$.digest"),
    "v1.config": read.json("push-v1", "$.config.digest"),
    "v1.layers": read.jsonAll("push-v1", "$.layers[*].digest"),
    "v1.layer": read.json("push-v1", "$.layers[-1].digest"),
    "v1.chain": read.json("push-v1", "$.chainId"),
    "lost.layer": read.json("push-lost", "$.layers[-1].digest"),
    "spoilt.layer": read.json("push-spoilt", "$.layers[-1].digest"),
    "tag.header": read.match("tag", DIGEST_HEADER),
    "tag.computed": read.text("tag-hash"),
    "byDigest.computed": read.text("digest-hash"),
    "blobs.asked": read.matchAll("blobs", "^(sha256:\\S+) "),
    "blobs.computed": read.matchAll("blobs", "^\\S+ (sha256:\\S+) "),
    "content.before": read.column("content-before", "DIGEST"),
    "content.after": read.column("content-after", "DIGEST"),
    "check.content": read.cell("check-fetched", "STATUS"),
    "check.fetched": read.cell("check-fetched", "UNPACKED"),
    "check.unpacked": read.cell("check-unpacked", "UNPACKED"),
    "snapshot.fetched": read.text("snapshot-fetched", { stream: "stderr" }),
    "snapshot.unpacked": read.json("snapshot-unpacked", "$.Kind"),
    "mounted.file": read.match("mount", "^(v1)$"),
    "requests.beforeUnpack": read.number("requests-before", "^(\\d+)$"),
    "requests.afterUnpack": read.number("requests-after", "^(\\d+)$"),
    "moved.header": read.match("moved", DIGEST_HEADER),
    "old.computed": read.text("old-hash"),
    "node.tag": read.cell("node-tag", "DIGEST"),
    "unauthorized.status": read.number("unauthorized", STATUS),
    "unauthorized.challenge": read.match("unauthorized", "^[Ww][Ww][Ww]-[Aa]uthenticate: (.*?)\\r?$"),
    "authorized.status": read.number("authorized", STATUS),
    "unauthorized.said": read.text("unauthorized-pull", { stream: "stderr" }),
    "missing.manifest": read.number("lost-manifest", STATUS),
    "missing.status": read.number("lost-blob", STATUS),
    "missing.named": read.json("lost-blob", "$.errors[0].detail", { of: "body" }),
    "missing.said": read.text("lost-pull", { stream: "stderr" }),
    "corrupt.status": read.number("spoilt-blob", " (\\d{3})$"),
    "corrupt.asked": read.match("spoilt-blob", "^(sha256:\\S+) "),
    "corrupt.computed": read.match("spoilt-blob", "^\\S+ (sha256:\\S+) "),
    "corrupt.expected": read.match("spoilt-pull", "expected (?:digest )?(sha256:[0-9a-f]{64})", {
      stream: "stderr",
    }),
    "down.status": read.number("down", STATUS),
    "down.exit": read.exitCode("down"),
    "down.said": read.text("down-pull", { stream: "stderr" }),
    "requests.beforeSecond": read.number("requests-before-second", "^(\\d+)$"),
    "requests.afterSecond": read.number("requests-after-second", "^(\\d+)$"),
    "secondFetch.requests": read.derived("difference", ["requests.afterSecond", "requests.beforeSecond"]),
    "hadIt.imageID": read.json(
      "pods",
      "$.items[?@.metadata.name == 'had-it'].status.containerStatuses[0].imageID",
    ),
    "hadNot.imageID": read.json(
      "pods",
      "$.items[?@.metadata.name == 'had-not'].status.containerStatuses[0].imageID",
    ),
  },

  limits: [
    t(
      "The registry is docker distribution over plain HTTP; how another one words its errors, and what TLS adds, is not seen here.",
      "仓库是使用纯 HTTP 的 docker distribution；其他仓库的错误措辞以及 TLS 带来的内容不在此处观察。",
    ),
    t(
      "The layers are stored uncompressed, so a layer's digest and its diffID are the same; with compressed layers unpacking also decompresses.",
      "层以未压缩形式存储，因此层摘要与 diffID 相同；压缩层在解包时还需解压。",
    ),
    t(
      "That the node refuses changed bytes shows that it verifies on arrival; it does not show that it would notice a change in its own content store later.",
      "节点拒绝被改动的字节说明它在接收时校验；并不说明它之后会发现自身内容存储中的改动。",
    ),
  ],
  table: [
    {
      see: t("401 with WWW-Authenticate", "401 且带 WWW-Authenticate"),
      look: t(
        "credentials of the node's runtime, imagePullSecrets; the network works",
        "节点运行时的凭据、imagePullSecrets；网络是通的",
      ),
    },
    {
      see: t("404 for a blob whose manifest is answered 200", "清单为 200 而 blob 为 404"),
      look: t(
        "the registry's storage or its garbage collection; the reference is right",
        "仓库的存储或垃圾回收；引用本身没错",
      ),
    },
    {
      see: t("200, and the runtime says unexpected digest", "200，但运行时称摘要不符"),
      look: t(
        "the registry's disk or a proxy between; never pull again until it fits",
        "仓库磁盘或中间代理；不要指望重试",
      ),
    },
    {
      see: t("no HTTP status, but dial, lookup or timeout", "没有 HTTP 状态，只有拨号、解析或超时错误"),
      look: t(
        "names, routes, the registry's process; nothing was said about the image",
        "域名、路由、仓库进程；与镜像本身无关",
      ),
    },
    {
      see: t("an image that is complete and not unpacked", "镜像完整但未解包"),
      look: t("disk space and snapshotter; the download is done", "磁盘空间与快照器；下载已经完成"),
    },
  ],
  exercises: [
    {
      id: "second-fetch",
      case: "second-fetch",
      task: t(
        "The tag has moved to an image that differs in one small layer. Predict how many blobs the node asks the registry for when it fetches the tag again, and which.",
        "标签已移到只相差一个小层的镜像。预测节点再次获取该标签时会向仓库请求几个 blob，是哪些。",
      ),
      predictions: ["second-fetch"],
      cannotConclude: t(
        "The number of requests says nothing of the number of bytes on another node: what is reused depends on what each node has, not on the image.",
        "请求数不能说明其他节点上的字节数：能复用多少取决于各节点已有的内容，而不是镜像。",
      ),
    },
    {
      id: "same-tag",
      case: "same-tag",
      task: t(
        "Start two Pods with the same tag and IfNotPresent, one on a node that has the former image, one on a node that has neither. Predict the imageID of each.",
        "用同一标签与 IfNotPresent 启动两个 Pod：一个在已有旧镜像的节点上，一个在两者皆无的节点上。预测各自的 imageID。",
      ),
      predictions: ["two-digests"],
      cannotConclude: t(
        "From the Pods' specs nobody can tell which of them runs which image; and neither imageID says which one was meant.",
        "仅凭 Pod 的 spec 无法判断谁运行哪个镜像；两个 imageID 也都不能说明原本想要哪一个。",
      ),
    },
  ],
});
