import { t } from "../vocabulary/text.js";

/** What a reader is asked about each prediction before the author's is shown: the question without the answer. */
export default {
  socket: t("What kind of file is the kubelet's runtime endpoint?", "kubelet 的运行时端点是哪种文件？"),
  "api-version": t("Which version of CRI does the runtime speak?", "运行时使用哪个版本的 CRI？"),
  "runtime-ready": t("Is RuntimeReady true?", "RuntimeReady 是否为真？"),
  "network-ready": t("Is NetworkReady true?", "NetworkReady 是否为真？"),
  "hand-runs": t(
    "kubelet is stopped. In which state is a container made by hand?",
    "kubelet 已停止。手工建立的容器处于什么状态？",
  ),
  "hand-address": t("… which address does its sandbox have?", "……它的沙箱有什么地址？"),
  "hand-no-pod": t("… how many Pods does the API know of it?", "……API 知道几个与它对应的 Pod？"),
  "time-runp": t("How long does `runp` take? (median of five)", "`runp` 需要多久？（五次的中位数）"),
  "time-create": t("… `create`?", "……`create` 呢？"),
  "time-start": t("… `start`?", "……`start` 呢？"),
  "start-removes": t(
    "kubelet is started again: what becomes of that sandbox?",
    "kubelet 再次启动：那个沙箱会怎样？",
  ),
  "unknown-gone": t(
    "With kubelet running, a sandbox is made by hand: after how long is it ended?",
    "kubelet 运行时手工建立沙箱：多久之后被终止？",
  ),
  "unknown-result": t("… what became of it?", "……它最后怎样了？"),
  "away-condition": t(
    "The CNI configuration is moved away: is NetworkReady true?",
    "移走 CNI 配置：NetworkReady 是否为真？",
  ),
  "away-runtime": t("… is RuntimeReady?", "……RuntimeReady 呢？"),
  "away-notready": t("… after how long is the Node NotReady?", "……多久之后 Node 变为 NotReady？"),
  "away-reason": t("… what does the Node's message say?", "……Node 的消息写着什么？"),
  "mv-unnoticed": t(
    "The file is moved back with `mv`: is NetworkReady true?",
    "用 `mv` 把文件移回：NetworkReady 是否为真？",
  ),
  "write-noticed": t(
    "The same bytes are written in place: is it true then?",
    "原地写入同样的字节：此时是否为真？",
  ),
};
