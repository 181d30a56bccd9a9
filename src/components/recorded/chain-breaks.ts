/** Why a link of a chain has no proof, in Chinese. */
import type { Rule } from "./chinese.js";

const nameless = (names: string) => names.replaceAll("(no name)", "（无名）");

/** `inChinese` says a reason within a reason. */
export function chainBreaks(inChinese: (text: string) => string): Rule[] {
  return [
    [/^cannot be compared: ([\s\S]*)$/, (why) => `无法比较：${inChinese(why)}`],
    [
      /^expected one value, got ([\s\S]*) and, from ([^,]+(?:, (?:first|last))?), ([\s\S]*)$/,
      "应为同一个值，实为 $1，而 $2 给出 $3",
    ],

    // containers and processes
    [
      /^the Pod status names container (\S+), the CRI has none in sandbox (\S+)$/,
      "Pod status 给出容器 $1，而 CRI 的沙箱 $2 中没有它",
    ],
    [
      /^the CRI has container (\S+), the Pod status names none yet$/,
      "CRI 中有容器 $1，而 Pod status 尚未给出",
    ],
    [
      /^the Pod status names container (\S+), the CRI's newest is (\S+)$/,
      "Pod status 给出容器 $1，而 CRI 中最新的是 $2",
    ],
    [/^the container (\S+) has ended, and the runtime has removed it$/, "容器 $1 已结束，并已被运行时删除"],
    [/^crictl says PID (\d+), the task list says (\d+)$/, "crictl 给出 PID $1，任务列表给出 $2"],
    [
      /^process (\d+) is not in a cgroup of (\S+): the number belongs to another process$/,
      "进程 $1 不在 $2 的 cgroup 中：这个号码属于另一个进程",
    ],
    [
      /^the cgroup of process (\d+) names no container, so that it does not show (\S+)$/,
      "进程 $1 的 cgroup 没有给出任何容器，因而不能说明它属于 $2",
    ],
    [
      /^VM process (\d+) started at tick (\d+), the node's at tick (\d+)$/,
      "虚拟机上的进程 $1 启动于滴答 $2，节点上的启动于滴答 $3",
    ],
    [
      /^the node's boot ID is (\S+), the machine's is (\S+): they have two kernels$/,
      "节点的 boot ID 是 $1，本机的是 $2：二者不是同一个内核",
    ],
    [
      /^the parent of process (\d+) is the shim of (\S+), expected that of (\S+)$/,
      "进程 $1 的父进程是 $2 的 shim，应为 $3 的 shim",
    ],
    [/^the runtime (\S+) gives the container a kernel of its own$/, "运行时 $1 让容器使用自己的内核"],
    [
      /^process (\d+) answers, which is not the container's first process (\d+)$/,
      "应答的是进程 $1，而容器的首个进程是 $2",
    ],
    [/^\/identity says (\S+), the Pod's addresses are (.*)$/, "/identity 给出 $1，而 Pod 的地址是 $2"],
    [/^sent the request ID (\S+), got (\S+)$/, "发出的请求 ID 是 $1，收到的是 $2"],
    [
      /^the parent of process (\d+) \(PID (\S+)\) is no containerd shim$/,
      (pid, parent) =>
        `进程 ${pid} 的父进程（PID ${parent === "unknown" ? "未知" : parent}）不是 containerd 的 shim`,
    ],
    [
      /^the user map of process (\d+) has no range for user (\d+)$/,
      "进程 $1 的用户映射中没有包含用户 $2 的范围",
    ],
    [/^(.+), crictl (inspectp?) gives no (\S+)$/, "$1，crictl $2 没有给出 $3"],

    // cgroups
    [
      /^the cgroup path (\S+) gives (podUid|containerId) (.*), expected (\S+)$/,
      (path, what, got, wanted) =>
        `cgroup 路径 ${path} 给出的 ${what === "podUid" ? "Pod UID" : "容器 ID"} 是${got === "(none)" ? "（无）" : ` ${got}`}，应为 ${wanted}`,
    ],
    [
      /^the process moved to (\S+) below its container's cgroup, whose limits were not read$/,
      "进程移到了容器的 cgroup 之下的 $1，没有读到容器的 cgroup 的限制",
    ],
    [
      /^the Pod spec limits cpu to (\S+), the cgroup has no quota$/,
      "Pod spec 把 CPU 限制为 $1，而 cgroup 没有配额",
    ],
    [
      /^the Pod spec limits cpu to (\S+), the cgroup to (\S+) millicores$/,
      "Pod spec 把 CPU 限制为 $1，而 cgroup 限制为 $2 毫核",
    ],
    [/^the Pod spec says (\S+), the cgroup says (\S+) bytes$/, "Pod spec 给出 $1，而 cgroup 给出 $2 字节"],

    // the network
    [
      /^the Pod's interface names no other end: it is no end of a veth pair$/,
      "Pod 的接口没有给出另一端：它不是 veth 对的一端",
    ],
    [
      /^the Pod's interface is no end of a veth pair: behind it is (\S+)(?: \((.*)\))?$/,
      (name, kind) => `Pod 的接口不是 veth 对的一端：它背后是 ${name}${kind ? `（${kind}）` : ""}`,
    ],
    [/^no veth of the node has index (\S+) and peer (\d+)$/, "节点上没有索引为 $1、对端为 $2 的 veth"],
    [
      /^the veth's peer is in namespace (\S+), the sandbox's is (\S+)$/,
      "veth 的对端在网络命名空间 $1 中，而沙箱的是 $2",
    ],
    [
      /^the route to (\S+) leads to (\S+), the Pod's veth is (\S+)$/,
      "到 $1 的路由指向 $2，而 Pod 的 veth 是 $3",
    ],
    [/^the node's main table has no route to (\S+)$/, "节点的主路由表中没有到 $1 的路由"],
    [
      /^the route (\S+) to (\S+) names no interface \((.*)\)$/,
      (dst, to, type) =>
        `到 ${to} 的路由 ${dst} 没有给出接口（${type === "several next hops" ? "有多个下一跳" : type}）`,
    ],
    [
      /^addresses are given by (.+), which keeps no file of host-local's kind$/,
      "地址由 $1 分配，它不像 host-local 那样为每个地址保留文件",
    ],
    [
      /^(\/\S+) names (\S+), expected (\S+)$/,
      (path, got, wanted) => `${path} 给出 ${got === "nothing" ? "空内容" : got}，应为 ${wanted}`,
    ],
    [
      /^the IPAM state of the CNI configuration has no file for (\S+) that names this node's sandboxes$/,
      "CNI 配置的 IPAM 状态中，没有为 $1 保留并给出本节点沙箱的文件",
    ],

    // images
    [
      /^the Pod status names image (\S+), the runtime (\S+), and the node's image list has not both$/,
      "Pod status 给出镜像 $1，运行时给出 $2，而节点的镜像列表中没有同时列出二者",
    ],
    [/^the push names (\S+), the Pod asks for (\S+)$/, "推送的是 $1，Pod 要的是 $2"],

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
    [
      /^the volume is on (.*), the Pod is on (\S+), and runs there$/,
      "卷在 $1 上，Pod 在 $2 上，并在那里运行",
    ],
    [/^the runtime mounts (\S.*) at (\S.*), the volume is (\S.*)$/, "运行时把 $1 挂载到 $2，而卷是 $3"],
    [/^nothing is mounted at (\S.*): nothing is mounted above it$/, "$1 处没有挂载，其上级目录也没有挂载"],

    // Services, slices and ports
    [
      /^the Service selects (\S+), the Pod has (.*)$/,
      (label, got) =>
        `Service 选择 ${label}，而 Pod ${got === "no such label" ? "没有这个标签" : `的是 ${got}`}`,
    ],
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
        `EndpointSlice 中没有${name === "(no name)" ? "无名" : `名为 ${name} `}的端口；${others === "none" ? "它没有端口" : `现有 ${nameless(others)}`}`,
    ],
    [/^the Service leads to port (\d+), the slice says (\d+)$/, "Service 指向端口 $1，EndpointSlice 给出 $2"],
    [
      /^the Service leads to port (\d+), the slice says (\d+), and (.*) fills it$/,
      (wanted, got, by) =>
        `Service 指向端口 ${wanted}，EndpointSlice 给出 ${got}，而填写它的是${by === "nobody that it names" ? "未注明的一方" : ` ${by}`}`,
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
