/** The one command that reads, on the VM, the processes whose cgroup names one of the Pods. */

/** Arguments: boundary, then Pod UIDs in every form that a cgroup path may write them in. POSIX sh with grep and awk. */
export const VM_SCRIPT = String.raw`
export LC_ALL=C TZ=UTC
B=$1; shift
printf 'labbook-sections 1 %s\n' "$B"
printf '%s\n' "--$B boot-id"; cat /proc/sys/kernel/random/boot_id; rc=$?; printf '\n%s\n' "--$B. $rc"
patterns=$(printf '%s\n' "$@")
grep -lF -e "$patterns" /proc/[0-9]*/cgroup 2>/dev/null | awk -F/ -v B="$B" '
  function slurp(name, path,   line, got) {
    printf "--%s %s\n", B, name
    while ((getline line < path) > 0) { print line; got = 1 }
    close(path); printf "\n--%s. %d\n", B, got ? 0 : 1
  }
  {
    slurp("proc/" $3 "/status", "/proc/" $3 "/status")
    slurp("proc/" $3 "/stat", "/proc/" $3 "/stat")
    slurp("proc/" $3 "/cgroup", "/proc/" $3 "/cgroup")
  }'
printf '%s\n' "--$B--"
`;

/** The forms of a Pod UID in a cgroup path: as it is (cgroupfs), and with underscores (systemd). */
export function cgroupForms(uid: string): string[] {
  return [...new Set([uid, uid.replaceAll("-", "_")])];
}
