import { t } from "../vocabulary/text.js";

/** What a reader is asked about each prediction before the author's is shown: the question without the answer. */
export default {
  "header-names-tag": t(
    "The registry is asked for a tag: which digest stands in Docker-Content-Digest?",
    "向仓库请求一个标签：Docker-Content-Digest 里是哪个摘要？",
  ),
  "bytes-are-the-digest": t(
    "… what is the SHA-256 of the manifest's bytes?",
    "……manifest 字节的 SHA-256 是什么？",
  ),
  "by-digest-same": t(
    "… asked by tag and by digest: how do the two sums compare?",
    "……按标签与按摘要请求：两个校验值是什么关系？",
  ),
  "blobs-verify": t(
    "What are the SHA-256 sums of config and layers, as they arrive?",
    "收到的 config 与各层，SHA-256 各是什么？",
  ),
  "not-there-before": t(
    "Before: how many of the image's own layers are in the node's content store?",
    "之前：节点的内容存储里有几个该镜像自己的层？",
  ),
  downloaded: t("… and after the fetch?", "……下载之后呢？"),
  complete: t(
    "After the fetch: what does the check say of the image's content?",
    "下载之后：镜像检查怎么说它的内容？",
  ),
  "complete-not-unpacked": t("… and of its being unpacked?", "……是否已解包？"),
  "no-snapshot-yet": t(
    "… what does asking for the snapshot of its layers give?",
    "……查询各层的快照，得到什么？",
  ),
  unpacked: t("After unpacking: what does the same check print?", "解包之后：同一检查打印什么？"),
  "snapshot-committed": t("… in which state is the snapshot of all layers?", "……全部层的快照处于什么状态？"),
  files: t("… what does the layer's file hold?", "……层里的文件内容是什么？"),
  "unpacking-asks-nobody": t(
    "… the requests that the registry counted, before and after unpacking?",
    "……解包前后，仓库收到的请求数是什么关系？",
  ),
  "moved-digest": t(
    "The tag is moved: the digests that it names, before and after?",
    "标签被移动：前后所指的摘要是什么关系？",
  ),
  "old-digest-stays": t(
    "… the former manifest asked for by digest, before and after?",
    "……按摘要请求旧的 manifest，前后呢？",
  ),
  "node-keeps-old": t(
    "… which digest does the node's own name for the tag mean?",
    "……节点上同名的标签指哪个摘要？",
  ),
  "unauthorized-status": t("Without a password: which HTTP status?", "不带密码：HTTP 状态码是多少？"),
  "unauthorized-challenge": t("… what does WWW-Authenticate say?", "……WWW-Authenticate 里写着什么？"),
  "authorized-status": t("… with the password: which status?", "……带上密码：状态码呢？"),
  "unauthorized-node": t("… what does the node's runtime say?", "……节点的运行时说什么？"),
  "missing-manifest": t(
    "A layer is missing from the registry: which status has the manifest?",
    "仓库里缺一个层：manifest 的状态码是多少？",
  ),
  "missing-status": t("… and the layer?", "……那个层呢？"),
  "missing-named": t("… which digest does the body name?", "……正文里提到哪个摘要？"),
  "missing-node": t("… what does the node's runtime say?", "……节点的运行时说什么？"),
  "corrupt-status": t(
    "A layer has one changed byte: which status has it?",
    "一个层被改了一个字节：状态码是多少？",
  ),
  "corrupt-computed": t(
    "… the digest asked for and that of what arrives: how do they compare?",
    "……请求的摘要与收到内容的摘要是什么关系？",
  ),
  "corrupt-node": t(
    "… which digest does the node's runtime expect, in its message?",
    "……节点的运行时在消息里期望哪个摘要？",
  ),
  "down-no-status": t("The registry is stopped: what of the HTTP status?", "仓库已停止：HTTP 状态码呢？"),
  "down-curl": t("… with which exit code does curl end?", "……curl 的退出码是多少？"),
  "down-node": t("… what does the node's runtime say?", "……节点的运行时说什么？"),
  "second-fetch": t(
    "The moved tag is fetched on a node that has the old image: how many blobs are asked for?",
    "在已有旧镜像的节点上拉取移动后的标签：会请求几个 blob？",
  ),
  "two-digests": t(
    "Two Pods with one image reference, one on a node that had it: how do the digests that run compare?",
    "两个 Pod 使用同一镜像引用，其中一个节点早已有它：实际运行的摘要是什么关系？",
  ),
};
