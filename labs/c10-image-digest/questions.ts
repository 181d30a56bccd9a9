import { t } from "../vocabulary/text.js";

/** What a reader is asked about each prediction before the author's is shown: the question without the answer. */
export default {
  "index-digest": t("What is the SHA-256 of the image index's bytes?", "镜像 index 字节的 SHA-256 是什么？"),
  "manifest-digest": t("What is the SHA-256 of the manifest's bytes?", "manifest 字节的 SHA-256 是什么？"),
  "children-digests": t(
    "What are the SHA-256 sums of config and layers, as they lie on disk?",
    "磁盘上的 config 与各层，SHA-256 各是什么？",
  ),
  "children-sizes": t("What are their lengths in bytes?", "它们各有多少字节？"),
  "layer-not-diffid": t(
    "The compressed layer: how do its digest and its diffID compare?",
    "压缩的那一层：摘要与 diffID 是什么关系？",
  ),
  "diffid-of-tar": t(
    "What is the SHA-256 of that layer once it is decompressed?",
    "把那一层解压之后，SHA-256 是什么？",
  ),
  "plain-layer": t(
    "The layer stored uncompressed: how do its digest and its diffID compare?",
    "未压缩存放的那一层：摘要与 diffID 是什么关系？",
  ),
  "tag-only-in-index": t(
    "In which files of the layout does the tag's name occur?",
    "标签的名字出现在布局的哪些文件里？",
  ),
  whole: t(
    "How many faults does the verifier find in the whole layout?",
    "在完整的布局里，校验器会发现几处错误？",
  ),
  "flip-layer-digest": t(
    "One bit of the layer is flipped: how do its digests before and after compare?",
    "把层里的一个比特翻转：前后的摘要是什么关系？",
  ),
  "flip-layer-size": t("… what becomes of its size?", "……它的大小会怎样？"),
  "flip-layer-parents": t(
    "… what becomes of the digests of manifest and index?",
    "……manifest 与 index 的摘要会怎样？",
  ),
  "flip-layer-code": t("… which kinds of fault does the verifier name?", "……校验器会报出哪些类别的错误？"),
  "flip-layer-place": t("… and at which place?", "……在哪个位置？"),
  "flip-manifest-place": t(
    "One bit of the manifest is flipped: at which place does the verifier find the fault?",
    "把 manifest 的一个比特翻转：校验器在哪个位置发现错误？",
  ),
  "flip-manifest-children": t(
    "… what becomes of the digests of config and layers?",
    "……config 与各层的摘要会怎样？",
  ),
  "wrong-size-code": t(
    "A descriptor states a wrong size: which kinds of fault are named?",
    "描述符写了错误的大小：会报出哪些类别的错误？",
  ),
  "wrong-digest-code": t(
    "A descriptor states a wrong digest: which kinds of fault are named?",
    "描述符写了错误的摘要：会报出哪些类别的错误？",
  ),
  "missing-code": t(
    "A blob is removed: which kinds of fault are named?",
    "删掉一个 blob：会报出哪些类别的错误？",
  ),
  "missing-parents": t("… what becomes of the other digests?", "……其余的摘要会怎样？"),
  "recompress-layer": t(
    "The layer is compressed again at another level: how do its two digests compare?",
    "用另一个级别重新压缩这一层：前后两个摘要是什么关系？",
  ),
  "recompress-config": t("… the two digests of the config?", "……config 的两个摘要呢？"),
  "recompress-manifest": t("… the two digests of the manifest?", "……manifest 的两个摘要呢？"),
  "recompress-whole": t("… how many faults does the verifier find?", "……校验器会发现几处错误？"),
  "moved-name": t(
    "The tag is moved to another image: how do the names before and after compare?",
    "把标签移到另一个镜像：前后的名字是什么关系？",
  ),
  "moved-digest": t("… the digests that it names?", "……它所指的摘要呢？"),
  "moved-old": t("… what becomes of the old image's digests?", "……旧镜像的各个摘要会怎样？"),
  "moved-shared": t("… the digests of the first layer in both images?", "……两个镜像第一层的摘要呢？"),
};
