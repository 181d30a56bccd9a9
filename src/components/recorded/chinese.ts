/**
 * Sentences that labbook records in a run, in Chinese: why a verdict fell, why a value is missing, what a probe found. They stand
 * in the run document in English, as they were recorded; values in them stay what they are. What no rule knows stays English.
 */
import { chainBreaks } from "./chain-breaks.js";

/** A sentence, and how it is said in Chinese: with `$1` … for its groups, or by a function of them (undefined for one that is not there). */
export type Rule = [RegExp, string | ((...groups: string[]) => string)];

/** The text in Chinese, or as it is. */
export function inChinese(text: string): string {
  return told(text) ?? text;
}

function told(text: string): string | undefined {
  const said = byRules(text, rules);
  if (said !== undefined) return said;
  const parts = text.split("; ");
  if (parts.length > 1 && parts.every((part) => told(part) !== undefined))
    return parts.map((part) => told(part)).join("；");
  // a reason after the name of what it is about: `unknown: no entry of timeline brief matches`
  const about = /^(\S+): ([\s\S]+)$/.exec(text);
  const reason = about && told(about[2]!);
  return reason ? `${about![1]}：${reason}` : byRules(text, ofAnyValue);
}

function byRules(text: string, all: Rule[]): string | undefined {
  for (const [pattern, say] of all) {
    const found = pattern.exec(text);
    if (found) return typeof say === "string" ? filled(say, found) : say(...found.slice(1));
  }
  return undefined;
}

function filled(say: string, found: RegExpExecArray): string {
  return say.replaceAll(/\$(\d)/g, (_, index: string) => found[Number(index)] ?? "");
}

const curl: Record<string, string> = {
  "the name is not known": "名称无法解析",
  "no connection": "无法连接",
  "no answer in time": "没有及时应答",
};

const rules: Rule[] = [
  ...chainBreaks(inChinese),

  // why a verdict fell
  [
    /^([\s\S]*) \(as predicted for (Kubernetes|kubectl)(?: from (\S+))?(?: below (\S+))?, this is ([^)]*)\)$/,
    (said, of, from, below, minors) =>
      `${inChinese(said!)}（按对 ${of}${from ? ` ${from} 起` : ""}${below ? ` ${below} 之前` : ""}的预测，此处为 ${minors!.replaceAll(" and ", "、")}）`,
  ],
  [
    /^(\[[\s\S]*\]) has also (\[[\s\S]*?\])(?: and lacks (\[[\s\S]*\]))?$/,
    (value, more, less) => `${value} 还有 ${more}${less ? `，没有 ${less}` : ""}`,
  ],
  [/^it is ([\s\S]*)$/, "值为 $1"],
  [/^there are (\S+)$/, "共 $1 个"],
  [
    /^expected (text|a list or text|a number|a list or a number|numbers|addresses and CIDR blocks), got ([\s\S]*)$/,
    (what, got) => `应为${kinds[what]!}，实为 ${typesInChinese(got.replace(" and ", " 与 "))}`,
  ],
  [/^expected exit (.+), got (\S+)\. ?([\s\S]*)$/, "应以 $1 退出，实为 $2。$3"],
  [
    /^expected ([\s\S]*), got ([\s\S]*)$/,
    (expected, got) => `应为 ${typesInChinese(expected)}，实为 ${typesInChinese(got)}`,
  ],
  [/^([\s\S]*) does not match (\/[\s\S]*\/)$/, "$1 不匹配 $2"],
  [/^([\s\S]*) matches (\/[\s\S]*\/)$/, "$1 匹配 $2"],
  [/^([\s\S]*) lies in ([\s\S]*)$/, "$1 位于 $2 之内"],
  [/^([\s\S]*) is outside (\S+)$/, "$1 位于 $2 之外"],
  [/^(\S+) is (not )?within ([\s\S]*)$/, (got, not, range) => `${got} ${not ? "不" : ""}在 ${range} 之内`],
  [/^(\S+) is (not )?in (.+ … .+)$/, (got, not, range) => `${got} ${not ? "不" : ""}在 ${range} 之内`],
  [/^(\S+) is (not )?before (\S+)$/, (first, not, second) => `${first} ${not ? "不" : ""}先于 ${second}`],
  [/^cannot order ([\s\S]*) and ([\s\S]*)$/, "$1 与 $2 无法排出先后"],
  [/^(\w+) namespace: ([\s\S]*)$/, "$1 命名空间：$2"],
  [/^(\S+) is there: ([\s\S]*)$/, "$1 存在：$2"],
  [/^there is no address: an empty list lies nowhere$/, "没有地址：空列表不在任何地址段内"],
  [/^the claim names nothing that was observed$/, "该陈述没有提到任何观测"],
  [/^there is no operator (\S+)$/, "没有 $1 这种比较"],

  // why a value is missing
  [/^(\S+) was not observed in this run$/, "本次运行没有观测 $1"],
  [/^the step (\S+) never started$/, "步骤 $1 没有开始"],
  [
    /^step (\S+) is (\w+): ([\s\S]*)$/,
    (step, status, why) => `步骤 ${step} 的状态是 ${status}：${inChinese(why)}`,
  ],
  [/^step (\S+) is ([A-Z_]+)$/, "步骤 $1 的状态是 $2"],
  [/^case (\S+) did not succeed: ([\s\S]*)$/, (name, why) => `情形 ${name} 没有成功：${inChinese(why)}`],
  [/^the raw output (\S+) is not there$/, "原始输出 $1 不在"],
  [/^no entry of timeline (\S+) matches$/, "时间线 $1 中没有匹配的条目"],
  [
    /^no match of (\/[\s\S]*\/)( \(the stored output is truncated\))?$/,
    (pattern, cut) => `没有内容匹配 ${pattern}${cut ? "（保存的输出有截断）" : ""}`,
  ],
  [/^nothing at (\$[\s\S]*)$/, "$1 处没有内容"],
  [/^(\d+) values at (\S+), expected one$/, "$2 处有 $1 个值，应为一个"],
  [/^the output is not JSON: ([\s\S]*)$/, "输出不是 JSON：$1"],
  [/^the stored output is truncated \((\d+) of (\d+) bytes\)$/, "保存的输出有截断（$2 字节中的 $1 字节）"],
  [
    /^the layer (\S+) has no (\S+)$/,
    (layer, field) =>
      `${layer} 层没有${({ cause: "起因", reason: "原因" } as Record<string, string>)[field] ?? ` ${field}`}`,
  ],
  [/^the step has no (\S+)$/, "该步骤没有 $1"],
  [/^the chain (\S+) was not collected in this run$/, "本次运行没有采集身份链 $1"],
  [
    /^the chain (\S+) has no link ([^:\s]+)(?:: ([\s\S]*))?$/,
    (chain, link, why) => `身份链 ${chain} 没有环节 ${link}${why ? `：${inChinese(why)}` : ""}`,
  ],
  [/^every link of (?:the chain )?(\S+) is proven$/, "身份链 $1 的每个环节都有证据"],
  [
    /^no source is recorded for this (value|link)$/,
    (what) => `没有记录这个${what === "value" ? "值" : "环节"}的来源`,
  ],
  [/^the run holds no observation named (\S+)$/, "该运行中没有名为 $1 的观测"],

  // why a chain breaks
  [
    /^"([^"]+)" means that it has not happened \(([\s\S]*)\)$/,
    (time, why) => `“${time}”表示尚未发生（${inChinese(why)}）`,
  ],
  [/^the CRI lists no sandbox with Pod UID (\S+)$/, "CRI 中没有 Pod UID 为 $1 的沙箱"],
  [/^the container has no process: (\S+), waiting: (\S+)$/, "容器没有进程：$1，等待原因 $2"],
  [/^the container has no process: ([\s\S]*)$/, "容器没有进程：$1"],
  [/^the container was not created(?: \((.*)\))?$/, (why) => `容器没有创建${why ? `（${why}）` : ""}`],
  [/^the Pod has no address: ([\s\S]*)$/, (why) => `Pod 没有地址：${inChinese(why)}`],
  [/^the Pod is not scheduled to a node yet$/, "Pod 尚未调度到节点"],
  [
    /^the (Pod status|API server) gives no (\S+)$/,
    (who, what) => `${who === "API server" ? "API server 的应答" : "Pod status"} 没有给出 ${what}`,
  ],
  [
    /^no process of (container|sandbox) (\S+?)( of .*)? is known$/,
    (what, id) => `不知道${what === "sandbox" ? "沙箱" : "容器"} ${id} 的任何进程`,
  ],
  [
    /^loaded, not pulled: this node has no repository digest$/,
    "镜像是导入的，不是拉取的：该节点没有仓库摘要",
  ],
  [
    /^nothing is mounted at (\S+): its files lie in the mount at (.*)$/,
    "$1 处没有挂载：其中的文件位于 $2 的挂载里",
  ],
  [/^the volume holds no state file \((.*), step (\S+)\)$/, "卷中没有状态文件（$1，步骤 $2）"],
  [/^the volume is on (.*), the Pod is on (\S+)$/, "卷在 $1 上，Pod 在 $2 上"],
  [
    /^(\S+) \(step (\S+)\): curl ended with (\d+)(?: \((.*)\))?$/,
    (url, step, code, why) =>
      `${url}（步骤 ${step}）：curl 以 ${code} 结束${why ? `（${curl[why] ?? why}）` : ""}`,
  ],
  [/^the endpoint (\S+) is the Pod's, and is not ready$/, "端点 $1 属于该 Pod，但尚未就绪"],

  [/^clock ticks since boot$/, "启动以来的时钟滴答"],

  // how a step ended
  [
    /^(.+) is not installed here; `lab doctor` says how to get it$/,
    "这里没有安装 $1；`lab doctor` 会说明如何获得",
  ],
  [/^(.+) did not end within (\S+) s and was killed$/, "$1 在 $2 秒内没有结束，已被终止"],
  [
    /^the time limit of the whole run, (\S+) s, was reached(; cleaned up)?$/,
    (seconds, cleaned) => `达到了整次运行的时间上限 ${seconds} 秒${cleaned ? "；已清理" : ""}`,
  ],
  [
    /^interrupted by (SIG\w+)(; cleaned up)?$/,
    (name, cleaned) => `被 ${name} 中断${cleaned ? "；已清理" : ""}`,
  ],
  [/^internal error: ([\s\S]*)$/, "labbook 内部错误：$1"],
  [/^transport ended early: ([\s\S]*)$/, (why) => `传输提前结束：${inChinese(why)}`],
  [
    /^the output is not whole JSON \(([\s\S]*)\), (\d+) bytes are kept$/,
    "输出不是完整的 JSON（$1），保存了 $2 字节",
  ],
  [/^the output does not end with ([\s\S]*), (\d+) bytes are kept$/, "输出没有以 $1 结尾，保存了 $2 字节"],
  [
    /^the output is not what the step waits for: it does not match (\/[\s\S]*\/) \((\d+) bytes are kept\)$/,
    "输出不是该步骤所等待的：不匹配 $1（保存了 $2 字节）",
  ],
  [/^(.+) was ended by (SIG\w+)$/, "$1 被 $2 结束"],
  [/^(\S+) is not running$/, "$1 没有在运行"],

  // what a probe found
  [/^lab doctor: proof of the dedicated cluster$/, "lab doctor：证明集群是专用的"],
  [/^all Ready$/, "全部 Ready"],
  [/^(\d+) workers?$/, "$1 个工作节点"],
  [/^can be made$/, "可以创建"],
  [/^makes new namespaces$/, "可以创建新的命名空间"],
  [/^no such program on the PATH$/, "PATH 中没有这个程序"],
  [/^user ID (\d+)$/, "用户 ID $1"],
  [/^server (\S+)$/, "服务端 $1"],
  [/^Client Version: (\S+)$/, "客户端版本 $1"],
  [/^(\S+) at (https:\S+), kube-system (\S+)$/, "$1，地址 $2，kube-system UID $3"],
  [/^(\S+): addresses are given by (\S+)$/, "$1：地址由 $2 分配"],
  [/^(\S+): the network is (\S+)'s$/, "$1：网络由 $2 提供"],
  [/^containerd reads (\S+)$/, "containerd 读取 $1"],
  [/^crypt\((\d)\) knows (\S+)$/, "crypt($1) 支持 $2"],
  [/^\/sys\/fs\/cgroup is (\S+)$/, "/sys/fs/cgroup 是 $1"],
  [/^(\S+): here, (sha256:\S+)$/, "$1：本地已有，$2"],
  [/^(\S+) is neither here nor can it be pulled: ([\s\S]*)$/, "$1 既不在本地，也无法拉取：$2"],
  [/^boot with (\S+)$/, "启动内核时加上 $1"],
  [/^no StorageClass$/, "没有 StorageClass"],
  [/^no probe of that name$/, "没有这个名称的探测"],

  // how a timeline was timed, and what changed in it
  [
    /^the receiver's monotonic clock, counted from the start of the watch; the watch's start against t0 by the receiver's UTC clock in whole milliseconds\. Server times are the server's own UTC clock, as exact as their text\.$/,
    "接收端的单调时钟，从 watch 开始时计；watch 开始相对 t0 的时刻取自接收端的 UTC 时钟，精确到整毫秒。服务器时间取自服务器自己的 UTC 时钟，精度即其文本所示。",
  ],
  [
    /^taint (\S+) (added|removed)$/,
    (taint, what) => `污点 ${taint} ${what === "added" ? "已添加" : "已移除"}`,
  ],
  [/^condition (\S+) ([\s\S]*)$/, "状况 $1 $2"],
  [/^phase (\S+)→(\S+)$/, (from, to) => `阶段 ${from === "none" ? "无" : from}→${to}`],
  [
    /^container (\S+) (running|waiting|terminated)( \(.*\))?$/,
    (name, state, why) => `容器 ${name} ${state}${why ?? ""}`,
  ],
  [/^container (\S+) ready (\S+)$/, "容器 $1 就绪 $2"],
  [/^container (\S+) restarts (\S+)$/, "容器 $1 重启次数 $2"],
  [/^deletion requested \(grace (\S+)\)$/, "已请求删除（宽限期 $1）"],
  [/^deletion grace (\S+)$/, "删除宽限期 $1"],
  [/^node assigned (\S+)$/, "分配到节点 $1"],
  [/^podIP assigned (\S+)$/, "分配到地址 $1"],
  [/^(heartbeat|created|deleted|recreated)$/, (what) => changes[what!]!],
  [/^stopped$/, "已停止"],
  [
    /^connection (ended|failed): ([\s\S]*)$/,
    (how, why) => `连接${how === "ended" ? "结束" : "失败"}：${why}`,
  ],
];

/** Asked last: the value before the word may hold any sentence. */
const ofAnyValue: Rule[] = [
  [/^(?!the )([\s\S]*) has ([\s\S]*)$/, "$1 含有 $2"],
  [/^(?!the )([\s\S]*) lacks ([\s\S]*)$/, "$1 没有 $2"],
];

const changes: Record<string, string> = {
  heartbeat: "心跳",
  created: "已创建",
  deleted: "已删除",
  recreated: "已重建",
};

const kinds: Record<string, string> = {
  text: "文本",
  "a list or text": "列表或文本",
  "a number": "数字",
  "a list or a number": "列表或数字",
  numbers: "数字",
  "addresses and CIDR blocks": "地址和 CIDR 地址段",
};

/** `1 (number)`: the kind of value that a comparison names behind each side. */
function typesInChinese(text: string): string {
  return text.replaceAll(
    / \((text|number|list|object|yes or no|null)\)(?= 与 |$)/g,
    (_, type: string) => `（${types[type]!}）`,
  );
}

const types: Record<string, string> = {
  text: "文本",
  number: "数字",
  list: "列表",
  object: "对象",
  "yes or no": "是或否",
  null: "空值",
};

/** A claim as the judge wrote it down, such as `node.updates before lease.updates`. */
export function claimInChinese(expected: string): string {
  for (const [pattern, say] of claims) {
    const found = pattern.exec(expected);
    if (found) return filled(say, found);
  }
  return expected;
}

const names = "(\\S+(?:, \\S+)*)";
const claims: [RegExp, string][] = [
  [new RegExp(`^${names} equals ([\\s\\S]*)$`), "$1 等于 $2"],
  [new RegExp(`^${names} sameSet ([\\s\\S]*)$`), "$1 的元素恰为 $2，次序不论"],
  [new RegExp(`^${names} contains ([\\s\\S]*)$`), "$1 含有 $2"],
  [new RegExp(`^${names} matches ([\\s\\S]*)$`), "$1 匹配 $2"],
  [new RegExp(`^${names} count ([\\s\\S]*)$`), "$1 的数目是 $2"],
  [new RegExp(`^${names} inCIDR ([\\s\\S]*)$`), "$1 位于 $2 之内"],
  [new RegExp(`^${names} within ([\\s\\S]*)$`), "$1 在 $2 之内"],
  [new RegExp(`^${names} between (\\S+) and ([\\s\\S]*)$`), "$1 在 $2 与 $3 之间"],
  [new RegExp(`^${names} unchanged$`), "$1 相同"],
  [new RegExp(`^${names} changed$`), "$1 各不相同"],
  [new RegExp(`^${names} absent$`), "$1 不存在"],
  [new RegExp(`^${names} before (\\S+)$`), "$1 先于 $2"],
  [new RegExp(`^${names}: same (\\w+) namespace$`), "$1：同一个 $2 命名空间"],
  [new RegExp(`^${names}: different (\\w+) namespace$`), "$1：不同的 $2 命名空间"],
];
