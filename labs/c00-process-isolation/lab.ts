import {
  background,
  between,
  changed,
  count,
  defineLab,
  differentNamespace,
  equals,
  observed,
  predict,
  read,
  sameNamespace,
  stop,
  t,
  unchanged,
  vm,
} from "../vocabulary/index.js";

const NAMESPACES = ["pid", "mnt", "uts", "ipc", "net", "user", "cgroup"];

/** `readlink` of each namespace of a process prints `net:[4026531840]`, one a line. */
const links = (pid: string, names: string[]) => [
  "readlink",
  ...names.map((name) => `/proc/${pid}/ns/${name}`),
];
const inodes = (who: string, step: string, names: string[]) =>
  Object.fromEntries(names.map((name) => [`${who}.ns.${name}`, read.match(step, `^${name}:\\[(\\d+)\\]$`)]));

export default defineLab({
  id: "c00",
  title: t("Process isolation, seen from /proc", "进程隔离：从 /proc 看命名空间"),
  question: t(
    "What does a process in new namespaces see of the machine, and what does the machine see of it?",
    "一个进入新命名空间的进程能看到机器的什么？机器又能看到它的什么？",
  ),
  environment: "linux",
  needs: ["unshare"],

  predictions: [
    ...["pid", "mnt", "uts", "ipc", "net"].map((name) =>
      predict(
        `ns-${name}`,
        "isolated",
        t(
          `The process is in another ${name} namespace than its parent`,
          `该进程与父进程处于不同的 ${name} 命名空间`,
        ),
        differentNamespace(name, "parent", "child"),
      ),
    ),
    predict(
      "ns-user",
      "isolated",
      t("It is in another user namespace", "它处于另一个 user 命名空间"),
      differentNamespace("user", "parent", "child"),
      {
        because: t(
          "enter.sh asks for a user namespace wherever the kernel gives one",
          "只要内核允许，enter.sh 就会申请 user 命名空间",
        ),
      },
    ),
    predict(
      "ns-cgroup",
      "isolated",
      t("It is in another cgroup namespace", "它处于另一个 cgroup 命名空间"),
      differentNamespace("cgroup", "parent", "child"),
    ),
    predict(
      "ns-time",
      "time",
      t("It is in another time namespace", "它处于另一个 time 命名空间"),
      differentNamespace("time", "parent", "child"),
    ),
    predict(
      "pid-inside",
      "isolated",
      t("Inside, it is PID 1", "在内部，它的 PID 是 1"),
      equals("child.pid.inside", "1"),
    ),
    predict(
      "pid-outside",
      "isolated",
      t("Outside, the same process has another PID", "在外部，同一进程有另一个 PID"),
      changed("child.pid.inside", "child.pid.outside"),
    ),
    predict(
      "nspid-outside",
      "isolated",
      t("NSpid names the outer PID first", "NSpid 先给出外部 PID"),
      equals("child.nspid.outer", observed("child.pid.outside")),
    ),
    predict(
      "nspid-inside",
      "isolated",
      t("… and the inner PID last", "……最后给出内部 PID"),
      equals("child.nspid.inner", observed("child.pid.inside")),
    ),
    predict(
      "hostname-inside",
      "isolated",
      t("The hostname can be changed inside", "内部可以改主机名"),
      changed("hostname.inside.before", "hostname.inside.after"),
    ),
    predict(
      "hostname-outside",
      "isolated",
      t("Outside, the hostname stays what it was", "外部的主机名保持不变"),
      unchanged("hostname.outside.before", "hostname.outside.after"),
    ),
    predict(
      "network-empty",
      "isolated",
      t("The new network has one interface, the loopback", "新网络里只有一个接口：回环"),
      equals("child.interfaces", ["lo"]),
    ),
    predict(
      "mount-inside",
      "isolated",
      t("A mount made inside is there inside", "在内部挂载的文件系统，内部看得到"),
      count("mount.inside", 1),
    ),
    predict("mount-outside", "isolated", t("… and not outside", "……外部看不到"), count("mount.outside", 0)),
    predict(
      "processes-inside",
      "isolated",
      t(
        "With /proc mounted anew, the process sees at most itself and its helpers",
        "重新挂载 /proc 后，它只看到自己和自己的子进程",
      ),
      between("child.processes", 1, 2),
    ),
    predict(
      "no-pid-ns",
      "same-pid",
      t(
        "Without a new pid namespace, its PID is the outer one",
        "没有新的 pid 命名空间时，它的 PID 就是外部 PID",
      ),
      equals("same-pid.pid", observed("same-pid.proc")),
    ),
    predict(
      "old-proc-pid",
      "old-proc",
      t(
        "PID 1 of a new pid namespace finds another PID for itself in the old /proc",
        "新 pid 命名空间里的 1 号进程，在旧的 /proc 里看到的是另一个 PID",
      ),
      changed("old-proc.pid", "old-proc.proc"),
    ),
    predict(
      "old-proc-others",
      "old-proc",
      t("… and the old /proc still shows the outer processes", "……旧的 /proc 仍然显示外部进程"),
      between("old-proc.processes", 3, undefined),
    ),
    predict(
      "old-proc-user",
      "same-pid",
      t("Namespaces that were not asked for stay shared: pid", "没有申请的命名空间仍然共享：pid"),
      sameNamespace("pid", "parent", "same-pid"),
    ),
  ],

  cases: [
    {
      id: "isolated",
      kind: "normal",
      title: t("A process in new namespaces", "新命名空间中的进程"),
      steps: [
        vm("parent-ns", t("The parent's namespaces", "父进程的命名空间"), links("self", NAMESPACES)),
        vm("hostname-before", t("The hostname outside, before", "之前的外部主机名"), ["uname", "-n"]),
        background(
          "inside",
          t("Start a process in new namespaces", "在新命名空间中启动进程"),
          ["sh", "{{files}}/enter.sh", "{{scratch}}"],
          { readyWhen: "^ready$" },
        ),
        vm(
          "inside-says",
          t("What the process sees inside", "进程在内部看到什么"),
          ["cat", "{{scratch}}/inside.txt"],
          {
            complete: { endsWith: "end" },
          },
        ),
        vm("child-pid", t("Its PID outside, read from the outer /proc", "它在外部的 PID（读自外部 /proc）"), [
          "cat",
          "{{scratch}}/child.pid",
        ]),
        vm("child-status", t("Its PIDs at every level", "它在每一层的 PID"), [
          "cat",
          "/proc/{{child.pid.outside}}/status",
        ]),
        vm("child-ns", t("Its namespaces", "它的命名空间"), links("{{child.pid.outside}}", NAMESPACES)),
        vm(
          "child-uid-map",
          t("Its user ID map", "它的用户 ID 映射"),
          ["cat", "/proc/{{child.pid.outside}}/uid_map"],
          {
            needs: ["user-namespaces"],
            optional: true,
          },
        ),
        vm("mounts-inside", t("Mounts inside", "内部的挂载"), [
          "cat",
          "/proc/{{child.pid.outside}}/mountinfo",
        ]),
        vm("mounts-outside", t("Mounts outside", "外部的挂载"), ["cat", "/proc/self/mountinfo"]),
        vm("hostname-after", t("The hostname outside, afterwards", "之后的外部主机名"), ["uname", "-n"]),
      ],
    },
    {
      id: "time",
      kind: "normal",
      title: t("The time namespace, where the kernel has one", "time 命名空间（内核支持时）"),
      needs: ["time-namespace"],
      after: "isolated",
      steps: [
        vm(
          "parent-time",
          t("The parent's time namespace", "父进程的 time 命名空间"),
          links("self", ["time"]),
        ),
        vm(
          "child-time",
          t("The process's time namespace", "该进程的 time 命名空间"),
          links("{{child.pid.outside}}", ["time"]),
        ),
        stop("inside-ends", t("End the process", "结束该进程"), "inside"),
      ],
    },
    {
      id: "same-pid",
      kind: "negative",
      title: t("Without a new pid namespace", "没有新的 pid 命名空间"),
      needs: ["user-namespaces"],
      steps: [
        vm(
          "same-pid-says",
          t("The process about its own PID", "进程说自己的 PID"),
          [
            ...["unshare", "--user", "--map-root-user", "--mount", "--uts", "--ipc", "--net"],
            ...["sh", "{{files}}/own-pid.sh"],
          ],
          { complete: { endsWith: "end" } },
        ),
        vm("same-pid-ns", t("Its pid namespace", "它的 pid 命名空间"), [
          ...["unshare", "--user", "--map-root-user", "--mount", "--uts", "--ipc", "--net"],
          ...links("self", ["pid"]),
        ]),
      ],
    },
    {
      id: "old-proc",
      kind: "negative",
      title: t("A new pid namespace with the old /proc", "新的 pid 命名空间，但 /proc 没有重新挂载"),
      needs: ["user-namespaces"],
      steps: [
        vm(
          "old-proc-says",
          t("What PID 1 finds in the old /proc", "1 号进程在旧 /proc 里看到什么"),
          [
            ...["unshare", "--user", "--map-root-user", "--pid", "--fork"],
            ...["sh", "{{files}}/old-proc.sh"],
          ],
          { complete: { endsWith: "end" } },
        ),
      ],
    },
  ],

  observations: {
    ...inodes("parent", "parent-ns", NAMESPACES),
    ...inodes("child", "child-ns", NAMESPACES),
    "parent.ns.time": read.match("parent-time", "^time:\\[(\\d+)\\]$"),
    "child.ns.time": read.match("child-time", "^time:\\[(\\d+)\\]$"),
    "same-pid.ns.pid": read.match("same-pid-ns", "^pid:\\[(\\d+)\\]$"),
    "hostname.outside.before": read.text("hostname-before"),
    "hostname.outside.after": read.text("hostname-after"),
    "hostname.inside.before": read.match("inside-says", "^hostname-before (.+)$"),
    "hostname.inside.after": read.match("inside-says", "^hostname-after (.+)$"),
    "child.pid.inside": read.match("inside-says", "^pid (\\d+)$"),
    "child.pid.outside": read.match("child-pid", "^(\\d+)$"),
    "child.nspid.outer": read.match("child-status", "^NSpid:\\s+(\\d+)\\s"),
    "child.nspid.inner": read.match("child-status", "^NSpid:\\s.*?(\\d+)$"),
    "child.uid-map": read.text("child-uid-map"),
    "child.interfaces": read.matchAll("inside-says", "^interface (\\S+)$"),
    "child.processes": read.lines("inside-says", "^process \\d+$"),
    "mount.inside": read.lines("mounts-inside", " labbook-c00 "),
    "mount.outside": read.lines("mounts-outside", " labbook-c00 "),
    "same-pid.pid": read.match("same-pid-says", "^pid (\\d+)$"),
    "same-pid.proc": read.match("same-pid-says", "^proc-self (\\d+)$"),
    "old-proc.pid": read.match("old-proc-says", "^pid (\\d+)$"),
    "old-proc.proc": read.match("old-proc-says", "^proc-self (\\d+)$"),
    "old-proc.processes": read.lines("old-proc-says", "^process \\d+$"),
  },

  limits: [
    t(
      "Namespaces limit what a process can name, not what it may use: nothing here speaks about memory, CPU or system calls.",
      "命名空间限制的是进程能“叫出名字”的东西，而不是它能用多少：这里没有涉及内存、CPU 或系统调用。",
    ),
    t(
      "An inode number identifies a namespace only while this kernel runs: it says nothing about another boot or machine.",
      "inode 号只在本次内核运行期间标识一个命名空间：它不能说明另一次启动或另一台机器的情况。",
    ),
    t(
      "No container runtime took part: that runtimes ask for the same namespaces is the subject of c26.",
      "这里没有容器运行时参与：运行时是否申请同样的命名空间，是 c26 的主题。",
    ),
  ],

  table: [
    {
      see: t("ps inside shows processes of the machine", "内部的 ps 显示了机器上的进程"),
      look: t(
        "whether /proc was mounted in the new pid namespace",
        "新的 pid 命名空间里是否重新挂载了 /proc",
      ),
    },
    {
      see: t("the PID in a log is not found on the machine", "日志中的 PID 在机器上找不到"),
      look: t(
        "the NSpid line of /proc/<pid>/status: it has one PID a level",
        "/proc/<pid>/status 的 NSpid 行：每一层一个 PID",
      ),
    },
  ],

  exercises: [
    {
      id: "1",
      case: "isolated",
      task: t(
        "Predict which of hostname, PID, mounts and interfaces differ between inside and outside; then observe them.",
        "预测主机名、PID、挂载、网络接口中哪些在内外不同，然后观察。",
      ),
      predictions: ["hostname-outside", "pid-outside", "mount-outside", "network-empty"],
      cannotConclude: t(
        "That the process cannot harm the machine: only that it cannot name these things.",
        "不能得出该进程无法危害机器的结论：只能说它叫不出这些东西的名字。",
      ),
    },
    {
      id: "2",
      case: "old-proc",
      task: t(
        "Predict what PID 1 of a new pid namespace finds in /proc when it was not mounted anew; then observe.",
        "预测：不重新挂载 /proc 时，新 pid 命名空间的 1 号进程在 /proc 里看到什么；然后观察。",
      ),
      predictions: ["old-proc-pid", "old-proc-others"],
      cannotConclude: t(
        "That seeing a process means being able to signal it: that was not tried.",
        "不能得出“看得到就能发信号”的结论：这一点没有试验。",
      ),
    },
  ],
});
