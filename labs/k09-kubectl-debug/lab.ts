import {
  absent,
  apply,
  chain,
  changed,
  contains,
  count,
  defineLab,
  differentNamespace,
  equals,
  kubectl,
  matches,
  node,
  observed,
  pod,
  predict,
  probeImage,
  read,
  sameNamespace,
  sameSet,
  t,
  unchanged,
  until,
  waitFor,
} from "../vocabulary/index.js";
import { newSince, nodeDebug, podsBefore } from "./node-debug.js";

const NODE = "{{node.worker1}}";
const PROFILES = ["general", "baseline", "restricted", "netadmin", "sysadmin"];
// the names in the sentence `Options are "general", … or "sysadmin". Defaults to "general"` of the help
const OFFERED = '(?<=Options are [^.\\n]*)"(\\w+)"';
const IMAGE = ["--image={{image.probe}}", "--image-pull-policy=IfNotPresent"];
const SLEEP = ["--", "sh", "-c", "exec sleep 3600"];

/** kubectl debug on Pod target; without -i it does not attach, so the shell that it would open is `sleep`. */
const debug = (id: string, en: string, zh: string, ...options: string[]) =>
  kubectl(id, t(en, zh), ["debug", "target", ...IMAGE, ...options, ...SLEEP], { timeoutSeconds: 60 });

const objectOf = (id: string, name: string) =>
  kubectl(id, t(`Pod ${name} in the API`, `API 中的 Pod ${name}`), ["get", "pod", name, "-o", "json"], {
    complete: { json: true },
  });

const untilRunning = (id: string, name: string, container: string) =>
  until(
    id,
    t(`Until ${container} runs`, `等待 ${container} 运行`),
    kubectl(`${id}-state`, t("Its state", "它的状态"), [
      ...["get", "pod", name, "-o"],
      `jsonpath={.status.ephemeralContainerStatuses[?(@.name=='${container}')].state}`,
    ]),
    '"running"',
  );

const inside = (id: string, en: string, zh: string, name: string, container: string, line: string) =>
  pod(id, t(en, zh), name, ["sh", "-c", line], { container, expectExit: "any" });

/** Changes Pod target's ephemeral containers; the server checks and refuses, or would store nothing. */
const patch = (id: string, en: string, zh: string, type: string, body: unknown) =>
  kubectl(
    id,
    t(en, zh),
    [
      ...["patch", "pod", "target", "--subresource=ephemeralcontainers", "--dry-run=server"],
      ...[`--type=${type}`, "-p", JSON.stringify(body)],
    ],
    { expectExit: [1] },
  );

const security = (profile: string) => `$.spec.ephemeralContainers[?@.name == 'p-${profile}'].securityContext`;
const nodePod = (name: string, path: string) => read.json(`node-${name}-object`, `$.items[0].spec${path}`);

export default defineLab({
  id: "k09",
  title: t("kubectl debug: ephemeral containers and nodes", "kubectl debug：临时容器与节点调试"),
  question: t(
    "What does kubectl debug add to a Pod, a copy of it or a node, what can it reach there, and what does it leave behind?",
    "kubectl debug 给 Pod、Pod 的副本或节点增加了什么？在那里能够着什么？又留下什么？",
  ),
  environment: "kind",
  needs: ["docker", "kubectl", "cluster", "workers>=2", "nodes-ready", "crictl", "ctr"],
  exclusive: false,

  predictions: [
    predict(
      "same-container",
      "ephemeral",
      t("The app's container is the same afterwards", "之后应用容器仍是同一个"),
      unchanged("before/container.app.id", "debugged/container.app.id"),
    ),
    predict(
      "not-restarted",
      "ephemeral",
      t("Its process is the same: it was not restarted", "它的进程也是同一个：没有重启"),
      unchanged("before/container.app.startTicks", "debugged/container.app.startTicks"),
      { reference: { value: "not restarted", note: t("main container", "主容器") } },
    ),
    predict(
      "same-uid",
      "ephemeral",
      t("The Pod is the same", "Pod 仍是同一个"),
      unchanged("before/pod.uid", "debugged/pod.uid"),
    ),
    predict(
      "plain-net",
      "ephemeral",
      t("Without --target it shares the Pod's network", "不带 --target 时共享 Pod 的网络"),
      sameNamespace("net", "debugged/container.plain", "debugged/container.app"),
    ),
    predict(
      "plain-pid",
      "ephemeral",
      t("… but not the app's processes", "……但不共享应用的进程"),
      differentNamespace("pid", "debugged/container.plain", "debugged/container.app"),
    ),
    predict(
      "target-pid",
      "ephemeral",
      t("With --target it is in the app's pid namespace", "带 --target 时进入应用的 pid 命名空间"),
      sameNamespace("pid", "debugged/container.aimed", "debugged/container.app"),
    ),
    predict(
      "target-mnt",
      "ephemeral",
      t("… with a file system of its own", "……文件系统仍是自己的"),
      differentNamespace("mnt", "debugged/container.aimed", "debugged/container.app"),
    ),
    predict(
      "plain-sees",
      "ephemeral",
      t("Without --target, PID 1 is its own command", "不带 --target 时，1 号进程是它自己的命令"),
      matches("plain.pid-one", /^sleep/),
    ),
    predict(
      "target-sees",
      "ephemeral",
      t("With --target, PID 1 is the app", "带 --target 时，1 号进程是应用"),
      matches("aimed.pid-one", /^node/),
    ),
    predict(
      "target-files",
      "ephemeral",
      t("… and its files are reached through /proc/1/root", "……经 /proc/1/root 够得着它的文件"),
      equals("aimed.file", "/proc/1/root/app/server.mjs"),
    ),

    predict(
      "cannot-remove",
      "refused",
      t("An ephemeral container cannot be removed", "临时容器不能删除"),
      matches("refused.remove", /may not be removed/),
      { reference: { value: "cannot be removed", note: t("ephemeral container", "临时容器") } },
    ),
    predict(
      "no-resources",
      "refused",
      t("It cannot ask for resources", "它不能申请资源"),
      matches("refused.resources", /resources: Forbidden/),
      { reference: { value: "no resources", note: t("ephemeral container", "临时容器") } },
    ),
    predict(
      "no-ports",
      "refused",
      t("… nor declare ports", "……也不能声明端口"),
      matches("refused.ports", /ports: Forbidden/),
    ),
    predict(
      "still-listed",
      "refused",
      t("One that has ended stays in the Pod's spec", "已结束的仍留在 Pod 的 spec 中"),
      contains("refused.listed", "short"),
    ),
    predict(
      "not-run-again",
      "refused",
      t("… and is not started again", "……也不会再次启动"),
      equals("refused.short-restarts", 0),
    ),

    predict(
      "profiles-offered",
      "profiles",
      t("This kubectl offers the profiles of its version", "此 kubectl 提供其版本所具有的各种配置"),
      sameSet("profiles.offered", PROFILES),
      {
        because: t(
          "kubectl 1.36 made general the default and no longer lists legacy; an older one lists it as well",
          "kubectl 1.36 以 general 为默认配置，并不再列出 legacy；更早的版本还会列出它",
        ),
        reference: { value: 5, note: t("profiles", "配置数") },
        variants: [
          { of: "kubectl", below: "1.36", claim: sameSet("profiles.offered", ["legacy", ...PROFILES]) },
        ],
      },
    ),
    predict(
      "profile-general",
      "profiles",
      t("general adds the capability to trace processes", "general 增加跟踪进程的 capability"),
      equals("profiles.general", ["SYS_PTRACE"]),
    ),
    predict(
      "profile-baseline",
      "profiles",
      t("baseline adds nothing", "baseline 不增加任何东西"),
      absent("profiles.baseline"),
    ),
    predict(
      "profile-restricted",
      "profiles",
      t("restricted drops all capabilities …", "restricted 丢弃全部 capability……"),
      equals("profiles.restricted.drop", ["ALL"]),
    ),
    predict(
      "profile-restricted-root",
      "profiles",
      t("… and asks for a user other than root", "……并要求非 root 用户"),
      equals("profiles.restricted.non-root", true),
    ),
    predict(
      "profile-restricted-refused",
      "profiles",
      t("With an image that runs as root it does not start", "镜像以 root 运行时它启动不了"),
      equals("profiles.restricted.waiting", "CreateContainerConfigError"),
      {
        because: t(
          "the kubelet checks runAsNonRoot against the image's user",
          "kubelet 用镜像的用户检查 runAsNonRoot",
        ),
      },
    ),
    predict(
      "profile-netadmin",
      "profiles",
      t("netadmin adds the two network capabilities", "netadmin 增加两个网络 capability"),
      equals("profiles.netadmin", ["NET_ADMIN", "NET_RAW"]),
    ),
    predict(
      "profile-sysadmin",
      "profiles",
      t("sysadmin is privileged", "sysadmin 是特权容器"),
      equals("profiles.sysadmin", true),
    ),

    predict(
      "copy-uid",
      "copy",
      t("The copy is another Pod", "副本是另一个 Pod"),
      changed("before/pod.uid", "copy/pod.uid"),
    ),
    predict(
      "copy-labels",
      "copy",
      t("It has no labels, so no Service sends it requests", "它没有标签，因此没有 Service 会把请求发给它"),
      absent("copy.labels"),
    ),
    predict(
      "copy-shares",
      "copy",
      t(
        "With --share-processes its containers share one pid namespace",
        "带 --share-processes 时，其容器共享一个 pid 命名空间",
      ),
      sameNamespace("pid", "copy/container.app", "copy/container.debugger"),
    ),
    predict(
      "copy-original",
      "copy",
      t("The original's container was not touched by the copy", "原 Pod 的容器没有被副本触动"),
      unchanged("before/container.app.id", "after-copies/container.app.id"),
      { reference: { value: "untouched", note: t("original Pod", "原 Pod") } },
    ),
    predict(
      "copy-original-process",
      "copy",
      t("… nor its process", "……其进程也没有"),
      unchanged("before/container.app.startTicks", "after-copies/container.app.startTicks"),
    ),
    predict(
      "copy-other-image",
      "copy",
      t("A copy can run another image under the app's name", "副本可以用应用的名字运行另一个镜像"),
      equals("copy-image.image", observed("pause.image")),
    ),
    predict(
      "copy-other-image-original",
      "copy",
      t("The original keeps its image", "原 Pod 的镜像不变"),
      unchanged(
        "before/container.app.image.manifestDigest",
        "after-copies/container.app.image.manifestDigest",
      ),
    ),

    predict(
      "node-network",
      "node-debug",
      t("The node debug Pod has the node's network", "节点调试 Pod 使用节点的网络"),
      equals("node.general.network", true),
      { reference: { value: "hostNetwork", note: t("node debug Pod", "节点调试 Pod") } },
    ),
    predict(
      "node-pid",
      "node-debug",
      t("… the node's processes", "……节点的进程"),
      equals("node.general.pid", true),
      { reference: { value: "hostPID", note: t("node debug Pod", "节点调试 Pod") } },
    ),
    predict(
      "node-ipc",
      "node-debug",
      t("… and its ipc namespace", "……以及节点的 ipc 命名空间"),
      equals("node.general.ipc", true),
      { reference: { value: "hostIPC", note: t("node debug Pod", "节点调试 Pod") } },
    ),
    predict(
      "node-root",
      "node-debug",
      t("The node's root is mounted at /host", "节点的根目录挂载在 /host"),
      equals("node.general.root", "/host"),
      { reference: { value: "host's root mounted", note: t("node debug Pod", "节点调试 Pod") } },
    ),
    predict(
      "node-file",
      "node-debug",
      t(
        "A file there is the node's very file: device and inode agree",
        "那里的文件就是节点上的同一个文件：设备号与 inode 一致",
      ),
      equals("node.general.file", observed("node.file")),
    ),
    predict(
      "node-chroot",
      "node-debug",
      t(
        "After chroot the node's own programs run: its crictl lists the target's container",
        "chroot 后能运行节点自己的程序：其 crictl 列出 target 的容器",
      ),
      equals("node.chroot.container", observed("before/container.app.id")),
    ),
    predict(
      "node-baseline-network",
      "node-debug",
      t("With the profile baseline it has a network of its own", "使用 baseline 配置时，它有自己的网络"),
      absent("node.baseline.network"),
    ),
    predict(
      "node-baseline-root",
      "node-debug",
      t("… and nothing of the node is mounted", "……也没有挂载节点的任何东西"),
      absent("node.baseline.root"),
    ),
    predict(
      "node-outlives",
      "node-debug",
      t("Both Pods outlive the command that made them", "两个 Pod 都在创建它们的命令结束后继续存在"),
      count("node.left", 2),
      {
        because: t(
          "nothing owns them; they are found by comparison with the list from before",
          "它们没有属主；通过与之前的列表比较来找到",
        ),
      },
    ),
    predict("node-no-owner", "node-debug", t("Nothing owns them", "它们没有属主"), count("node.owners", 0)),
  ],

  cases: [
    {
      id: "ephemeral",
      kind: "normal",
      title: t("Ephemeral containers, with and without --target", "临时容器：带与不带 --target"),
      steps: [
        probeImage(),
        apply("deploy", t("Deploy the Pod", "部署 Pod"), "manifests/target.yaml"),
        waitFor("ready", t("Until it is Ready", "等待 Ready"), "pod/target", "condition=Ready"),
        chain("before", t("The identity chain before", "之前的身份链"), "target"),
        debug("debug-plain", "Debug it without --target", "不带 --target 调试", "--container=plain"),
        debug(
          "debug-aimed",
          "Debug it with --target",
          "带 --target 调试",
          "--container=aimed",
          "--target=app",
        ),
        untilRunning("plain-runs", "target", "plain"),
        untilRunning("aimed-runs", "target", "aimed"),
        chain("debugged", t("The identity chain afterwards", "之后的身份链"), "target"),
        inside(
          "plain-one",
          "PID 1 without --target",
          "不带 --target 的 1 号进程",
          "target",
          "plain",
          "tr '\\0' ' ' </proc/1/cmdline",
        ),
        inside(
          "aimed-one",
          "PID 1 with --target",
          "带 --target 的 1 号进程",
          "target",
          "aimed",
          "tr '\\0' ' ' </proc/1/cmdline",
        ),
        inside(
          "aimed-file",
          "A file of the app with --target",
          "带 --target 看应用的文件",
          "target",
          "aimed",
          "ls /proc/1/root/app/server.mjs",
        ),
      ],
    },
    {
      id: "refused",
      kind: "exercise",
      title: t("What an ephemeral container may not do", "临时容器不能做什么"),
      after: "ephemeral",
      steps: [
        kubectl(
          "debug-short",
          t("An ephemeral container that ends at once", "立即结束的临时容器"),
          ["debug", "target", ...IMAGE, "--container=short", "--", "true"],
          { timeoutSeconds: 60 },
        ),
        until(
          "short-ended",
          t("Until it ended", "等待它结束"),
          kubectl("short-state", t("Its state", "它的状态"), [
            ...["get", "pod", "target", "-o"],
            "jsonpath={.status.ephemeralContainerStatuses[?(@.name=='short')].state}",
          ]),
          '"terminated"',
        ),
        patch("remove", "Try to remove one", "尝试删除一个", "json", [
          { op: "remove", path: "/spec/ephemeralContainers/0" },
        ]),
        patch("resources", "Try to add one with resources", "尝试增加一个带资源的", "strategic", {
          spec: {
            ephemeralContainers: [
              { name: "limited", image: "{{image.probe}}", resources: { limits: { cpu: "100m" } } },
            ],
          },
        }),
        patch("ports", "Try to add one with a port", "尝试增加一个带端口的", "strategic", {
          spec: {
            ephemeralContainers: [
              { name: "open", image: "{{image.probe}}", ports: [{ containerPort: 9000, protocol: "TCP" }] },
            ],
          },
        }),
        objectOf("refused-object", "target"),
      ],
    },
    {
      id: "copy",
      kind: "normal",
      title: t("Copies of the Pod", "Pod 的副本"),
      after: "ephemeral",
      steps: [
        debug(
          "debug-copy",
          "Copy it and add a debugger to the copy",
          "复制它并在副本中加入调试容器",
          ...["--copy-to=copy", "--same-node", "--share-processes", "--container=debugger"],
        ),
        waitFor("copy-ready", t("Until the copy is Ready", "等待副本 Ready"), "pod/copy", "condition=Ready"),
        chain("copy", t("The copy's identity chain", "副本的身份链"), "copy"),
        objectOf("copy-object", "copy"),
        node(
          "pause-image",
          t("Another image that the node has", "节点上已有的另一个镜像"),
          NODE,
          ["crictl", "images", "-o", "json"],
          {
            complete: { json: true },
          },
        ),
        kubectl(
          "debug-copy-image",
          t("Copy it with another image for the app", "复制它并替换应用的镜像"),
          [
            ...["debug", "target", "--copy-to=copy-image", "--same-node", "--share-processes=false"],
            "--set-image=app={{pause.image}}",
          ],
          { timeoutSeconds: 60 },
        ),
        waitFor(
          "copy-image-ready",
          t("Until the copy is Ready", "等待副本 Ready"),
          "pod/copy-image",
          "condition=Ready",
        ),
        objectOf("copy-image-object", "copy-image"),
        chain("after-copies", t("The original's identity chain afterwards", "之后原 Pod 的身份链"), "target"),
      ],
    },
    {
      id: "profiles",
      kind: "normal",
      title: t("The profiles of this kubectl", "此 kubectl 的各种配置"),
      after: "ephemeral",
      steps: [
        kubectl("help", t("What this kubectl says about profiles", "此 kubectl 对配置的说明"), [
          "debug",
          "--help",
        ]),
        ...PROFILES.map((profile) =>
          debug(
            `debug-${profile}`,
            `Debug it with the profile ${profile}`,
            `用配置 ${profile} 调试`,
            ...[`--container=p-${profile}`, `--profile=${profile}`],
          ),
        ),
        until(
          "restricted-decided",
          t("Until the kubelet decided about the restricted one", "等待 kubelet 对 restricted 作出决定"),
          kubectl("restricted-state", t("Its state", "它的状态"), [
            ...["get", "pod", "target", "-o"],
            "jsonpath={.status.ephemeralContainerStatuses[?(@.name=='p-restricted')].state}",
          ]),
          "CreateContainerConfigError|running|terminated",
        ),
        objectOf("profiles-object", "target"),
      ],
    },
    {
      id: "node-debug",
      kind: "exercise",
      title: t("A node debugged twice", "对节点调试两次"),
      after: "ephemeral",
      steps: [
        podsBefore("pods-before"),
        nodeDebug("debug-node", NODE, "general", "pods.before"),
        kubectl(
          "node-general-ready",
          t("Until the new Pod is Ready", "等待新 Pod Ready"),
          ["wait", "pods", newSince("pods.before"), "--for=condition=Ready", "--timeout=110s"],
          { timeoutSeconds: 120 },
        ),
        kubectl(
          "node-general-object",
          t("The Pod that was not there before", "此前没有的那个 Pod"),
          ["get", "pods", newSince("pods.before"), "-o", "json"],
          { complete: { json: true } },
        ),
        node("node-file", t("A file's device and inode on the node", "节点上某文件的设备号与 inode"), NODE, [
          ...["stat", "-c", "%d:%i", "/etc/kubernetes/kubelet.conf"],
        ]),
        inside(
          "node-general-file",
          "The same through /host",
          "经 /host 看同一文件",
          "{{node.general.name}}",
          "debugger",
          "stat -c %d:%i /host/etc/kubernetes/kubelet.conf",
        ),
        inside(
          "node-chroot",
          "The node's crictl after chroot",
          "chroot 后运行节点的 crictl",
          "{{node.general.name}}",
          "debugger",
          "chroot /host crictl ps --quiet --no-trunc --name '^app$' --label io.kubernetes.pod.uid={{before/pod.uid}}",
        ),
        podsBefore("pods-between"),
        nodeDebug("debug-node-baseline", NODE, "baseline", "pods.between"),
        kubectl(
          "node-baseline-object",
          t("The Pod that was not there before", "此前没有的那个 Pod"),
          ["get", "pods", newSince("pods.between"), "-o", "json"],
          { complete: { json: true } },
        ),
        kubectl(
          "node-left",
          t("All Pods that were not there before", "此前没有的所有 Pod"),
          ["get", "pods", newSince("pods.before"), "-o", "json"],
          { complete: { json: true } },
        ),
      ],
    },
  ],

  observations: {
    "plain.pid-one": read.match("plain-one", "^(\\S+)"),
    "aimed.pid-one": read.match("aimed-one", "^(\\S+)"),
    "aimed.file": read.match("aimed-file", "^(\\S+)$"),
    "refused.remove": read.text("remove", { stream: "stderr" }),
    "refused.resources": read.text("resources", { stream: "stderr" }),
    "refused.ports": read.text("ports", { stream: "stderr" }),
    "refused.listed": read.jsonAll("refused-object", "$.spec.ephemeralContainers[*].name"),
    "refused.short-restarts": read.json(
      "refused-object",
      "$.status.ephemeralContainerStatuses[?@.name == 'short'].restartCount",
    ),
    "copy.labels": read.json("copy-object", "$.metadata.labels"),
    "pause.image": read.json("pause-image", "$.images[*].repoTags[?search(@, '/pause:')]"),
    "copy-image.image": read.json("copy-image-object", "$.spec.containers[?@.name == 'app'].image"),
    "profiles.offered": read.matchAll("help", OFFERED),
    "profiles.general": read.json("profiles-object", `${security("general")}.capabilities.add`),
    "profiles.baseline": read.json("profiles-object", security("baseline")),
    "profiles.restricted.drop": read.json("profiles-object", `${security("restricted")}.capabilities.drop`),
    "profiles.restricted.non-root": read.json("profiles-object", `${security("restricted")}.runAsNonRoot`),
    "profiles.restricted.waiting": read.json(
      "profiles-object",
      "$.status.ephemeralContainerStatuses[?@.name == 'p-restricted'].state.waiting.reason",
    ),
    "profiles.netadmin": read.json("profiles-object", `${security("netadmin")}.capabilities.add`),
    "profiles.sysadmin": read.json("profiles-object", `${security("sysadmin")}.privileged`),
    "pods.before": read.text("pods-before"),
    "pods.between": read.text("pods-between"),
    "node.general.name": read.json("node-general-object", "$.items[0].metadata.name"),
    "node.general.network": nodePod("general", ".hostNetwork"),
    "node.general.pid": nodePod("general", ".hostPID"),
    "node.general.ipc": nodePod("general", ".hostIPC"),
    "node.general.root": nodePod("general", ".containers[0].volumeMounts[?@.name == 'host-root'].mountPath"),
    "node.general.file": read.match("node-general-file", "^(\\d+:\\d+)$"),
    "node.file": read.match("node-file", "^(\\d+:\\d+)$"),
    "node.chroot.container": read.match("node-chroot", "^([0-9a-f]{64})$"),
    "node.baseline.network": nodePod("baseline", ".hostNetwork"),
    "node.baseline.root": nodePod("baseline", ".volumes[?@.hostPath].hostPath.path"),
    "node.left": read.jsonAll("node-left", "$.items[*].metadata.uid"),
    "node.owners": read.jsonAll("node-left", "$.items[*].metadata.ownerReferences[*].uid"),
  },

  timelines: [],
  cleanup: [],

  limits: [
    t(
      "What an attached terminal does: no step attaches, the debugger's command is sleep, and it is looked at through kubectl exec.",
      "不能得出连接终端后的行为：这里没有步骤连接终端，调试容器的命令是 sleep，通过 kubectl exec 观察。",
    ),
    t(
      "That a debug Pod on a node is harmless because it ends: it has what the profile gives for as long as anybody leaves it there.",
      "不能因为节点调试 Pod 会结束就说它无害：只要没人删除，它就一直拥有配置所给的权限。",
    ),
    t(
      "That the profiles mean the same in another kubectl: the profile is the client's, and the list is this version's.",
      "不能得出其他 kubectl 中配置含义相同：配置由客户端决定，这里的列表属于此版本。",
    ),
    t(
      "That /host is the machine's root: on kind it is the root of the container that is the node.",
      "不能得出 /host 是物理机的根目录：在 kind 上，它是作为节点的那个容器的根目录。",
    ),
  ],

  table: [
    {
      see: t("ps in the debug container shows only itself", "调试容器里的 ps 只显示自己"),
      look: t("whether --target named the container", "是否用 --target 指定了容器"),
    },
    {
      see: t(
        "the debug container waits with CreateContainerConfigError",
        "调试容器停在 CreateContainerConfigError",
      ),
      look: t("the profile's runAsNonRoot and the image's user", "配置的 runAsNonRoot 与镜像的用户"),
    },
    {
      see: t("Pods called node-debugger-… that nobody knows", "出现无人认领的 node-debugger-… Pod"),
      look: t(
        "who ran kubectl debug node/…: nothing removes them",
        "谁运行过 kubectl debug node/…：没有什么会自动删除它们",
      ),
    },
    {
      see: t("the copy gets no requests", "副本收不到请求"),
      look: t("its labels: the copy has none", "它的标签：副本没有标签"),
    },
  ],

  exercises: [
    {
      id: "1",
      case: "refused",
      task: t(
        "Predict what the API server says when an ephemeral container is to be removed, or asks for resources or ports; then try.",
        "预测删除临时容器、为其申请资源或声明端口时 API 服务器怎样回答；然后尝试。",
      ),
      predictions: ["cannot-remove", "no-resources", "no-ports", "still-listed", "not-run-again"],
      cannotConclude: t(
        "That it uses no resources: it may not ask for any, what it uses counts against the Pod and was not measured.",
        "不能得出它不消耗资源：它不能申请，但消耗会计入 Pod，这里没有测量。",
      ),
    },
    {
      id: "2",
      case: "node-debug",
      task: t(
        "Predict what a node debug Pod has of the node with the profiles general and baseline, and what is left after the command; then observe.",
        "预测 general 与 baseline 配置的节点调试 Pod 各拥有节点的什么，以及命令结束后留下什么；然后观察。",
      ),
      predictions: [
        "node-network",
        "node-pid",
        "node-ipc",
        "node-root",
        "node-file",
        "node-chroot",
        "node-baseline-network",
        "node-baseline-root",
        "node-outlives",
      ],
      cannotConclude: t(
        "Which Pods are debug Pods, from their name or a label: older versions of kubectl give none. Only the list from before tells.",
        "不能凭名字或标签判断哪些是调试 Pod：旧版 kubectl 不加标签。只有之前的列表能说明。",
      ),
    },
  ],
});
