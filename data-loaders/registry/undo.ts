import { node, t, vm } from "../../labs/vocabulary/index.js";
import type { Step, Undo } from "../../labs/vocabulary/lab.js";
import { CERTS_D } from "./hosts.js";

interface Place {
  /** The registry step's id: part of the undo's step ids. */
  id: string;
  container: string;
  host: string;
  run: string;
  nodes: string[];
}

/** Arguments: container, run. By the run's label: a container of that name that another run made is not this one's. */
const OWN = 'docker ps --all --quiet --no-trunc --filter "name=^/$1\\$" --filter "label=labbook.dev/run=$2"';
const REMOVE = `for c in $(${OWN}); do docker rm --force --volumes "$c"; done`;

/**
 * Arguments: folder of hosts.toml, registry host, run. With the registry's names go the names by image ID that the CRI
 * gave to the same images, unless another name shares them.
 */
const FORGET = `
if grep -qsxF "# labbook.dev/run $3" "$1/hosts.toml"; then rm -r "$1"; fi
ctr -n k8s.io images ls 2>/dev/null | awk -v h="$2/" '
  NR > 1 { of[$1] = $3; if (index($1, h) == 1) { own[$1] = 1; gone[$3] = 1 } else if ($1 !~ /^sha256:/) kept[$3] = 1 }
  END { for (r in of) if (own[r] || (r ~ /^sha256:/ && gone[of[r]] && !kept[of[r]])) print r }' |
  xargs -r ctr -n k8s.io images rm --sync`;

const FORGOTTEN = `
! grep -qsxF "# labbook.dev/run $3" "$1/hosts.toml" || { echo "$1/hosts.toml is still there"; exit 1; }
names=$(ctr -n k8s.io images ls -q 2>/dev/null) || exit 1
! printf '%s\\n' "$names" | grep -F "$2/"`;

/** Declared before anything is started: the container and its data, each node's hosts.toml and what was pulled from it. */
export function registryUndo({ id, container, host, run, nodes }: Place): Undo {
  const onNode = (name: string, title: Undo["title"], script: string) =>
    nodes.map(
      (on): Step =>
        node(
          `${id}-${name}-${on}`,
          title,
          on,
          ["sh", "-c", script, "labbook-registry", `${CERTS_D}/${host}`, host, run],
          {
            timeoutSeconds: 60,
          },
        ),
    );
  return {
    title: t(`Remove the registry ${container}`, `移除镜像仓库 ${container}`),
    steps: [
      vm(
        `${id}-remove`,
        t("Remove its container and its data", "删除其容器与数据"),
        ["sh", "-c", REMOVE, "labbook-registry", container, run],
        { timeoutSeconds: 60 },
      ),
      ...onNode(
        "forget",
        t("Remove hosts.toml and the images of it", "删除 hosts.toml 及来自它的镜像"),
        FORGET,
      ),
    ],
    proof: [
      vm(
        `${id}-gone`,
        t("No such container is there", "容器已不存在"),
        ["sh", "-c", `found=$(${OWN}) && test -z "$found"`, "labbook-registry", container, run],
        { timeoutSeconds: 30 },
      ),
      ...onNode("forgotten", t("The node knows nothing of it", "节点已不再知道它"), FORGOTTEN),
    ],
  };
}
