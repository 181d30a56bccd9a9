import { node, t, vm } from "../vocabulary/index.js";
import type { Step, Undo } from "../vocabulary/lab.js";

type Text = Step["title"];

const ACCEPT = "Accept: application/vnd.oci.image.manifest.v1+json";
const CURL = ["curl", "--silent", "--show-error", "--max-time", "30"];
/** Where a registry of docker distribution keeps a blob. Argument: the digest. */
const DATA =
  'hex=${1#sha256:}; f=/var/lib/registry/docker/registry/v2/blobs/sha256/${hex%"${hex#??}"}/$hex/data';

/** A manifest with the answer's raw headers; `at` is a tag or a digest. */
export function manifest(id: string, title: Text, at: string): Step {
  return vm(id, title, [
    ...CURL,
    "--include",
    "--header",
    ACCEPT,
    `{{registry.url}}/v2/labbook/probe/manifests/${at}`,
  ]);
}

/** The same bytes without the headers, hashed on arrival: one line `sha256:<hex>`. */
export function manifestHash(id: string, title: Text, at: string): Step {
  const script = `curl --silent --show-error --header "$1" "$2" | sha256sum | sed 's/^/sha256:/; s/ .*//'`;
  return vm(id, title, [
    "sh",
    "-c",
    script,
    "hash",
    ACCEPT,
    `{{registry.url}}/v2/labbook/probe/manifests/${at}`,
  ]);
}

/** Fetches blobs by digest and hashes what arrives: a line `<asked> <computed> <HTTP status>` each. */
export function blobHashes(id: string, title: Text, digests: string[]): Step {
  // a list of digests is filled in as JSON
  const script = `url=$1; shift; for d in $(printf '%s ' "$@" | tr -c 'a-z0-9:' ' '); do
  { curl --silent --show-error --write-out '%{stderr}%{http_code}\\n' "$url/$d" | sha256sum; } 2>&1 |
    awk -v asked="$d" 'NF == 1 { status = $1 } NF == 2 { sum = $1 } END { print asked, "sha256:" sum, status }'
done`;
  const argv = ["sh", "-c", script, "blobs", "{{registry.url}}/v2/labbook/probe/blobs", ...digests];
  return vm(id, title, argv, { timeoutSeconds: 120 });
}

/** A blob with the answer's raw headers, and nothing of its content. */
export function blobHead(id: string, title: Text, digest: string): Step {
  return vm(id, title, [...CURL, "--include", `{{registry.url}}/v2/labbook/probe/blobs/${digest}`], {
    complete: { matches: "^HTTP/" },
  });
}

/** Removes a blob's file below the registry's storage, as a damaged disk would; the manifest still names it. */
export function loseBlob(id: string, digest: string): Step {
  const script = `${DATA}; ls -l "$f" && rm "$f" && ! ls -l "$f"`;
  return vm(id, t("Remove the layer's file from the registry's storage", "从仓库存储中删除该层文件"), [
    ...["docker", "exec", "{{registry.container}}", "sh", "-c", script, "lose", digest],
  ]);
}

/** Changes one byte of a blob's file, its length stays. */
export function spoilBlob(id: string, digest: string): Step {
  const script = `${DATA}; wc -c <"$f" && printf X | dd of="$f" bs=1 seek=600 conv=notrunc 2>/dev/null && wc -c <"$f"`;
  return vm(
    id,
    t("Change one byte of the layer's file in the registry's storage", "改动仓库存储中该层文件的一个字节"),
    [...["docker", "exec", "{{registry.container}}", "sh", "-c", script, "spoil", digest]],
  );
}

/** How many blobs the registry was asked for so far, by its own access log. */
export function blobRequests(id: string): Step {
  const script = `docker logs "$1" 2>&1 | grep -c '"GET /v2/labbook/probe/blobs/' || true`;
  return vm(id, t("Count the blob requests in the registry's log", "统计仓库日志中的 blob 请求"), [
    ...["sh", "-c", script, "requests", "{{registry.container}}"],
  ]);
}

const CTR = ["ctr", "-n", "k8s.io"];
const ON = "{{node.worker1}}";

/** Downloads into the content store and stops there: no layer is unpacked. */
export function fetchContent(id: string, title: Text, reference: string): Step {
  return node(
    id,
    title,
    ON,
    [...CTR, "content", "fetch", "--hosts-dir", "/etc/containerd/certs.d", reference],
    {
      timeoutSeconds: 120,
    },
  );
}

/** The content store's own line for one blob; nothing when it is not there. */
export function content(id: string, title: Text, digest: string): Step {
  return node(id, title, ON, [...CTR, "content", "ls", `digest==${digest}`]);
}

/** What containerd says of an image: its content complete or not, unpacked or not. */
export function check(id: string, reference: string): Step {
  return node(id, t("Is its content complete, is it unpacked?", "内容是否完整，是否已解包？"), ON, [
    ...CTR,
    "images",
    "check",
    `name==${reference}`,
  ]);
}

/** The snapshot that all layers together unpack to; exit 1 and "not found" when there is none. */
export function snapshot(id: string): Step {
  return node(
    id,
    t("Ask for the snapshot of all layers", "查询全部层对应的快照"),
    ON,
    [...CTR, "snapshots", "info", "{{v1.chain}}"],
    { expectExit: [0, 1] },
  );
}

const MOUNT = "/run/labbook-c12";

/** Unpacks what the content store holds and mounts it read-only: the first time that there are files. */
export function mountImage(id: string, reference: string): Step {
  const undo: Undo = {
    title: t("Unmount the image", "卸载镜像"),
    steps: [
      node(`${id}-unmount`, t("Unmount it and drop its view", "卸载并丢弃视图"), ON, [
        ...[
          "sh",
          "-c",
          `if mountpoint -q "$1"; then umount "$1"; fi; rmdir "$1" 2>/dev/null`,
          "unmount",
          MOUNT,
        ],
      ]),
      node(`${id}-drop-view`, t("Remove the snapshot that was the view", "删除作为视图的快照"), ON, [
        ...CTR,
        "snapshots",
        "rm",
        MOUNT,
      ]),
      // mounting takes a lease of a day, which would keep everything that was unpacked
      node(`${id}-drop-lease`, t("Remove the lease that mounting took", "删除挂载所取得的租约"), ON, [
        ...CTR,
        "leases",
        "rm",
        "--sync",
        MOUNT,
      ]),
    ],
    proof: [
      node(
        `${id}-unmounted`,
        t("Nothing is mounted there, no view and no lease is left", "该处无挂载，也无残留视图与租约"),
        ON,
        [
          ...[
            "sh",
            "-c",
            `! mountpoint -q "$1" && ! ctr -n k8s.io snapshots ls | grep -F "$1 " &&
! ctr -n k8s.io leases ls | grep -F "$1 "`,
            "unmounted",
            MOUNT,
          ],
        ],
      ),
    ],
  };
  return node(
    id,
    t("Unpack and mount it, and list the layer's own folder", "解包并挂载，列出该层的目录"),
    ON,
    [
      "sh",
      "-c",
      'mkdir -p "$2" && ctr -n k8s.io images mount "$1" "$2" && ls "$2/mark"',
      "mount",
      reference,
      MOUNT,
    ],
    { timeoutSeconds: 120, undo },
  );
}

/** What the node's runtime says when it is to pull; the refusal is the point. */
export function refusedPull(id: string, reference: string): Step {
  return node(
    id,
    t("Let the node's runtime pull it", "让节点的运行时拉取它"),
    ON,
    ["crictl", "--timeout", "60s", "pull", reference],
    { expectExit: [1], timeoutSeconds: 90 },
  );
}
