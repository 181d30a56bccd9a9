import { node, t } from "../vocabulary/index.js";
import type { Step } from "../vocabulary/lab.js";

/** Where the configuration files of the run lie on the node. */
export const FOLDER = "/run/labbook-{{run}}";

/** The label by which everything made by hand is found again, even after a crash. */
const LABEL = "labbook.dev/run={{run}}";

const SANDBOX = JSON.stringify({
  metadata: { name: "labbook-hand", uid: "labbook-{{run}}", namespace: "{{namespace}}", attempt: 0 },
  labels: { "labbook.dev/run": "{{run}}" },
  log_directory: FOLDER,
  linux: { cgroup_parent: "labbook.slice" },
});

const CONTAINER = JSON.stringify({
  metadata: { name: "hand" },
  labels: { "labbook.dev/run": "{{run}}" },
  image: { image: "{{image.probe}}" },
  command: ["sleep", "600"],
  log_path: "hand.log",
  linux: {},
});

const REMOVE = `for s in $(crictl pods --label "$1" -q); do crictl stopp "$s"; crictl rmp -f "$s"; done; rm -rf "$2"; systemctl stop labbook.slice`;

/** Writes both configuration files; its undo removes every sandbox that carries the run's label. */
export function writeConfigs(on: string): Step {
  const write =
    'mkdir -p "$1" && cd "$1" && cat >both && sed -n 1p both >sandbox.json && sed -n 2p both >container.json';
  return node(
    "configs",
    t("Write the two configuration files", "写入两个配置文件"),
    on,
    ["sh", "-c", write, "write", FOLDER],
    {
      stdin: `${SANDBOX}\n${CONTAINER}\n`,
      undo: {
        title: t("Remove what was made by hand", "移除手工创建的对象"),
        steps: [
          node(
            "remove-hand-made",
            t("Sandboxes and files", "沙箱与文件"),
            on,
            ["sh", "-c", REMOVE, "remove", LABEL, FOLDER],
            {
              timeoutSeconds: 120,
            },
          ),
        ],
        proof: [
          node(
            "hand-made-gone",
            t("No sandbox carries the label", "没有沙箱带有该标签"),
            on,
            [
              "sh",
              "-c",
              'test -z "$(crictl pods --label "$1" -q)" && test ! -e "$2" && ! systemctl -q is-active labbook.slice',
              "look",
              LABEL,
              FOLDER,
            ],
            { timeoutSeconds: 60 },
          ),
        ],
      },
    },
  );
}
