import { node, t, until } from "../vocabulary/index.js";

const ON = "{{node.worker1}}";
const SANDBOX = ["sandbox", "{{normal/sandbox.id}}", "{{normal/sandbox.pid.node}}"];
/**
 * Says `gone` when no process is the sandbox's shim, and `whole` when pause still runs below it: then it was not killed, and
 * ends with its Pod. The shell that looks for the shim begins with another word.
 */
const LOOK =
  'shim=$(pgrep -f "^[^ ]*containerd-shim[^ ]* .*-id $1( |$)") || { echo gone; exit 0; }; [ "$(ps -o ppid= -p "$2" | tr -d " ")" != "$shim" ] || { echo whole; exit 0; }';

/**
 * Kills the sandbox's process. containerd takes the shim for dead with it and forgets it, but the shim's own process goes on
 * with nothing below it; nobody else would ever end that.
 */
export const killPause = node(
  "kill-pause",
  t("Kill pause", "杀死 pause"),
  ON,
  ["kill", "-KILL", "{{normal/sandbox.pid.node}}"],
  {
    undo: {
      title: t("End the shim that the killed sandbox left", "结束被杀沙箱留下的 shim"),
      steps: [
        until(
          "kill-pause-shim",
          t("End it once nothing runs below it", "其下没有进程时结束它"),
          node("kill-pause-shim-end", t("End it once nothing runs below it", "其下没有进程时结束它"), ON, [
            ...["sh", "-c", `${LOOK}; pgrep -P "$shim" || kill -TERM "$shim"`],
            ...SANDBOX,
          ]),
          "^(gone|whole)$",
          { timeoutSeconds: 60 },
        ),
      ],
      proof: [
        node(
          "kill-pause-no-shim",
          t("No shim without its sandbox", "没有失去沙箱的 shim"),
          ON,
          ["sh", "-c", `${LOOK}; echo left`, ...SANDBOX],
          { complete: { matches: "^(gone|whole)$" } },
        ),
      ],
    },
  },
);
