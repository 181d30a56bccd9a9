import { pod, t } from "../vocabulary/index.js";
import type { Step } from "../vocabulary/lab.js";

/**
 * Five processes whose parent ends before them, in the app container of a Pod; then the state of every process there.
 * They live for a second and the list is taken two seconds later.
 */
export function orphans(name: string): Step {
  return pod(
    `orphans-${name}`,
    t(
      `Five orphans in Pod ${name}, then every process's state`,
      `在 Pod ${name} 中产生五个孤儿，然后列出各进程状态`,
    ),
    name,
    [
      "sh",
      "-c",
      `sh -c '${ORPHANS}'; sleep 3; grep -h -E '^(Name|State|PPid):' /proc/[0-9]*/status; echo end`,
    ],
    { container: "app", complete: { endsWith: "end" } },
  );
}

const ORPHANS = "for i in 1 2 3 4 5; do sleep 1 >/dev/null 2>&1 </dev/null & done";
