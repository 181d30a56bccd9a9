import {
  apply,
  before,
  between,
  chain,
  changed,
  count,
  defineLab,
  differentNamespace,
  equals,
  kubectl,
  node,
  observed,
  pod,
  predict,
  probeImage,
  read,
  sameNamespace,
  stop,
  t,
  unchanged,
  until,
  waitFor,
  watch,
} from "../vocabulary/index.js";
import { killPause } from "./kill-pause.js";

const ON = "{{node.worker1}}";
const SIDE = { container: "side" };

/** Asks the other container over the loopback address. */
const ASK =
  'fetch("http://127.0.0.1:8080/identity").then(async (r) => console.log(r.status, await r.text()))';
/** Tries to listen, and says with which result; either is an answer. */
const listen = (port: number) =>
  `require("net").createServer().on("error", (e) => console.log(e.code)).listen(${port}, "127.0.0.1", () => { console.log("LISTENING"); process.exit(0); })`;

const restarts = (id: string, container: string) =>
  kubectl(id, t(`Restart count of ${container}`, `${container} 的重启次数`), [
    ...["get", "pod", "two", "-o"],
    `jsonpath={.status.containerStatuses[?(@.name=="${container}")].restartCount}`,
  ]);

export default defineLab({
  id: "k10",
  title: t("The pause container: where shared namespaces come from", "pause 容器：Pod 共享的命名空间从哪来"),
  question: t(
    "The containers of a Pod share an address and a host name, yet none of them owns these. Who does, and what happens when it goes?",
    "同一 Pod 的容器共享地址和主机名，却没有哪个容器拥有它们。那么归谁所有？它消失时会怎样？",
  ),
  environment: "kind",
  needs: ["docker", "kubectl", "cluster", "workers>=2", "nodes-ready", "crictl", "ctr"],

  predictions: [
    ...(["net", "ipc", "uts"] as const).map((ns) =>
      predict(
        `shared-${ns}`,
        "normal",
        t(`Both containers are in the sandbox's ${ns} namespace`, `两个容器都在沙箱的 ${ns} 命名空间里`),
        sameNamespace(ns, "normal/sandbox", "normal/container.app", "normal/container.side"),
        { reference: { value: "shared" } },
      ),
    ),
    ...(["pid", "mnt"] as const).map((ns) =>
      predict(
        `own-${ns}`,
        "normal",
        t(
          `pause and each container have a ${ns} namespace of their own`,
          `pause 与每个容器各有自己的 ${ns} 命名空间`,
        ),
        differentNamespace(ns, "normal/sandbox", "normal/container.app", "normal/container.side"),
        { reference: { value: "own" } },
      ),
    ),
    predict(
      "own-cgroup",
      "normal",
      t(
        "The containers share a cgroup namespace exactly when the node has cgroup version 1",
        "当且仅当节点是 cgroup v1 时，两个容器共享 cgroup 命名空间",
      ),
      equals("cgroup.shared", observed("cgroup.v1")),
      {
        because: t(
          "the runtime makes a cgroup namespace for a container with cgroup version 2, and leaves it in the node's with version 1",
          "在 cgroup v2 下运行时为容器新建 cgroup 命名空间；在 v1 下容器留在节点的 cgroup 命名空间里",
        ),
        reference: { value: "own" },
      },
    ),
    predict(
      "pause-rss",
      "normal",
      t("pause holds less than 1 MiB of memory", "pause 占用的内存不到 1 MiB"),
      between("pause.rss", 1, 1024, "kB"),
      { reference: { value: 504, unit: "kB" } },
    ),
    predict(
      "pause-image",
      "normal",
      t("Its image is smaller than 1 MB", "它的镜像小于 1 MB"),
      between("pause.image", 1, 1_000_000, "B"),
      {
        because: t(
          "one static program; whether the runtime counts packed or unpacked bytes depends on its version",
          "只有一个静态程序；运行时统计的是压缩还是解压后的字节数，取决于版本",
        ),
        reference: { value: 268, unit: "kB" },
      },
    ),
    predict(
      "localhost",
      "normal",
      t("side reaches app over 127.0.0.1", "side 通过 127.0.0.1 访问到 app"),
      equals("localhost.status", 200),
    ),
    predict(
      "port-taken",
      "port-conflict",
      t("Port 8080 is taken for side as well: EADDRINUSE", "对 side 来说 8080 端口也已被占用：EADDRINUSE"),
      equals("port.8080", "EADDRINUSE"),
      { because: t("one network namespace has one table of ports", "一个网络命名空间只有一张端口表") },
    ),
    predict(
      "port-free",
      "port-conflict",
      t("Another port is free", "另一个端口可用"),
      equals("port.8081", "LISTENING"),
    ),

    predict(
      "restart-container",
      "restart",
      t("The restarted container has another ID", "重启后的容器 ID 不同"),
      changed("normal/container.app.id", "restarted/container.app.id"),
    ),
    predict(
      "restart-side",
      "restart",
      t("The other container is the same", "另一个容器不变"),
      unchanged("normal/container.side.id", "restarted/container.side.id"),
    ),
    predict(
      "restart-sandbox",
      "restart",
      t("The sandbox is the same", "沙箱不变"),
      unchanged("normal/sandbox.id", "restarted/sandbox.id"),
    ),
    predict(
      "restart-ip",
      "restart",
      t("The Pod's addresses are kept", "Pod 的地址保留"),
      unchanged("normal/network.podIPs", "restarted/network.podIPs"),
      {
        because: t("it belongs to the sandbox's network namespace", "地址属于沙箱的网络命名空间"),
        reference: { value: "kept" },
      },
    ),
    predict(
      "restart-net",
      "restart",
      t("The new process is in the old network namespace", "新进程位于旧的网络命名空间"),
      unchanged("normal/sandbox.ns.net", "restarted/container.app.ns.net"),
    ),

    predict(
      "kill-uid",
      "kill-sandbox",
      t("The Pod's UID is kept", "Pod UID 保留"),
      unchanged("normal/pod.uid", "killed/pod.uid"),
      { reference: { value: "kept" } },
    ),
    predict(
      "kill-sandbox-id",
      "kill-sandbox",
      t("The sandbox is another one", "沙箱换了一个"),
      changed("normal/sandbox.id", "killed/sandbox.id"),
    ),
    predict(
      "kill-attempt",
      "kill-sandbox",
      t("… with a higher attempt", "……attempt 更高"),
      before("normal/sandbox.attempt", "killed/sandbox.attempt"),
    ),
    predict(
      "kill-ip",
      "kill-sandbox",
      t("None of its addresses is kept", "地址全部换掉，没有一个保留"),
      count("kill.kept", 0),
      {
        because: t(
          "the new sandbox is joined to the network anew, and the address is given on after the last one",
          "新沙箱重新接入网络，地址从上次分配的位置往后取",
        ),
        reference: { value: ".239 → .240", note: t("the last byte of the address", "地址的最后一段") },
      },
    ),
    predict(
      "kill-app",
      "kill-sandbox",
      t("Both containers were made again: app", "两个容器都重建：app"),
      changed("restarted/container.app.id", "killed/container.app.id"),
    ),
    predict(
      "kill-side",
      "kill-sandbox",
      t("… and side", "……和 side"),
      changed("restarted/container.side.id", "killed/container.side.id"),
    ),
    predict(
      "kill-time",
      "kill-sandbox",
      t("The Pod has its new address within 60 s", "Pod 在 60 秒内得到新地址"),
      between("kill.address", 0, 60, "s"),
      {
        because: t(
          "kubelet lists sandboxes about every second and then starts anew; the old containers have 1 s to end",
          "kubelet 约每秒列出一次沙箱，随后重建；旧容器有 1 秒结束",
        ),
      },
    ),
  ],

  cases: [
    {
      id: "normal",
      kind: "normal",
      title: t("Two containers and their sandbox", "两个容器与它们的沙箱"),
      steps: [
        probeImage(),
        node(
          "cgroup-v1",
          t("Is it cgroup version 1?", "是 cgroup v1 吗？"),
          ON,
          ["sh", "-c", 'test "$(stat -fc %T /sys/fs/cgroup)" = cgroup2fs && echo false || echo true'],
          { complete: { json: true } },
        ),
        apply("deploy", t("Deploy a Pod of two containers", "部署有两个容器的 Pod"), "manifests/two.yaml"),
        waitFor("ready", t("Until it is Ready", "等待 Ready"), "pod/two", "condition=Ready", {
          timeoutSeconds: 180,
        }),
        chain("normal", t("The identity chain", "身份链"), "two"),
        node("pause-status", t("pause as the kernel sees it", "内核看到的 pause"), ON, [
          "cat",
          "/proc/{{normal/sandbox.pid.node}}/status",
        ]),
        node("images", t("Images of the node", "节点上的镜像"), ON, ["crictl", "images", "-o", "json"], {
          complete: { json: true },
        }),
        pod(
          "localhost",
          t("side asks app over 127.0.0.1", "side 经 127.0.0.1 询问 app"),
          "two",
          ["node", "-e", ASK],
          SIDE,
        ),
      ],
    },
    {
      id: "port-conflict",
      kind: "negative",
      title: t("The same port from the other container", "从另一个容器占用同一端口"),
      after: "normal",
      steps: [
        pod(
          "port-8080",
          t("side listens on 8080 too", "side 也监听 8080"),
          "two",
          ["node", "-e", listen(8080)],
          SIDE,
        ),
        pod("port-8081", t("… and on 8081", "……再监听 8081"), "two", ["node", "-e", listen(8081)], SIDE),
      ],
    },
    {
      id: "restart",
      kind: "exercise",
      title: t("One container is stopped under the kubelet", "在 kubelet 之下停掉一个容器"),
      after: "normal",
      steps: [
        watch("pods", t("Watch the Pod", "监视 Pod"), [
          { name: "pods", path: "/api/v1/namespaces/{{namespace}}/pods" },
        ]),
        node("stop-app", t("Stop app at the runtime", "在运行时停掉 app"), ON, [
          ...["crictl", "stop", "--timeout", "1", "{{normal/container.app.id}}"],
        ]),
        until(
          "app-restarted",
          t("Until kubelet made it again", "等待 kubelet 重建"),
          restarts("app-count", "app"),
          "^[1-9]",
        ),
        waitFor("ready-again", t("Until the Pod is Ready", "等待 Ready"), "pod/two", "condition=Ready"),
        chain("restarted", t("The identity chain after it", "之后的身份链"), "two"),
        stop("pods-end", t("End of the watch", "结束监视"), "pods"),
      ],
    },
    {
      id: "kill-sandbox",
      kind: "exercise",
      title: t("The pause process is killed", "杀死 pause 进程"),
      after: "restart",
      steps: [
        watch("pods-kill", t("Watch the Pod", "监视 Pod"), [
          { name: "pods", path: "/api/v1/namespaces/{{namespace}}/pods" },
        ]),
        killPause,
        until(
          "side-restarted",
          t("Until side was made again", "等待 side 重建"),
          restarts("side-count", "side"),
          "^[1-9]",
          {
            timeoutSeconds: 240,
          },
        ),
        waitFor("ready-after-kill", t("Until the Pod is Ready", "等待 Ready"), "pod/two", "condition=Ready", {
          timeoutSeconds: 240,
        }),
        chain("killed", t("The identity chain after it", "之后的身份链"), "two"),
        stop("pods-kill-end", t("End of the watch", "结束监视"), "pods-kill"),
      ],
    },
  ],

  observations: {
    "cgroup.v1": read.json("cgroup-v1", "$"),
    "cgroup.shared": read.derived("equal", [
      "normal/container.app.ns.cgroup",
      "normal/container.side.ns.cgroup",
    ]),
    "pause.rss": read.number("pause-status", "^VmRSS:\\s+(\\d+) kB", { unit: "kB" }),
    "pause.image": read.json("images", "$.images[?@.repoTags[?search(@, '/pause:')]].size", {
      ...{ as: "number", unit: "B" },
    }),
    "localhost.status": read.number("localhost", "^(\\d+) "),
    "port.8080": read.match("port-8080", "^(\\w+)$"),
    "port.8081": read.match("port-8081", "^(\\w+)$"),
    "restart.running": read.moment("restart", "app-running"),
    "kill.kept": read.derived("common", ["normal/network.podIPs", "killed/network.podIPs"]),
    "kill.side-ended": read.moment("kill", "side-ended"),
    "kill.address": read.moment("kill", "address"),
  },

  timelines: [
    {
      id: "restart",
      t0: "stop-app",
      from: ["pods"],
      events: [
        { name: "app-ended", object: "^Pod/two$", change: "container app terminated" },
        { name: "app-running", object: "^Pod/two$", change: "container app running", after: "app-ended" },
      ],
    },
    {
      id: "kill",
      t0: "kill-pause",
      from: ["pods-kill"],
      events: [
        { name: "side-ended", object: "^Pod/two$", change: "container side terminated" },
        {
          name: "address",
          object: "^Pod/two$",
          change: "^podIP [^n].*→[^n]|^podIP assigned",
        },
        { name: "side-running", object: "^Pod/two$", change: "container side running" },
      ],
    },
  ],

  limits: [
    t(
      "That pause creates the namespaces: the runtime does, and the process of pause only keeps them alive.",
      "不能得出 pause 创建了命名空间：创建者是运行时，pause 的进程只是让它们存续。",
    ),
    t(
      "That every sandbox is a pause process: a runtime with virtual machines has sandboxes without one.",
      "不能得出每个沙箱都是一个 pause 进程：基于虚拟机的运行时，其沙箱就没有 pause。",
    ),
    t(
      "That a new sandbox always has another address: the allocator decides, and a small range comes round again.",
      "不能得出新沙箱的地址一定不同：由分配器决定，范围小时地址会再次轮到。",
    ),
    t(
      "How large the image is on the wire: the runtime's figure may count packed or unpacked bytes.",
      "不能得出镜像传输时有多大：运行时给出的可能是压缩或解压后的字节数。",
    ),
  ],

  table: [
    {
      see: t("The restart count rose, the address is the same", "重启次数增加，地址不变"),
      look: t("container ID: new; sandbox ID: unchanged", "容器 ID：新；沙箱 ID：不变"),
    },
    {
      see: t("Address changed, Pod UID unchanged", "地址变了，Pod UID 不变"),
      look: t(
        "sandbox ID and its attempt; the events say SandboxChanged",
        "沙箱 ID 及其 attempt；事件中有 SandboxChanged",
      ),
    },
    {
      see: t("EADDRINUSE in a container that listens for the first time", "第一次监听的容器报 EADDRINUSE"),
      look: t("the ports of the other containers of the Pod", "同一 Pod 其他容器的端口"),
    },
  ],

  exercises: [
    {
      id: "1",
      case: "restart",
      task: t(
        "Predict which of container ID, sandbox ID, address and network namespace change when one container is stopped under the kubelet; compare both chains.",
        "预测在 kubelet 之下停掉一个容器后，容器 ID、沙箱 ID、地址、网络命名空间中哪些会变；比较两条链。",
      ),
      predictions: ["restart-container", "restart-side", "restart-sandbox", "restart-ip", "restart-net"],
      cannotConclude: t(
        "That the Pod was not disturbed: only its sandbox was not; the process, its memory and its writable layer are new.",
        "不能得出 Pod 未受影响：未变的只是沙箱；进程、内存与可写层都是新的。",
      ),
    },
    {
      id: "2",
      case: "kill-sandbox",
      task: t(
        "Predict what the death of pause does to the other containers and the address, and how soon there is a new one; say what stays.",
        "预测 pause 死亡对其他容器和地址的影响，以及多久有新地址；说明什么保持不变。",
      ),
      predictions: [
        "kill-uid",
        "kill-sandbox-id",
        "kill-attempt",
        "kill-ip",
        "kill-app",
        "kill-side",
        "kill-time",
      ],
      cannotConclude: t(
        "That the containers died with pause: it has no pid namespace in common with them, and it is kubelet that ends them when it finds the sandbox gone.",
        "不能得出容器随 pause 一同死亡：它们不共享 pid 命名空间，是 kubelet 发现沙箱消失后才结束它们。",
      ),
    },
  ],
});
