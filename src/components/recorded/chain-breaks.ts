/** Why a link of a chain has no proof, in Chinese. */
import type { Rule } from "./chinese.js";

const nameless = (names: string) => names.replaceAll("(no name)", "（无名）");

/** `inChinese` says a reason within a reason. */
export function chainBreaks(inChinese: (text: string) => string): Rule[] {
  return [
    [/^cannot be compared: ([\s\S]*)$/, (why) => `无法比较：${inChinese(why)}`],

    // mounts and volumes
    [
      /^where (\S.*) leads in the container's root cannot be told: (\S.*) was not read$/,
      "$1 在容器的根文件系统中指向何处无法得知：没有读到 $2",
    ],
    [/^where (\S.*) leads in the container's root was not read$/, "没有读取 $1 在容器的根文件系统中指向何处"],
    [/^(\S.*) leads through more than (\d+) links$/, "$1 经过的符号链接超过 $2 个"],
    [
      /^crictl inspect lists a mount at (\S.*), the kernel shows none (?:there|at (\S.*), where it leads)$/,
      (path, real) =>
        `crictl inspect 列出了 ${path} 处的挂载，而内核${real ? `在它所指向的 ${real} 处` : "在该处"}没有挂载`,
    ],
    [/^the runtime mounts (\S.*) at (\S.*), the volume is (\S.*)$/, "运行时把 $1 挂载到 $2，而卷是 $3"],
    [/^nothing is mounted at (\S.*): nothing is mounted above it$/, "$1 处没有挂载，其上级目录也没有挂载"],

    // Services, slices and ports
    [
      /^no (IPv[46] )?endpoint has the Pod's UID (\S+); there are (.*)$/,
      (family, uid, others) =>
        `没有 ${family ?? ""}端点带有该 Pod 的 UID ${uid}；${others === "none" ? "目前没有端点" : `现有 ${others}`}`,
    ],
    [/^the endpoint's address is (\S+), the Pod's is (\S+)$/, "端点的地址是 $1，Pod 的地址是 $2"],
    [/^the endpoint has no address or the slice no port$/, "端点没有地址，或 EndpointSlice 没有端口"],
    [/^the Service has no clusterIP or port$/, "Service 没有 clusterIP 或端口"],
    [
      /^the Service is a name for another host: it has no address$/,
      "该 Service 只是另一主机的名称，没有地址",
    ],
    [
      /^the slice has no port named (.*); there are (.*)$/,
      (name, others) =>
        `EndpointSlice 中没有名为 ${nameless(name)} 的端口；${others === "none" ? "它没有端口" : `现有 ${nameless(others)}`}`,
    ],
    [/^the Service leads to port (\d+), the slice says (\d+)$/, "Service 指向端口 $1，EndpointSlice 给出 $2"],
    [
      /^the Service leads to port (\d+), the slice says (\d+), and (.*) fills it$/,
      (wanted, got, by) =>
        `Service 指向端口 ${wanted}，EndpointSlice 给出 ${got}，而填写它的是 ${by === "nobody that it names" ? "未注明的一方" : by}`,
    ],
    [
      /^the Service leads to a port named (\S+), and no container of the Pod has one$/,
      "Service 指向名为 $1 的端口，而 Pod 的容器都没有这个端口",
    ],
    [
      /^the slice has (\d+) ports, and no Service says which is meant$/,
      "EndpointSlice 有 $1 个端口，而没有 Service 说明是哪一个",
    ],
  ];
}
