/** Every reason of `src/model/chain` for a mismatch, and for what cannot be compared, has a Chinese reading. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { inChinese } from "../../../src/components/recorded/chinese.js";

const root = "src/model/chain";
const source = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join(root, name), "utf8"))
  .join("\n");

/** The sentences as the code writes them, with a number for each value. */
const WRITTEN = /(?:notComparable\(|"mismatch",)\s*(`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*")/g;
const sentences = [...source.matchAll(WRITTEN)]
  .map(([, literal]) => literal!.slice(1, -1).replace(/\$\{[^{}]*\}/g, "17"))
  // parts of a template are said below, as whole sentences
  .filter((one) => !/\$\{|^17, |^17 names/.test(one));

it("finds them", () => expect(sentences.length).toBeGreaterThan(15));

it.each([...new Set(sentences)])("%s", (sentence) => {
  expect(inChinese(sentence)).toMatch(/[\u4e00-\u9fff]/);
});

it.each([
  ["/run/a/10.244.1.2 names 4c09, expected ab12", "/run/a/10.244.1.2 给出 4c09，应为 ab12"],
  [
    "the cgroup path /a/pod1/ff gives podUid (none), expected 2",
    "cgroup 路径 /a/pod1/ff 给出的 Pod UID 是（无），应为 2",
  ],
  [
    "the Pod spec limits cpu to 100m, the cgroup has no quota",
    "Pod spec 把 CPU 限制为 100m，而 cgroup 没有配额",
  ],
  [
    "the Pod spec limits cpu to 100m, the cgroup to 200 millicores",
    "Pod spec 把 CPU 限制为 100m，而 cgroup 限制为 200 毫核",
  ],
  ["the Pod spec says 64Mi, the cgroup says 17 bytes", "Pod spec 给出 64Mi，而 cgroup 给出 17 字节"],
  [
    "the parent of process 971 is the shim of ab, expected that of cd",
    "进程 971 的父进程是 ab 的 shim，应为 cd 的 shim",
  ],
  [
    "/identity says 10.0.0.1, the Pod's addresses are 10.0.0.2",
    "/identity 给出 10.0.0.1，而 Pod 的地址是 10.0.0.2",
  ],
  [
    "cannot be compared: the Service leads to port 8080, the slice says 3000, and nobody that it names fills it",
    "无法比较：Service 指向端口 8080，EndpointSlice 给出 3000，而填写它的是未注明的一方",
  ],
  [
    "cannot be compared: the volume is on a, b, the Pod is on c, and runs there",
    "无法比较：卷在 a, b 上，Pod 在 c 上，并在那里运行",
  ],
  ["cannot be compared: the push names a:b, the Pod asks for c", "无法比较：推送的是 a:b，Pod 要的是 c"],
  [
    "crictl inspect lists a mount at /var/lock/app, the kernel shows none at /run/lock/app, where it leads",
    "crictl inspect 列出了 /var/lock/app 处的挂载，而内核在它所指向的 /run/lock/app 处没有挂载",
  ],
  [
    "crictl inspect lists a mount at /state, the kernel shows none there",
    "crictl inspect 列出了 /state 处的挂载，而内核在该处没有挂载",
  ],
  [
    "cannot be compared: the Pod's interface is no end of a veth pair: behind it is eth0 (macvlan)",
    "无法比较：Pod 的接口不是 veth 对的一端：它背后是 eth0（macvlan）",
  ],
  ["the slice has no port named (no name); there are none", "EndpointSlice 中没有无名的端口；它没有端口"],
  [
    "no IPv6 endpoint has the Pod's UID u-1; there are none",
    "没有 IPv6 端点带有该 Pod 的 UID u-1；目前没有端点",
  ],
  ["the Service selects app=web, the Pod has no such label", "Service 选择 app=web，而 Pod 没有这个标签"],
  [
    "expected one value, got 1 and, from NSpid on the VM, last, 2",
    "应为同一个值，实为 1，而 NSpid on the VM, last 给出 2",
  ],
])("%s", (english, chinese) => expect(inChinese(english)).toBe(chinese));
