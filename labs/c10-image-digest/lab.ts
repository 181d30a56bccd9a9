import {
  changed,
  count,
  defineLab,
  equals,
  matches,
  observed,
  predict,
  read,
  type Step,
  t,
  unchanged,
  vm,
} from "../vocabulary/index.js";

const LAYOUT = ["node", "{{files}}/layout.mjs"];
const DIR = "{{scratch}}/layout";
const blob = (dir: string, name: string) => `${dir}/blobs/sha256/{{${name}.hex}}`;
const CHILDREN = ["config", "layer0", "layer1"].map((name) => blob(DIR, name));

/** Places in the layout, as layout.mjs verify names them. */
const INDEX = "index.json/manifests/0";
const MANIFEST = `${INDEX}/manifests/0`;
const at = (step: string, place: string) => read.json(step, `$.checked[?@.at=='${place}'].digest`);

/** The first and the second match in a line or a document that has several digests. */
const HEX = "^sha256:([0-9a-f]{64})$";
const hex = (step: string, path: string) => read.json(step, path, { part: HEX });
const sum = (step: string) => read.match(step, "^([0-9a-f]{64}) ");

/** A copy of the layout, so that every case starts from the same whole image. */
const copy = (name: string): Step =>
  vm(`${name}.copy`, t("Copy the whole layout", "复制完整的布局"), ["cp", "-r", DIR, `{{scratch}}/${name}`]);

/** Follows every descriptor; exit 1 says that there are faults, and the output names them. */
const verify = (name: string, exit: number): Step =>
  vm(
    `${name}.verify`,
    t(
      "Follow every descriptor and check presence, size and digest",
      "沿每个描述符检查：是否存在、大小、摘要",
    ),
    [...LAYOUT, "verify", `{{scratch}}/${name}`],
    { expectExit: [exit], complete: { json: true } },
  );

const codes = (name: string) => read.jsonAll(`${name}.verify`, "$.faults[*].code");
const places = (name: string) => read.jsonAll(`${name}.verify`, "$.faults[*].at");

export default defineLab({
  id: "c10",
  title: t("Index, manifest, blob: what a digest binds", "镜像摘要：index、manifest 与 blob"),
  question: t(
    "Which bytes does an image's digest bind, and who notices when one of them is another?",
    "镜像的摘要绑定了哪些字节？其中一个字节变了，谁会发现？",
  ),
  environment: "linux",
  needs: ["node", "gzip", "tar", "sha256sum"],

  predictions: [
    predict(
      "index-digest",
      "walk",
      t(
        "The digest in index.json is the SHA-256 of the image index's bytes",
        "index.json 里的摘要就是镜像 index 字节的 SHA-256",
      ),
      equals("index.computed", observed("index.hex")),
    ),
    predict(
      "manifest-digest",
      "walk",
      t(
        "The digest in the image index is the SHA-256 of the manifest's bytes",
        "镜像 index 里的摘要就是 manifest 字节的 SHA-256",
      ),
      equals("manifest.computed", observed("manifest.hex")),
    ),
    predict(
      "children-digests",
      "walk",
      t(
        "The manifest's three digests are those of config and layers, as stored",
        "manifest 里的三个摘要分别是 config 和两个层（按存储的字节）的摘要",
      ),
      equals("children.computed", observed("children.declared")),
    ),
    predict(
      "children-sizes",
      "walk",
      t("Its three sizes are theirs in bytes", "三个大小就是它们的字节数"),
      equals("children.sizes.actual", observed("children.sizes.declared")),
    ),
    predict(
      "layer-not-diffid",
      "walk",
      t("The compressed layer's digest is not its diffID", "压缩层的摘要不等于它的 diffID"),
      changed("layer0.hex", "layer0.diffid"),
    ),
    predict(
      "diffid-of-tar",
      "walk",
      t("The diffID is the SHA-256 of the uncompressed tar", "diffID 是解压后 tar 的 SHA-256"),
      equals("layer0.uncompressed", observed("layer0.diffid")),
    ),
    predict(
      "plain-layer",
      "walk",
      t(
        "For the layer stored uncompressed, digest and diffID are equal",
        "未压缩存储的层，摘要与 diffID 相等",
      ),
      unchanged("layer1.hex", "layer1.diffid"),
    ),
    predict(
      "tag-only-in-index",
      "walk",
      t("The tag stands in index.json and in no blob", "tag 只出现在 index.json 里，不在任何 blob 里"),
      matches("tag.files", /^[^\n]*\/index\.json$/),
      { because: t("A blob cannot hold a name that is given to it later", "blob 不可能包含之后才取的名字") },
    ),
    predict(
      "whole",
      "walk",
      t("The verifier finds no fault", "校验器没有发现问题"),
      count("layout.faults", 0),
    ),

    predict(
      "flip-layer-digest",
      "flipped-layer",
      t("One flipped bit gives the layer another digest", "翻转一个比特，该层的摘要就变了"),
      changed("layer0.hex", "flipped-layer.computed"),
    ),
    predict(
      "flip-layer-size",
      "flipped-layer",
      t("… while its size stays", "……而大小不变"),
      equals("flipped-layer.size", observed("layer0.size")),
    ),
    predict(
      "flip-layer-parents",
      "flipped-layer",
      t(
        "… and so do the digests of manifest and index: they bind the layer by name",
        "……manifest 和 index 的摘要也不变：它们只引用层的摘要",
      ),
      equals("flipped-layer.parents", observed("parents.whole")),
    ),
    predict(
      "flip-layer-code",
      "flipped-layer",
      t("The verifier names a wrong digest, and nothing else", "校验器只报告摘要错误"),
      equals("flipped-layer.faults", ["DIGEST"]),
    ),
    predict(
      "flip-layer-place",
      "flipped-layer",
      t("… at the first layer", "……位置是第一个层"),
      equals("flipped-layer.places", [`${MANIFEST}/layers/0`]),
    ),
    predict(
      "flip-manifest-place",
      "flipped-manifest",
      t(
        "A flipped bit in the manifest is found at the manifest, before any layer is read",
        "manifest 里翻转一个比特，在 manifest 处就被发现，还没读到层",
      ),
      equals("flipped-manifest.places", [MANIFEST]),
    ),
    predict(
      "flip-manifest-children",
      "flipped-manifest",
      t("… and config and layers are still whole", "……config 和各层仍然完好"),
      equals("flipped-manifest.children", observed("children.declared")),
    ),
    predict(
      "wrong-size-code",
      "wrong-size",
      t("A wrong size is told as such: the digest is right", "大小错误单独报告：摘要是对的"),
      equals("wrong-size.faults", ["SIZE"]),
    ),
    predict(
      "wrong-digest-code",
      "wrong-digest",
      t(
        "A wrong digest is told as such: the size is right, a blob is there",
        "摘要错误单独报告：大小正确，blob 也在",
      ),
      equals("wrong-digest.faults", ["DIGEST"]),
    ),
    predict(
      "missing-code",
      "missing-blob",
      t("A missing blob is told as such", "缺失 blob 单独报告"),
      equals("missing-blob.faults", ["MISSING"]),
    ),
    predict(
      "missing-parents",
      "missing-blob",
      t("… and no other digest tells that it is gone", "……其他任何摘要都看不出它不见了"),
      equals("missing-blob.parents", observed("parents.whole")),
    ),

    predict(
      "recompress-layer",
      "recompressed",
      t("Compressed at another level, the layer has another digest", "用另一个压缩级别，层的摘要就不同"),
      changed("layer0.digest", "recompressed.layer0"),
    ),
    predict(
      "recompress-config",
      "recompressed",
      t("… the config, which holds the diffIDs, stays the same", "……保存 diffID 的 config 不变"),
      unchanged("config.digest", "recompressed.config"),
    ),
    predict(
      "recompress-manifest",
      "recompressed",
      t("… manifest and index change with the layer's digest", "……manifest 随层的摘要而变"),
      changed("manifest.digest", "recompressed.manifest"),
    ),
    predict(
      "recompress-whole",
      "recompressed",
      t("… and the image is whole", "……镜像仍然完好"),
      count("recompressed.faults", 0),
    ),
    predict(
      "moved-name",
      "tag-moved",
      t("After the tag was moved, the name is the same", "移动 tag 之后，名字不变"),
      unchanged("tag", "tag-moved.tag"),
    ),
    predict(
      "moved-digest",
      "tag-moved",
      t("… and names another digest", "……但指向另一个摘要"),
      changed("index.digest", "tag-moved.index"),
    ),
    predict(
      "moved-old",
      "tag-moved",
      t("The old image is still there under its digest", "旧镜像仍然可以用摘要找到"),
      equals("tag-moved.old", observed("parents.whole")),
    ),
    predict(
      "moved-shared",
      "tag-moved",
      t("Both images share the first layer", "两个镜像共用第一个层"),
      unchanged("layer0.digest", "tag-moved.layer0"),
    ),
  ],

  cases: [
    {
      id: "walk",
      kind: "normal",
      title: t("From a tag down to the bytes of the layers", "从 tag 一直走到层的字节"),
      steps: [
        vm("build", t("Build an image layout on disk", "在磁盘上构建镜像布局"), [...LAYOUT, "build", DIR]),
        vm("index-json", t("The tag and what it names", "tag 及其指向"), ["cat", `${DIR}/index.json`], {
          complete: { json: true },
        }),
        vm("index-sum", t("The image index's digest, computed", "计算镜像 index 的摘要"), [
          "sha256sum",
          blob(DIR, "index"),
        ]),
        vm("index-blob", t("The image index", "镜像 index"), ["cat", blob(DIR, "index")], {
          complete: { json: true },
        }),
        vm("manifest-sum", t("The manifest's digest, computed", "计算 manifest 的摘要"), [
          "sha256sum",
          blob(DIR, "manifest"),
        ]),
        vm("manifest-blob", t("The manifest", "manifest"), ["cat", blob(DIR, "manifest")], {
          complete: { json: true },
        }),
        vm("children-sum", t("Digests of config and layers, computed", "计算 config 和各层的摘要"), [
          "sha256sum",
          ...CHILDREN,
        ]),
        vm("children-size", t("Their sizes", "它们的大小"), ["stat", "-c", "%s %n", ...CHILDREN]),
        vm(
          "config-blob",
          t("The config with the diffIDs", "带 diffID 的 config"),
          ["cat", blob(DIR, "config")],
          {
            complete: { json: true },
          },
        ),
        vm("layer-copy", t("Copy the compressed layer", "复制压缩层"), [
          "cp",
          blob(DIR, "layer0"),
          "{{scratch}}/layer0.tar.gz",
        ]),
        vm("layer-unpack", t("Uncompress it", "解压"), ["gzip", "-d", "{{scratch}}/layer0.tar.gz"]),
        vm("layer-sum", t("The digest of the uncompressed tar", "解压后 tar 的摘要"), [
          "sha256sum",
          "{{scratch}}/layer0.tar",
        ]),
        vm("layer-list", t("What the tar holds", "tar 里的内容"), ["tar", "-tvf", "{{scratch}}/layer0.tar"]),
        vm("tag-search", t("Which files hold the tag's name", "哪些文件包含 tag 的名字"), [
          "grep",
          "-rl",
          "stable",
          DIR,
        ]),
        parents("layout"),
        verify("layout", 0),
      ],
    },
    {
      id: "flipped-layer",
      kind: "negative",
      title: t("One bit of a layer is flipped", "层里的一个比特被翻转"),
      after: "walk",
      steps: [
        copy("flipped-layer"),
        vm("flipped-layer.flip", t("Flip one bit of the layer", "翻转层里的一个比特"), [
          ...LAYOUT,
          "flip",
          blob("{{scratch}}/flipped-layer", "layer0"),
          "20",
        ]),
        vm("flipped-layer.sum", t("The layer's digest now", "层现在的摘要"), [
          "sha256sum",
          blob("{{scratch}}/flipped-layer", "layer0"),
        ]),
        vm("flipped-layer.stat", t("Its size now", "现在的大小"), [
          "stat",
          "-c",
          "%s",
          blob("{{scratch}}/flipped-layer", "layer0"),
        ]),
        parents("flipped-layer"),
        verify("flipped-layer", 1),
      ],
    },
    {
      id: "flipped-manifest",
      kind: "negative",
      title: t("One bit of the manifest is flipped", "manifest 里的一个比特被翻转"),
      after: "walk",
      steps: [
        copy("flipped-manifest"),
        vm("flipped-manifest.flip", t("Flip one bit of the manifest", "翻转 manifest 里的一个比特"), [
          ...LAYOUT,
          "flip",
          blob("{{scratch}}/flipped-manifest", "manifest"),
          "40",
        ]),
        vm("flipped-manifest.sum", t("Config and layers now", "config 和各层现在的摘要"), [
          "sha256sum",
          ...["config", "layer0", "layer1"].map((name) => blob("{{scratch}}/flipped-manifest", name)),
        ]),
        verify("flipped-manifest", 1),
      ],
    },
    {
      id: "wrong-size",
      kind: "negative",
      title: t("A descriptor claims a wrong size", "描述符声明了错误的大小"),
      after: "walk",
      steps: [
        copy("wrong-size"),
        vm("wrong-size.declare", t("Claim 7 bytes for the first layer", "声明第一个层为 7 字节"), [
          ...LAYOUT,
          "declare-size",
          "{{scratch}}/wrong-size",
          "7",
        ]),
        verify("wrong-size", 1),
      ],
    },
    {
      id: "wrong-digest",
      kind: "negative",
      title: t("A descriptor claims a wrong digest", "描述符声明了错误的摘要"),
      after: "walk",
      steps: [
        copy("wrong-digest"),
        vm(
          "wrong-digest.declare",
          t("Claim another digest, with a blob of that name", "声明另一个摘要，并放一个同名 blob"),
          [...LAYOUT, "declare-digest", "{{scratch}}/wrong-digest"],
        ),
        verify("wrong-digest", 1),
      ],
    },
    {
      id: "missing-blob",
      kind: "negative",
      title: t("A blob is missing", "缺少一个 blob"),
      after: "walk",
      steps: [
        copy("missing-blob"),
        vm("missing-blob.remove", t("Remove the second layer", "删除第二个层"), [
          "rm",
          blob("{{scratch}}/missing-blob", "layer1"),
        ]),
        parents("missing-blob"),
        verify("missing-blob", 1),
      ],
    },
    {
      id: "recompressed",
      kind: "exercise",
      title: t("The same layer, compressed anew", "同一个层，重新压缩"),
      after: "walk",
      steps: [
        copy("recompressed"),
        vm("recompressed.compress", t("Compress the first layer at level 1", "用级别 1 压缩第一个层"), [
          ...LAYOUT,
          "recompress",
          "{{scratch}}/recompressed",
        ]),
        verify("recompressed", 0),
      ],
    },
    {
      id: "tag-moved",
      kind: "exercise",
      title: t("The tag is moved to another image", "tag 移到另一个镜像"),
      after: "walk",
      steps: [
        copy("tag-moved"),
        vm("tag-moved.move", t("Store another image under the same tag", "用同一个 tag 存另一个镜像"), [
          ...LAYOUT,
          "move-tag",
          "{{scratch}}/tag-moved",
        ]),
        vm(
          "tag-moved.index-json",
          t("What the tag names now", "tag 现在的指向"),
          ["cat", "{{scratch}}/tag-moved/index.json"],
          {
            complete: { json: true },
          },
        ),
        parents("tag-moved"),
        verify("tag-moved", 0),
      ],
    },
  ],

  observations: {
    tag: read.json("index-json", "$.manifests[0].annotations['org.opencontainers.image.ref.name']"),
    "index.digest": read.json("index-json", "$.manifests[0].digest"),
    "index.hex": hex("index-json", "$.manifests[0].digest"),
    "index.computed": sum("index-sum"),
    "manifest.digest": read.json("index-blob", "$.manifests[0].digest"),
    "manifest.hex": hex("index-blob", "$.manifests[0].digest"),
    "manifest.computed": sum("manifest-sum"),
    "config.digest": read.json("manifest-blob", "$.config.digest"),
    "config.hex": hex("manifest-blob", "$.config.digest"),
    "layer0.digest": read.json("manifest-blob", "$.layers[0].digest"),
    "layer0.size": read.json("manifest-blob", "$.layers[0].size", { unit: "bytes" }),
    "layer0.hex": hex("manifest-blob", "$.layers[0].digest"),
    "layer1.hex": hex("manifest-blob", "$.layers[1].digest"),
    "children.declared": read.jsonAll("manifest-blob", "$['config','layers']..digest", { part: HEX }),
    "children.computed": read.matchAll("children-sum", "^([0-9a-f]{64}) "),
    "children.sizes.declared": read.jsonAll("manifest-blob", "$['config','layers']..size", {
      part: "^(\\d+)$",
      unit: "bytes",
    }),
    "children.sizes.actual": read.matchAll("children-size", "^(\\d+) ", { unit: "bytes" }),
    "layer0.diffid": hex("config-blob", "$.rootfs.diff_ids[0]"),
    "layer1.diffid": hex("config-blob", "$.rootfs.diff_ids[1]"),
    "layer0.uncompressed": sum("layer-sum"),
    "layer0.files": read.matchAll("layer-list", "(\\S+)$"),
    "tag.files": read.text("tag-search"),
    "layout.faults": codes("layout"),
    "parents.whole": read.matchAll("layout.parents", "^([0-9a-f]{64}) "),

    "flipped-layer.computed": sum("flipped-layer.sum"),
    "flipped-layer.size": read.number("flipped-layer.stat", "^(\\d+)$", { unit: "bytes" }),
    "flipped-layer.parents": read.matchAll("flipped-layer.parents", "^([0-9a-f]{64}) "),
    "flipped-layer.faults": codes("flipped-layer"),
    "flipped-layer.places": places("flipped-layer"),
    "flipped-manifest.children": read.matchAll("flipped-manifest.sum", "^([0-9a-f]{64}) "),
    "flipped-manifest.places": places("flipped-manifest"),
    "wrong-size.faults": codes("wrong-size"),
    "wrong-digest.faults": codes("wrong-digest"),
    "missing-blob.faults": codes("missing-blob"),
    "missing-blob.parents": read.matchAll("missing-blob.parents", "^([0-9a-f]{64}) "),
    "recompressed.faults": codes("recompressed"),
    "recompressed.manifest": at("recompressed.verify", MANIFEST),
    "recompressed.config": at("recompressed.verify", `${MANIFEST}/config`),
    "recompressed.layer0": at("recompressed.verify", `${MANIFEST}/layers/0`),
    "tag-moved.tag": read.json(
      "tag-moved.index-json",
      "$.manifests[0].annotations['org.opencontainers.image.ref.name']",
    ),
    "tag-moved.index": read.json("tag-moved.index-json", "$.manifests[0].digest"),
    "tag-moved.old": read.matchAll("tag-moved.parents", "^([0-9a-f]{64}) "),
    "tag-moved.layer0": at("tag-moved.verify", `${MANIFEST}/layers/0`),
  },

  limits: [
    t(
      "A digest says which bytes they are, not who made them or whether they are good: that takes signatures.",
      "摘要只说明是哪些字节，不说明是谁做的、是否可信：那需要签名。",
    ),
    t(
      "Nothing was pulled and no container ran: how a registry and containerd treat these bytes is the subject of c12 and c26.",
      "这里没有拉取镜像，也没有运行容器：仓库和 containerd 如何处理这些字节，是 c12 和 c26 的主题。",
    ),
    t(
      "The digests here depend on this Node.js's gzip; on another version the compressed layer's may differ, its diffID may not.",
      "这里的摘要取决于这个 Node.js 的 gzip；换个版本，压缩层的摘要可能不同，diffID 不会变。",
    ),
    t(
      "These records belong to this layout alone: they are no part of another chapter's identity chain.",
      "这些记录只属于这个布局：它们不是其他章节身份链的一部分。",
    ),
  ],

  table: [
    {
      see: t("same tag, other behaviour", "tag 相同，行为不同"),
      look: t(
        "the digest that the tag names now, in index.json or at the registry",
        "tag 现在指向的摘要（index.json 或仓库中）",
      ),
    },
    {
      see: t("two layer digests for what seems the same layer", "看似相同的层却有两个摘要"),
      look: t(
        "the diffIDs in the configs: the tar may be the same, compressed differently",
        "config 里的 diffID：tar 可能相同，只是压缩不同",
      ),
    },
    {
      see: t("digest mismatch", "摘要不符"),
      look: t(
        "the blob's own bytes: its size and its parents say nothing about it",
        "blob 自己的字节：它的大小和上级都看不出问题",
      ),
    },
    {
      see: t("a size that is not the declared one", "大小与声明不符"),
      look: t(
        "the digest first: where it is right, the descriptor is wrong; where it is not, the blob was cut or changed",
        "先看摘要：摘要对，是描述符错；摘要不对，是 blob 被截断或改动",
      ),
    },
  ],

  exercises: [
    {
      id: "1",
      case: "recompressed",
      task: t(
        "The first layer's tar is compressed at another level. Predict which of layer digest, diffID, config, manifest and index change.",
        "第一个层的 tar 用另一个级别压缩。预测层摘要、diffID、config、manifest、index 中哪些会变。",
      ),
      predictions: ["recompress-layer", "recompress-config", "recompress-manifest", "recompress-whole"],
      cannotConclude: t(
        "That equal manifests are needed for equal file systems: two digests may unpack to the same tar, and only the diffID says so.",
        "不能由 manifest 不同得出文件系统不同：两个摘要可能解压出同一个 tar，只有 diffID 能说明。",
      ),
    },
    {
      id: "2",
      case: "tag-moved",
      task: t(
        "Another image is stored under the same tag. Predict what the name, the digest, the old image and the shared layer do.",
        "用同一个 tag 存另一个镜像。预测名字、摘要、旧镜像和共用的层会怎样。",
      ),
      predictions: ["moved-name", "moved-digest", "moved-old", "moved-shared"],
      cannotConclude: t(
        "What a machine runs that pulled the tag earlier: the name does not tell when it was resolved.",
        "不能得出之前拉取过该 tag 的机器正在运行什么：名字不说明它是何时解析的。",
      ),
    },
  ],
});

/** The digests of index and manifest in a copy, by the names that they had in the whole layout. */
function parents(name: string): Step {
  return vm(`${name}.parents`, t("Image index and manifest in this copy", "这个副本里的 index 和 manifest"), [
    "sha256sum",
    blob(`{{scratch}}/${name}`, "index"),
    blob(`{{scratch}}/${name}`, "manifest"),
  ]);
}
