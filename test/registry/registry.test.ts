import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { localTransport } from "../../data-loaders/environment/transport/local.js";
import { createRedactor } from "../../data-loaders/evidence/redact.js";
import { htpasswdLine, newCredentials } from "../../data-loaders/registry/credentials.js";
import { hostsToml } from "../../data-loaders/registry/hosts.js";
import {
  bcryptProbe,
  registryHostsProbe,
  registryImage,
  registryProbe,
} from "../../data-loaders/registry/image.js";
import { registryUndo } from "../../data-loaders/registry/undo.js";
import { defineLab, pushImage, registry, t } from "../../labs/vocabulary/index.js";

const here = spawnSync(bcryptProbe.argv[0]!, bcryptProbe.argv.slice(1), { encoding: "utf8" });
const withBcrypt = here.status === 0 && here.stdout.startsWith("$2b$");

test.runIf(withBcrypt)(
  "a password file holds the bcrypt hash of the password, which is not in it",
  async () => {
    const { username, password } = newCredentials();
    const line = await htpasswdLine(localTransport(), { username, password });
    const [user, hash = ""] = line.trim().split(":");
    expect(user).toBe(username);
    expect(line).not.toContain(password);
    const check = "print crypt($ARGV[0], $ARGV[1])";
    expect(execFileSync("perl", ["-e", check, password, hash], { encoding: "utf8" })).toBe(hash);
    expect(execFileSync("perl", ["-e", check, "another", hash], { encoding: "utf8" })).not.toBe(hash);
  },
);

test("the generated password is masked wherever it stands, plain and in a Basic header", () => {
  const { username, password } = newCredentials();
  const redactor = createRedactor();
  redactor.learn(new TextEncoder().encode(JSON.stringify({ auth: { username, password } })));
  const basic = Buffer.from(`${username}:${password}`).toString("base64");
  const said = `user = "${username}:${password}"\n> Authorization: Basic ${basic}\nx ${basic} x`;
  const { bytes } = redactor.redact(new TextEncoder().encode(said));
  const text = new TextDecoder().decode(bytes);
  expect(text).not.toContain(password);
  expect(text).not.toContain(basic.slice(8, -4));
});

test("a node that does not read certs.d says so with the setting that would; an absent image names the pull", () => {
  const set = registryHostsProbe.read({
    exitCode: 0,
    text: "      config_path = '/etc/containerd/certs.d'\n",
  });
  expect(set.present).toBe(true);
  const other = "    plugin_config_path = '/etc/nri/conf.d'\n    config_path = ''\n";
  expect(registryHostsProbe.read({ exitCode: 0, text: other }).present).toBe(false);
  expect(registryHostsProbe.remedy).toContain("containerdConfigPatches");
  const probe = registryProbe("r:1");
  expect(probe.read({ exitCode: 1, text: "\nno such host" })).toEqual({
    present: false,
    found: "r:1 is neither here nor can it be pulled: no such host",
  });
  expect(probe.remedy).toContain("docker pull r:1");
  expect(registryImage({ LABBOOK_REGISTRY_IMAGE: "mine" })).toBe("mine");
  expect(registryImage({})).toMatch(/registry:.*@sha256:[0-9a-f]{64}$/);
});

/** Runs an undo's script for a node with a fake ctr on the PATH, and the folder of hosts.toml in a scratch place. */
function onNode(folder: string, ctr: string) {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "ctr"), ctr, { mode: 0o755 });
  const undo = registryUndo({ id: "registry", container: "r", host: "r:5000", run: "run-1", nodes: ["n"] });
  return (which: "steps" | "proof") => {
    const step = undo[which][1]!;
    if (step.kind !== "node") throw new Error("expected a step on the node");
    const argv = step.argv.map((word) => word.replace("/etc/containerd/certs.d", folder));
    return spawnSync(argv[0]!, argv.slice(1), {
      encoding: "utf8",
      env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
    });
  };
}

const listing = [
  "REF TYPE DIGEST SIZE PLATFORMS LABELS",
  "r:5000/a:v1 t sha256:aa 1 p l",
  "sha256:c-of-a t sha256:aa 1 p l",
  "r:5000/b@sha256:bb t sha256:bb 1 p l",
  "docker.io/labbook/b:1 t sha256:bb 1 p l",
  "sha256:c-of-b t sha256:bb 1 p l",
  "other:5000/r:5000/x t sha256:dd 1 p l",
].join("\n");

test("the undo on a node removes this run's hosts.toml and the registry's names, and spares what others share", () => {
  const folder = mkdtempSync(join(tmpdir(), "registry-"));
  mkdirSync(join(folder, "r:5000"));
  writeFileSync(join(folder, "r:5000/hosts.toml"), hostsToml("r:5000", "run-1"));
  const removed = join(folder, "removed");
  const ctr = `#!/bin/sh
case "$*" in
  *"images ls -q") grep -q r:5000/a ${removed} 2>/dev/null || echo r:5000/a:v1 ;;
  *"images ls") cat <<'END'
${listing}
END
  ;;
  *"images rm"*) shift 5; printf '%s\\n' "$@" >>${removed} ;;
esac`;
  const run = onNode(folder, ctr);
  expect(run("proof").status).toBe(1);
  expect(run("steps").status).toBe(0);
  expect(readFileSync(removed, "utf8").trim().split("\n").sort()).toEqual([
    "r:5000/a:v1",
    "r:5000/b@sha256:bb",
    "sha256:c-of-a",
  ]);
  expect(existsSync(join(folder, "r:5000"))).toBe(false);
  expect(run("proof").status).toBe(0);
});

test("another run's hosts.toml stays; a ctr that does not answer proves nothing", () => {
  const folder = mkdtempSync(join(tmpdir(), "registry-"));
  mkdirSync(join(folder, "r:5000"));
  writeFileSync(join(folder, "r:5000/hosts.toml"), hostsToml("r:5000", "run-2"));
  const run = onNode(folder, "#!/bin/sh\nexit 1");
  run("steps");
  expect(existsSync(join(folder, "r:5000/hosts.toml"))).toBe(true);
  expect(run("proof").status).toBe(1);
});

test("a sheet with a push to no registry, a strange tag or an unknown placeholder is refused with each fault", () => {
  const sheet = (steps: Parameters<typeof defineLab>[0]["cases"][0]["steps"]) =>
    defineLab({
      id: "c12",
      title: t("a", "a"),
      question: t("a", "a"),
      environment: "kind",
      needs: [],
      predictions: [],
      cases: [{ id: "one", kind: "normal", title: t("a", "a"), steps }],
    });
  const push = pushImage("push", t("a", "a"), { tag: "v1" });
  expect(() => sheet([push])).toThrow(/no registry step registry/);
  expect(() => sheet([registry(), pushImage("push", t("a", "a"), { tag: "a b", repository: "A" })])).toThrow(
    /repository: expected lower-case[\s\S]*not a tag: a b/,
  );
  const url = { id: "x", title: t("a", "a"), timeoutSeconds: 1, kind: "vm" as const };
  expect(() =>
    sheet([registry(), push, { ...url, argv: ["curl", "{{registry.url}}", "{{push.ref}}"] }]),
  ).not.toThrow();
  expect(() => sheet([registry(), push, { ...url, argv: ["curl", "{{other.url}}"] }])).toThrow(/other\.url/);
});
