import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadProbeImage } from "../../data-loaders/image/load.js";
import type { ProbeImage } from "../../data-loaders/image/types.js";
import { fakeTransport } from "./docker-save.js";

let dir: string;
let image: ProbeImage;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "load-"));
  const manifestDigest = `sha256:${"a".repeat(64)}`;
  const ref = `docker.io/labbook/probe@${manifestDigest}`;
  const [archivePath, tag] = [join(dir, "a.tar"), "docker.io/labbook/probe:abc"];
  await writeFile(archivePath, "the archive");
  image = {
    archivePath,
    ref,
    tag,
    manifestDigest,
    configDigest: "",
    layers: [],
    sourceDigest: "",
    base: { ref: "", id: "" },
  };
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** Nodes as sets of names; an import adds what `names` says. In the form of ctr's own table. */
function nodes(state: Record<string, Set<string>>, names: string[], status = "complete (3/3)") {
  return fakeTransport((argv, request) => {
    const node = argv.find((word) => word in state)!;
    if (argv.includes("check")) {
      const rows = [...state[node]!].map(
        (name) =>
          `${name} application/vnd.oci.image.manifest.v1+json ${image.manifestDigest} ${status} 1.0 MiB/1.0 MiB true`,
      );
      return { stdout: ["REF TYPE DIGEST STATUS SIZE UNPACKED", ...rows, ""].join("\n") };
    }
    if (argv.includes("import")) {
      if (new TextDecoder().decode(request.stdin) !== "the archive")
        return { exitCode: 1, stderr: "unexpected EOF" };
      for (const name of names) state[node]!.add(name);
    }
    if (argv.includes("tag")) state[node]!.add(argv.at(-1)!);
    if (argv.includes("inspecti"))
      return {
        stdout: JSON.stringify({
          status: { repoDigests: [...state[node]!].filter((name) => name.includes("@")) },
        }),
      };
    return {};
  });
}

test("an absent image is imported on stdin and named by tag and digest; a node that has both is left alone", async () => {
  const state = { w1: new Set<string>(), w2: new Set([image.tag, image.ref]) };
  const effects = nodes(state, [image.tag]);
  expect(await loadProbeImage(effects, ["w1", "w2"], image)).toEqual([
    { node: "w1", loaded: true },
    { node: "w2", loaded: false },
  ]);
  expect(state.w1).toEqual(new Set([image.tag, image.ref]));
  expect(effects.asked).toContain(
    `docker exec w1 ctr -n k8s.io images tag --force ${image.tag} ${image.ref}`,
  );
  expect(effects.asked.filter((command) => command.includes("import"))).toEqual([
    "docker exec -i w1 ctr -n k8s.io images import --digests --all-platforms --base-name docker.io/labbook/probe -",
  ]);
});

test("a name whose content is not complete does not count as loaded", async () => {
  const state = { w1: new Set([image.tag, image.ref]) };
  const loading = loadProbeImage(nodes(state, [], "incomplete (2/3)"), ["w1"], image);
  await expect(loading).rejects.toMatchObject({
    code: "NODE_REFUSED",
    message: expect.stringContaining("incomplete (2/3)"),
  });
});

test("a node that does not answer is named, with the command and its stderr", async () => {
  const effects = fakeTransport(() => ({
    exitCode: 1,
    stderr: "Error response from daemon: No such container: w9",
  }));
  const loading = loadProbeImage(effects, ["w9"], image);
  await expect(loading).rejects.toThrow(
    /w9[\s\S]*docker exec w9 ctr[\s\S]*exit 1[\s\S]*No such container: w9/,
  );
});
