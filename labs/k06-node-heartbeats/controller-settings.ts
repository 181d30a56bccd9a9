import { node, read, t } from "../vocabulary/index.js";
import type { Step } from "../vocabulary/lab.js";

/**
 * Prints what the running kube-controller-manager goes by, one setting a line: name, value, seconds, where it was read.
 * A flag in its command line wins; otherwise the default is read from the help of the very program that runs.
 */
const SCRIPT = `
c=$(grep -lsz '^kube-controller-manage[r]$' /proc/[0-9]*/cmdline | head -n 1)
[ -n "$c" ] || { echo "no kube-controller-manager runs here" >&2; exit 1; }
p=\${c%/cmdline}
for name in "$@"; do
  value=$(tr '\\0' '\\n' <"$c" | sed -n "s/^--$name=//p" | tail -n 1) from=argv
  [ -n "$value" ] || {
    from=default
    value=$("$p/exe" --help | awk -v flag="--$name " '
      index($0, flag) { on = 1 }
      on && match($0, /\\(default [^)]*\\)/) { print substr($0, RSTART + 9, RLENGTH - 10); exit }')
  }
  seconds=$(echo "$value" | awk '{
    total = 0
    while (match($0, /[0-9.]+(ms|h|m|s)/)) {
      part = substr($0, RSTART, RLENGTH); unit = part; gsub(/[0-9.]/, "", unit)
      total += part * (unit == "h" ? 3600 : unit == "m" ? 60 : unit == "s" ? 1 : 0.001)
      $0 = substr($0, RSTART + RLENGTH)
    }
    print total }')
  echo "$name $value $seconds $from"
done`;

const GRACE = "node-monitor-grace-period";
const PERIOD = "node-monitor-period";

/** The step that reads how long the controller waits for a heartbeat, and how often it looks. */
export function controllerSettings(id: string): Step {
  return node(
    id,
    t("The settings of the node lifecycle controller", "节点生命周期控制器的设置"),
    "{{node.control-plane}}",
    ["sh", "-c", SCRIPT, "settings", GRACE, PERIOD],
    { timeoutSeconds: 60, complete: { matches: `^${PERIOD} \\S+ [1-9]` } },
  );
}

/** node-monitor-grace-period and node-monitor-period in seconds, and their sum. */
export function controllerReadings(step: string) {
  const seconds = (name: string) => read.number(step, `^${name} \\S+ ([0-9.]+) `, { unit: "s" });
  return {
    "controller.grace": seconds(GRACE),
    "controller.period": seconds(PERIOD),
    "controller.expected": read.derived("sum", ["controller.grace", "controller.period"], "s"),
  };
}
