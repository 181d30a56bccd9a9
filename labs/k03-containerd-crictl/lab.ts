import {
  apply,
  background,
  chain,
  defineLab,
  kubectl,
  node,
  pause,
  probeImage,
  read,
  stop,
  t,
  until,
  waitFor,
  watch,
} from "../vocabulary/index.js";
import { deleteStopped, EVENTS, SHIM_AND_CHILDREN, stopContainer } from "./commands.js";
import { NAMES, predictions } from "./predictions.js";
import { exercises, limits, table } from "./reading.js";

const WORKER = "{{node.worker1}}";
const PODS = "/api/v1/namespaces/{{namespace}}/pods";
const EVENTS_PATH = "/api/v1/namespaces/{{namespace}}/events";
const OF_THE_POD = ["--label", "io.kubernetes.pod.uid={{pair/pod.uid}}", "-o", "json"];

const onNode = (id: string, en: string, zh: string, ...argv: string[]) => node(id, t(en, zh), WORKER, argv);
const jsonOnNode = (id: string, en: string, zh: string, ...argv: string[]) =>
  node(id, t(en, zh), WORKER, argv, { complete: { json: true } });
const events = (id: string) =>
  background(
    id,
    t("Listen to the runtime's events", "监听运行时事件"),
    ["sh", "-c", EVENTS, "events", "{{before/pod.uid}}"],
    {
      node: WORKER,
      readyWhen: "listening",
    },
  );

export default defineLab({
  id: "k03",
  title: t("containerd and crictl: containers seen on the node", "containerd 与 crictl：节点上看到的容器"),
  question: t(
    "crictl, ctr and ps show the same containers in three ways. What does each count, what do they agree on, and who starts a container again that crictl stopped?",
    "crictl、ctr、ps 以三种方式显示同一批容器。它们各数什么、在哪里一致？crictl 停掉的容器由谁重新启动？",
  ),
  environment: "kind",
  needs: ["docker", "kubectl", "cluster", "workers>=2", "nodes-ready", "crictl", "ctr", "jq"],
  exclusive: true,
  predictions,

  cases: [
    {
      id: "seen",
      kind: "normal",
      title: t("One Pod, two containers, three views", "一个 Pod，两个容器，三种视角"),
      steps: [
        probeImage(),
        apply("deploy", t("A Pod with two containers", "建立有两个容器的 Pod"), "manifests/pair.yaml"),
        waitFor("ready", t("Until it is Ready", "等待 Ready"), "pod/pair", "condition=Ready"),
        chain("pair", t("Its identity chain", "它的身份链"), "pair"),
        jsonOnNode("cri-pods", "CRI: its sandboxes", "CRI：它的沙箱", "crictl", "pods", ...OF_THE_POD),
        jsonOnNode("cri-ps", "CRI: its containers", "CRI：它的容器", "crictl", "ps", "-a", ...OF_THE_POD),
        jsonOnNode(
          "cri-inspect",
          "CRI: the container app",
          "CRI：容器 app",
          "crictl",
          "inspect",
          "{{pair/container.app.id}}",
        ),
        jsonOnNode(
          "ctr-app",
          "containerd: the container app",
          "containerd：容器 app",
          ...["ctr", "-n", "k8s.io", "containers", "info", "{{pair/container.app.id}}"],
        ),
        jsonOnNode(
          "ctr-sandbox",
          "containerd: the sandbox",
          "containerd：沙箱",
          ...["ctr", "-n", "k8s.io", "containers", "info", "{{pair/sandbox.id}}"],
        ),
        onNode(
          "all-ctr",
          "containerd: every container of the node",
          "containerd：节点上的所有容器",
          "ctr",
          "-n",
          "k8s.io",
          "containers",
          "ls",
          "-q",
        ),
        onNode(
          "all-ps",
          "CRI: every container of the node",
          "CRI：节点上的所有容器",
          "crictl",
          "ps",
          "-a",
          "-q",
        ),
        onNode("all-pods", "CRI: every sandbox of the node", "CRI：节点上的所有沙箱", "crictl", "pods", "-q"),
        jsonOnNode(
          "shim",
          "ps: the sandbox's shim and its children",
          "ps：沙箱的 shim 及其子进程",
          "sh",
          "-c",
          SHIM_AND_CHILDREN,
          "shim",
          "{{pair/sandbox.id}}",
        ),
        onNode("log-file", "The container's log file", "容器的日志文件", "cat", "{{log.path}}"),
        onNode(
          "log-cri",
          "The log as CRI gives it",
          "CRI 给出的日志",
          "crictl",
          "logs",
          "{{pair/container.app.id}}",
        ),
        onNode(
          "log-links",
          "The links in /var/log/containers",
          "/var/log/containers 中的链接",
          "sh",
          "-c",
          'for f in /var/log/containers/*"$1"*; do readlink "$f"; done',
          "links",
          "{{pair/container.app.id}}",
        ),
      ],
    },
    {
      id: "wrong-namespace",
      kind: "negative",
      title: t("ctr without -n k8s.io", "ctr 不带 -n k8s.io"),
      after: "seen",
      steps: [
        onNode(
          "ctr-namespaces",
          "containerd's namespaces",
          "containerd 的命名空间",
          "ctr",
          "namespaces",
          "ls",
          "-q",
        ),
        onNode(
          "ctr-default",
          "Containers of the namespace that ctr takes by itself",
          "ctr 默认命名空间中的容器",
          "ctr",
          "containers",
          "ls",
          "-q",
        ),
        node(
          "ctr-labbook",
          t(
            "Containers of a containerd namespace named as the Kubernetes Namespace",
            "与 Kubernetes Namespace 同名的 containerd 命名空间中的容器",
          ),
          WORKER,
          ["ctr", "-n", "{{namespace}}", "containers", "ls", "-q"],
        ),
      ],
    },
    {
      id: "stopped",
      kind: "exercise",
      title: t("crictl stop, behind kubelet's back", "绕过 kubelet 的 crictl stop"),
      after: "seen",
      steps: [
        apply(
          "deploy-stopped",
          t("A Pod with six containers", "建立有六个容器的 Pod"),
          "manifests/stopped.yaml",
        ),
        waitFor("stopped-ready", t("Until it is Ready", "等待 Ready"), "pod/stopped", "condition=Ready"),
        chain("before", t("Its identity chain", "它的身份链"), "stopped"),
        events("events"),
        pause("listening", t("Until it listens", "等待监听就绪"), 1),
        ...NAMES.flatMap((name, n) => [
          stopContainer(
            `stop-${name}`,
            `{{before/container.${name}.id}}`,
            n === 0 ? deleteStopped : undefined,
          ),
          pause(`after-${name}`, t("Time to start again", "留出重启时间"), 2.3),
        ]),
        stop("events-end", t("Stop listening", "停止监听"), "events"),
        chain("after", t("Its identity chain afterwards", "之后的身份链"), "stopped"),
        onNode(
          "logs-c1",
          "Log files of the first container",
          "第一个容器的日志文件",
          "sh",
          "-c",
          'ls /var/log/pods/*"$1"/c1',
          "logs",
          "{{before/pod.uid}}",
        ),
      ],
    },
    {
      id: "stopped-again",
      kind: "exercise",
      title: t("Stopped a second time", "第二次停止"),
      after: "stopped",
      steps: [
        watch("pods", t("Watch the lab's Pods and events", "监视本实验的 Pod 与事件"), [
          { name: "pods", path: PODS },
          { name: "events", path: EVENTS_PATH },
        ]),
        events("events-again"),
        pause("listening-again", t("Until it listens", "等待监听就绪"), 1),
        stopContainer("stop-c1-again", "{{after/container.c1.id}}"),
        until(
          "restarted-again",
          t("Until kubelet has started it again", "等待 kubelet 再次启动它"),
          kubectl("restart-count", t("Its restart count", "它的重启次数"), [
            ...["get", "pod", "stopped", "-o"],
            "jsonpath={.status.containerStatuses[?(@.name=='c1')].restartCount}",
          ]),
          "^2$",
        ),
        pause("settle", t("Let the last events come", "等最后的事件到达"), 1),
        stop("events-again-end", t("Stop listening", "停止监听"), "events-again"),
        stop("pods-end", t("Stop watching", "停止监视"), "pods"),
      ],
    },
  ],

  observations: {
    "cri.sandboxes": read.jsonAll("cri-pods", "$.items[*].id"),
    "cri.containers": read.jsonAll("cri-ps", "$.containers[*].id"),
    "cri.runtime": read.json("cri-inspect", "$.info.runtimeType"),
    "cri.snapshotter": read.json("cri-inspect", "$.info.snapshotter"),
    "cri.memory": read.json("cri-inspect", "$.info.runtimeSpec.linux.resources.memory.limit", {
      unit: "bytes",
    }),
    "log.path": read.json("cri-inspect", "$.status.logPath"),
    "ctr.runtime": read.json("ctr-app", "$.Runtime.Name"),
    "ctr.snapshotter": read.json("ctr-app", "$.Snapshotter"),
    "ctr.kind.app": read.json("ctr-app", "$.Labels['io.cri-containerd.kind']"),
    "ctr.kind.sandbox": read.json("ctr-sandbox", "$.Labels['io.cri-containerd.kind']"),
    "all.ctr": read.lines("all-ctr", "."),
    "all.ps": read.lines("all-ps", "."),
    "all.pods": read.lines("all-pods", "."),
    "all.cri": read.derived("sum", ["all.ps", "all.pods"]),
    "shim.pids": read.jsonAll("shim", "$.shims[*].shim"),
    "shim.children": read.jsonAll("shim", "$.shims[*].children[*]"),
    "log.file.first": read.match("log-file", "^\\S+ stdout F (.*)$"),
    "log.cri.first": read.match("log-cri", "^(.+)$"),
    "log.link": read.match("log-links", "^(.+)$"),

    "ctr.namespaces": read.matchAll("ctr-namespaces", "^\\S+$"),
    "ctr.default": read.lines("ctr-default", "."),
    "ctr.labbook": read.lines("ctr-labbook", "."),

    ...Object.fromEntries(
      NAMES.map((name) => [`restart.${name}`, read.moment(`restart-${name}`, "started", "stopped")]),
    ),
    "restart.median": read.derived(
      "median",
      NAMES.map((name) => `restart.${name}`),
      "s",
    ),
    "restart.iqr": read.derived(
      "iqr",
      NAMES.map((name) => `restart.${name}`),
      "s",
    ),
    "restart.min": read.derived(
      "min",
      NAMES.map((name) => `restart.${name}`),
      "s",
    ),
    "restart.max": read.derived(
      "max",
      NAMES.map((name) => `restart.${name}`),
      "s",
    ),
    "logs.c1": read.matchAll("logs-c1", "^\\d+\\.log$"),

    "again.restart": read.moment("again", "started"),
    "again.terminated": read.moment("again", "terminated"),
    "again.event": read.moment("again", "event"),
    "again.back-off": read.moment("again", "back-off"),
  },

  timelines: [
    ...NAMES.map((name) => ({
      id: `restart-${name}`,
      t0: `stop-${name}`,
      from: ["events"],
      events: [
        { name: "stopped", object: "^Line/events$", change: `^CONTAINER_STOPPED_EVENT \\S+ ${name}$` },
        {
          name: "started",
          object: "^Line/events$",
          change: `^CONTAINER_STARTED_EVENT \\S+ ${name}$`,
          after: "stopped",
        },
      ],
    })),
    {
      id: "again",
      t0: "stop-c1-again",
      from: ["events-again", "pods"],
      events: [
        // counted from the command: containerd 1.7 was seen to leave out the STOPPED event after another listener had ended
        { name: "terminated", object: "^Pod/stopped$", change: "^container c1 terminated" },
        { name: "event", object: "^Event/Pod/stopped$", change: "^BackOff.* c1 " },
        { name: "back-off", object: "^Pod/stopped$", change: "^container c1 waiting \\(CrashLoopBackOff\\)" },
        {
          name: "started",
          object: "^Line/events-again$",
          change: "^CONTAINER_STARTED_EVENT \\S+ c1$",
          after: "terminated",
        },
      ],
    },
  ],

  limits,
  table,
  exercises,
});
