import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CommandRequest, Transport } from "../../../data-loaders/effects.js";
import { pinnedEnvironment } from "../../../data-loaders/environment/transport/child-environment.js";
import { localTransport } from "../../../data-loaders/environment/transport/local.js";
import { sshTransport } from "../../../data-loaders/environment/transport/ssh.js";

/** What a shell, a locale, docker, kind, kubectl, crictl and the usual tools are known to read; and a name of nobody's. */
const hostile: Record<string, string> = {
  ...{ LANG: "de_DE.UTF-8", LANGUAGE: "de:fr", LC_ALL: "de_DE", LC_NUMERIC: "de_DE", TZ: "Asia/Kathmandu" },
  ...{ COLUMNS: "20", LINES: "3", TERM: "xterm-256color", SHELL: "/usr/bin/fish", TMPDIR: "/var/tmp" },
  ...{ KUBECONFIG: "/home/me/.kube/config", KUBERC: "/home/me/.kube/kuberc", KUBECTL_KUBERC: "true" },
  ...{ KUBECTL_EXTERNAL_DIFF: "rm", KUBECACHEDIR: "/nowhere", KUBE_EDITOR: "vi" },
  ...{
    KIND_EXPERIMENTAL_PROVIDER: "podman",
    KIND_EXPERIMENTAL_DOCKER_NETWORK: "mine",
    KIND_CLUSTER_NAME: "x",
  },
  ...{ DOCKER_HOST: "tcp://192.0.2.1:2375", DOCKER_CONTEXT: "prod", DOCKER_CONFIG: "/home/me/.docker" },
  ...{ DOCKER_DEFAULT_PLATFORM: "linux/s390x", DOCKER_API_VERSION: "1.24", DOCKER_CUSTOM_HEADERS: "a=b" },
  ...{ HTTP_PROXY: "http://192.0.2.1:1", HTTPS_PROXY: "http://192.0.2.1:1", ALL_PROXY: "http://192.0.2.1:1" },
  ...{ http_proxy: "http://192.0.2.1:1", https_proxy: "http://192.0.2.1:1", NO_PROXY: "example.org" },
  ...{
    CDPATH: ".:/tmp",
    ENV: "/nowhere",
    BASH_ENV: "/nowhere",
    IFS: "x",
    PS4: "$(id)",
    POSIXLY_CORRECT: "1",
  },
  ...{
    GREP_OPTIONS: "-v",
    GREP_COLORS: "mt=1",
    GREP_COLOR: "1",
    TAR_OPTIONS: "-v",
    GZIP: "-9",
    LS_COLORS: "a",
  },
  ...{ NODE_OPTIONS: "--no-warnings", CURL_HOME: "/nowhere", XDG_CONFIG_HOME: "/nowhere", JQ_COLORS: "1" },
  ...{ CONTAINER_RUNTIME_ENDPOINT: "unix:///nowhere", CONTAINERD_NAMESPACE: "moby", CRICTL: "x" },
  ...{
    LD_LIBRARY_PATH: "/nowhere",
    LD_DEBUG_OUTPUT: "/nowhere",
    npm_config_cache: "/nowhere",
    OF_NOBODY: "1",
  },
};

/** The client of ssh, played by a shell of this machine. */
const standIn = `#!/bin/sh
for last; do :; done
# the surroundings there are as hostile as those here
for setting in $(cat "\${0%/*}/surroundings"); do export "$setting"; done
exec setsid -w sh -c "$last"
`;

const own = { ...process.env };
const umask = process.umask();
let folder: string;
let transports: Record<"local" | "ssh", Transport>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "labbook-test-"));
  writeFileSync(join(folder, "ssh"), standIn);
  chmodSync(join(folder, "ssh"), 0o755);
  const settings = Object.entries({ ...hostile, HOME: "/home/me" });
  const plain = settings.filter(([name, value]) => name !== "IFS" && !/\s/.test(value));
  writeFileSync(join(folder, "surroundings"), plain.map((setting) => setting.join("=")).join("\n"));
  Object.assign(process.env, hostile, {
    HOME: "/home/me",
    PATH: `${folder}:/project/node_modules/.bin:${own.PATH}`,
  });
  process.umask(0o077);
  transports = { local: localTransport(), ssh: sshTransport("ssh://user@vm") };
});

afterEach(async () => {
  await transports.ssh.close();
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, own);
  process.umask(umask);
  rmSync(folder, { recursive: true });
});

async function said(where: "local" | "ssh", request: Omit<CommandRequest, "timeoutMs">): Promise<string> {
  const result = await transports[where].run({ ...request, timeoutMs: 10_000 });
  expect(result, new TextDecoder().decode(result.stderr)).toMatchObject({ exitCode: 0 });
  return new TextDecoder().decode(result.stdout);
}

/** The environment that a program finds, asked of a program that adds nothing to it. */
async function found(
  where: "local" | "ssh",
  more: Pick<CommandRequest, "env" | "inherits"> = {},
): Promise<Record<string, string>> {
  const text = await said(where, { argv: ["env", "-0"], ...more });
  const settings = text.split("\0").filter(Boolean);
  return Object.fromEntries(
    settings.map((one) => [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)]),
  );
}

const account = Object.fromEntries(
  ["USER", "LOGNAME"].flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]])),
);

test.each(["local", "ssh"] as const)(
  "%s: a command finds the pinned environment and nothing else",
  async (where) => {
    const { PATH, ...rest } = await found(where);
    expect(rest).toEqual({ ...pinnedEnvironment, ...account });
    expect(PATH).toContain(
      own
        .PATH!.split(":")
        .filter((one) => !one.includes("node_modules"))
        .join(":"),
    );
  },
);

test("the project's own packages are not on the PATH of a command", async () => {
  const { PATH } = await found("local");
  expect(PATH!.split(":")).not.toContain("/project/node_modules/.bin");
  expect(PATH!.split(":")[0]).toBe(folder);
});

test.each(["local", "ssh"] as const)(
  "%s: a command has its own settings, and what it takes over is as it is there, also when it is not there",
  async (where) => {
    expect(
      await found(where, {
        env: { EXTRA: 'it\'s a "b" $c', TZ: "Asia/Tokyo" },
        inherits: ["HOME", "DOCKER_CONTEXT", "DOCKER_CERT_PATH", "KUBERC"],
      }),
    ).toMatchObject({
      ...{ EXTRA: 'it\'s a "b" $c', TZ: "Asia/Tokyo" },
      ...{ HOME: "/home/me", DOCKER_CONTEXT: "prod", KUBERC: "/home/me/.kube/kuberc" },
    });
    delete process.env.DOCKER_CONFIG;
    const text = await said(where, {
      argv: ["sh", "-c", 'echo "${DOCKER_CERT_PATH-unset}"'],
      inherits: ["DOCKER_CERT_PATH"],
    });
    expect(text).toBe("unset\n");
  },
);

test("a pinned name that is taken over from surroundings without it is not set", async () => {
  delete process.env.DOCKER_CONFIG;
  expect(await found("local", { inherits: ["DOCKER_CONFIG"] })).not.toHaveProperty("DOCKER_CONFIG");
});

test.each(["local", "ssh"] as const)("%s: new files have the same rights everywhere", async (where) => {
  expect(await said(where, { argv: ["sh", "-c", "umask"] })).toBe("0022\n");
  expect(process.umask()).toBe(0o077);
});

test.each(["local", "ssh"] as const)(
  "%s: what the tools print and read does not follow the user",
  async (where) => {
    const script = [
      "printf 'a\\nb\\n' | grep a", // GREP_OPTIONS=-v
      "cd bin && pwd -P >/dev/null", // CDPATH
      "TZ= date -d @0 +%Z",
      "printf '%.1f\\n' 1.5", // LC_NUMERIC
      "ls /nowhere/at/all 2>&1 | sed 's/.*: //'", // LANGUAGE
      'f() { set -- $1; echo $#; }; f "a b"', // IFS
      'for f in "$HOME"/.curlrc "$HOME"/.kube/kuberc; do [ -e "$f" ] && echo "$f"; done; true',
    ].join("\n");
    const text = await said(where, { argv: ["sh", "-c", script] });
    expect(text).toBe("a\nUTC\n1.5\nNo such file or directory\n2\n");
  },
);

test.each(["local", "ssh"] as const)(
  "%s: a program with = in its name is a program, and no setting",
  async (where) => {
    writeFileSync(join(folder, "a=b"), '#!/bin/sh\necho "$0 $1"\n');
    chmodSync(join(folder, "a=b"), 0o755);
    expect(await said(where, { argv: ["a=b", "c=d"] })).toBe(`${join(folder, "a=b")} c=d\n`);
  },
);
