import { inotifyNeeds, inotifyRemedy } from "../cluster/kernel.js";
import { byExitCode, type Probe, program } from "./probe.js";

/** Root may do without a user namespace, everybody else needs one. */
const ISOLATED = "--mount --uts --ipc --net --pid --fork true";
const UNSHARE = `unshare --user --map-root-user ${ISOLATED} 2>/dev/null || unshare ${ISOLATED}`;

/** What every kind of environment needs to know of the VM; all of it in one process start. */
export const vmProbes: Probe[] = [
  {
    name: "root",
    argv: ["id", "-u"],
    read: ({ text }) => ({ present: text.trim() === "0", found: `user ID ${text.trim()}` }),
    remedy: "sudo -i, or --on ssh://root@HOST",
  },
  {
    name: "unshare",
    argv: ["sh", "-c", UNSHARE],
    read: (output) => ({
      ...byExitCode(output),
      ...(output.exitCode === 0 && { found: "makes new namespaces" }),
    }),
    remedy: "sudo -i (namespaces other than user need CAP_SYS_ADMIN); sudo apt-get install util-linux",
  },
  {
    name: "user-namespaces",
    argv: ["unshare", "--user", "--map-root-user", "true"],
    read: (output) => ({ ...byExitCode(output), ...(output.exitCode === 0 && { found: "can be made" }) }),
    remedy: "sudo sysctl user.max_user_namespaces=28633",
  },
  {
    name: "time-namespace",
    argv: ["unshare", "--user", "--map-root-user", "--time", "--fork", "true"],
    read: (output) => ({ ...byExitCode(output), ...(output.exitCode === 0 && { found: "can be made" }) }),
    remedy: "a kernel of 5.6 or newer with CONFIG_TIME_NS, and util-linux 2.36 or newer",
  },
  {
    name: "cgroup-v2",
    argv: ["stat", "--file-system", "--format=%T", "/sys/fs/cgroup"],
    read: ({ text }) => ({ present: text.trim() === "cgroup2fs", found: `/sys/fs/cgroup is ${text.trim()}` }),
    remedy: "boot with systemd.unified_cgroup_hierarchy=1",
  },
  {
    name: "inotify",
    argv: ["cat", "/proc/sys/fs/inotify/max_user_instances", "/proc/sys/fs/inotify/max_user_watches"],
    read: ({ text }) => {
      const [instances = 0, watches = 0] = text.trim().split("\n").map(Number);
      return {
        present: instances >= inotifyNeeds.max_user_instances && watches >= inotifyNeeds.max_user_watches,
        found: `max_user_instances ${instances}, max_user_watches ${watches}`,
      };
    },
    remedy: inotifyRemedy,
  },
];

/** Programs that chapters use on the VM; in a kind environment the same names are asked in the nodes. */
export const vmPrograms: Probe[] = [
  program("gzip", "gzip"),
  program("tar", "tar"),
  program("sha256sum", "coreutils"),
  program("nsenter", "util-linux"),
  program("lsns", "util-linux"),
  program("findmnt", "util-linux"),
  program("setpriv", "util-linux"),
  program("ip", "iproute2"),
  program("nft", "nftables"),
  program("iptables-save", "iptables"),
  program("curl", "curl"),
  program("jq", "jq"),
  program("strace", "strace"),
];
