import { t } from "../vocabulary/text.js";

/** What a reader is asked about each prediction before the author's is shown: the question without the answer. */
export default {
  "control-none": t(
    "A Pod that works: which layer is named as the first without proof?",
    "正常的 Pod：首个没有证据的层是哪个？",
  ),
  "wrong-tag-layer": t(
    "A tag that nobody pushed: which layer fails first?",
    "没有人推送过的标签：首先失败的是哪一层？",
  ),
  "wrong-tag-cause": t("… which cause does its raw output give?", "……原始输出给出的原因是什么？"),
  "lost-layer-layer": t(
    "A layer is missing from the registry: which layer fails first?",
    "仓库里缺一个层：首先失败的是哪一层？",
  ),
  "lost-layer-cause": t("… which cause does its raw output give?", "……原始输出给出的原因是什么？"),
  "other-platform-layer": t(
    "An index without the node's platform: which layer fails first?",
    "index 中没有节点的平台：首先失败的是哪一层？",
  ),
  "other-platform-cause": t("… which cause does its raw output give?", "……原始输出给出的原因是什么？"),
  "foreign-program-layer": t(
    "A program for another machine: which layer fails first?",
    "给另一种机器编译的程序：首先失败的是哪一层？",
  ),
  "foreign-program-cause": t("… which cause does its raw output give?", "……原始输出给出的原因是什么？"),
  "bad-mount-layer": t(
    "A volume is mounted over a file: which layer fails first?",
    "把卷挂载到一个文件上：首先失败的是哪一层？",
  ),
  "bad-mount-cause": t("… which cause does its raw output give?", "……原始输出给出的原因是什么？"),
  "read-only-layer": t(
    "The app writes to a read-only root: which layer fails first?",
    "应用向只读的根写入：首先失败的是哪一层？",
  ),
  "read-only-cause": t("… which cause does its raw output give?", "……原始输出给出的原因是什么？"),
  "loopback-layer": t(
    "The app listens on 127.0.0.1: which layer fails first?",
    "应用监听 127.0.0.1：首先失败的是哪一层？",
  ),
  "loopback-cause": t("… which cause does its raw output give?", "……原始输出给出的原因是什么？"),
  "unready-layer": t(
    "The app answers its probe with 503: which layer fails first?",
    "应用对探针返回 503：首先失败的是哪一层？",
  ),
  "unready-cause": t("… which cause does its raw output give?", "……原始输出给出的原因是什么？"),
  "unselected-layer": t(
    "The Service selects other labels: which layer fails first?",
    "Service 选择的是别的标签：首先失败的是哪一层？",
  ),
  "no-configmap-layer": t(
    "A ConfigMap is missing: which layer fails first?",
    "缺少一个 ConfigMap：首先失败的是哪一层？",
  ),
  "no-configmap-cause": t("… which cause does its raw output give?", "……原始输出给出的原因是什么？"),
  "registry-gone-layer": t(
    "The registry is stopped: which layer fails first?",
    "仓库已停止：首先失败的是哪一层？",
  ),
  "registry-gone-cause": t("… which cause does its raw output give?", "……原始输出给出的原因是什么？"),
  "wrong-tag-sandbox": t("… how does its sandbox fare?", "……它的沙箱怎么样？"),
  "lost-layer-image-reference": t("… how did resolving its reference fare?", "……解析引用的结果如何？"),
  "wrong-tag-symptom": t(
    "Which word does kubectl show for the wrong tag?",
    "对于错误的标签，kubectl 显示哪个词？",
  ),
  "lost-layer-symptom": t("… and for the missing layer?", "……对于缺失的层呢？"),
  "other-platform-image-reference": t("… how did resolving its reference fare?", "……解析引用的结果如何？"),
  "foreign-program-container-create": t("… how did making the container fare?", "……建立容器的结果如何？"),
  "bad-mount-image-content": t("… how does the image's content fare?", "……镜像内容怎么样？"),
  "read-only-process-start": t("… how did executing the program fare?", "……执行程序的结果如何？"),
  "read-only-errno": t("… what does its own log say?", "……它自己的日志写着什么？"),
  "loopback-process-alive": t("… how does the process fare?", "……进程怎么样？"),
  "unready-listening": t("… how does listening fare?", "……监听的情况如何？"),
  "unselected-state": t("… what does the walk say of the endpoints?", "……检查对 endpoints 这一层怎么说？"),
  "unselected-readiness": t("… how does readiness fare?", "……就绪的情况如何？"),
  "no-configmap-sandbox": t("… how does the sandbox fare?", "……沙箱怎么样？"),
};
