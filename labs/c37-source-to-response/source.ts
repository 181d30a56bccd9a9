import type { Case } from "../vocabulary/index.js";
import { t, vm } from "../vocabulary/index.js";
import type { Step } from "../vocabulary/lab.js";

const ARCHIVE = "{{scratch}}/probe-app.tar.gz";

/**
 * Of this lab alone: the kubelet remembers which registry it pulled an image from, and would not start the copy that other
 * labs load by hand if it were the same image.
 */
export const LABEL = "c37";

/** The source archive, packed from verified files, its checksum by another program, and the image built from it. */
export function sourceSteps(): Step[] {
  return [
    vm(
      "source-archive",
      t("Verify the source and pack it", "校验源码并打包"),
      ["./lab", "image", "--source-only", "--save", ARCHIVE],
      { complete: { json: true }, timeoutSeconds: 180 },
    ),
    vm("source-sum", t("The archive's checksum", "归档的校验和"), ["sha256sum", ARCHIVE]),
    vm("source-files", t("Every file in it against the manifest of checksums", "逐个文件与校验和清单核对"), [
      ...[
        "sh",
        "-c",
        'mkdir -p "$2" && tar -xzf "$1" -C "$2" && cd "$2/probe-app" && sha256sum --check SHA256SUMS',
      ],
      ...["check", ARCHIVE, "{{scratch}}/unpacked"],
    ]),
    vm(
      "build",
      t("Build the image from exactly this archive", "用且仅用这个归档构建镜像"),
      ["./lab", "image", "--source", ARCHIVE, "--sha256", "{{source.sha256}}", "--label", LABEL],
      { complete: { json: true }, timeoutSeconds: 300 },
    ),
  ];
}

const CORRUPT = "{{scratch}}/corrupt.tar.gz";
const STALE = "{{scratch}}/stale.tar.gz";
/** One bit of one byte in the middle. */
const FLIP =
  'const fs = require("fs"); const [from, to] = process.argv.slice(1); const b = fs.readFileSync(from); b[b.length >> 1] ^= 1; fs.writeFileSync(to, b);';
/** Another version that is whole in itself: its own manifest of checksums agrees with its files. */
const OLDER =
  'cp -r "$1/probe-app" "$2" && cd "$2" && echo "// an older version" >>stop.mjs && sha256sum *.mjs >SHA256SUMS && cd .. && tar -czf "$3" --transform "s,^older,probe-app," older';
const built = (id: string) =>
  vm(id, t("Images that were built so far", "至今构建的镜像"), [
    "ls",
    "-l",
    "--full-time",
    ".labbook/images",
  ]);
const refused = (id: string, title: Step["title"], archive: string) =>
  vm(id, title, ["./lab", "image", "--source", archive, "--sha256", "{{source.sha256}}"], {
    expectExit: [2],
    timeoutSeconds: 180,
  });

/** Archives that are not the one that was recorded. */
export const sourceRefused: Case = {
  id: "source-refused",
  kind: "negative",
  title: t("A corrupt and a stale source archive", "损坏的与过期的源码归档"),
  after: "normal",
  steps: [
    built("built-before"),
    vm("flip", t("Flip one bit of the archive", "翻转归档中的一个比特"), [
      "node",
      "-e",
      FLIP,
      ARCHIVE,
      CORRUPT,
    ]),
    refused("corrupt", t("Build from it", "用它构建"), CORRUPT),
    vm("older", t("Pack another version, whole in itself", "打包另一个自身完整的版本"), [
      ...["sh", "-c", OLDER, "older", "{{scratch}}/unpacked", "{{scratch}}/older", "stale.tar.gz"],
    ]),
    vm("older-check", t("Its own checksums agree", "它自己的校验和一致"), [
      ...["sh", "-c", 'tar -xzf "$1" -C "$2" && cd "$2/probe-app" && sha256sum --check SHA256SUMS'],
      ...["check", STALE, "{{scratch}}/older"],
    ]),
    refused("stale", t("Build from it", "用它构建"), STALE),
    built("built-after"),
  ],
};
