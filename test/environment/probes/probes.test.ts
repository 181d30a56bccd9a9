import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describeEnvironment, doctor } from "../../../data-loaders/commands/doctor.js";
import { missingNeeds } from "../../../data-loaders/environment/needs.js";
import { probe, probeEnvironment } from "../../../data-loaders/environment/probe.js";
import { askMany } from "../../../data-loaders/environment/probes/ask.js";
import { batchScript, splitBatch } from "../../../data-loaders/environment/probes/batch.js";
import { readCniVersions, readOsName, readVersion } from "../../../data-loaders/environment/probes/node.js";
import { imageDigests } from "../../../data-loaders/environment/probes/node-facts.js";
import { dockerServerVersion, kindVersion } from "../../../data-loaders/environment/probes/programs.js";
import { readVm } from "../../../data-loaders/environment/probes/vm-facts.js";
import { localTransport } from "../../../data-loaders/environment/transport/local.js";
import { labWorld } from "../cluster/lab-world.js";
import { type Answer, FakeVm, fakeEffects } from "../fake-vm.js";

const recorded = (name: string): string =>
  readFileSync(new URL(`../../fixtures/versions/${name}.stdout`, import.meta.url), "utf8");
const local = localTransport();

/** The batched scripts run for real on this machine; everything else answers as the test says. */
function vm(answers: (argv: string[]) => Answer | undefined): FakeVm {
  const fake = new FakeVm((argv) => answers(argv));
  const run = fake.run.bind(fake);
  fake.run = (request) => (request.argv[0] === "sh" ? local.run(request) : run(request));
  return fake;
}

test("versions are read from what the programs of a recorded node printed", () => {
  expect(readVersion("kubelet", recorded("09-kubelet-version"))).toBe("v1.36.2");
  expect(readVersion("containerd", recorded("07-containerd-version"))).toBe("2.1.9+unknown");
  expect(readVersion("runc", recorded("08-runc-version"))).toBe("1.3.6+ds1");
  expect(kindVersion(recorded("03-kind-version"))).toBe("v0.33.0");
});

test("a version in an unknown form is kept as it was printed", () => {
  expect(readVersion("runc", "crun version 1.20\nspec: 1.0.0\n")).toBe("crun version 1.20");
  expect(readCniVersions("ptp\tCNI ptp plugin v1.9.0\nown\tsomething else\n")).toEqual({
    ptp: "v1.9.0",
    own: "something else",
  });
  expect(readOsName('NAME=x\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n')).toBe(
    "Debian GNU/Linux 13 (trixie)",
  );
});

test("a docker client without a server is not docker", () => {
  expect(dockerServerVersion('{"Client":{"Version":"28.2.2"},"Server":{"Version":"20.10.24"}}')).toBe(
    "20.10.24",
  );
  expect(
    dockerServerVersion('{"Client":{"Version":"28.2.2"},"Server":null}\nCannot connect'),
  ).toBeUndefined();
});

test("one script answers many questions, in their order, with their exit codes and odd arguments", async () => {
  const commands = [
    ["printf", "a'b c"],
    ["sh", "-c", "echo no >&2; exit 3"],
    ["command", "-v", "labbook-no-such"],
  ];
  const result = await local.run({ argv: ["sh", "-c", batchScript(commands)], timeoutMs: 5000 });
  const outputs = splitBatch(new TextDecoder().decode(result.stdout), commands.length);
  expect(outputs.map((one) => [one?.exitCode, one?.text.trim()])).toEqual([
    [0, "a'b c"],
    [3, "no"],
    [127, ""],
  ]);
});

test("docker's failure to start a process in a node is not the probe's answer, and is tried again", async () => {
  const failure = {
    exitCode: 126,
    stdout: "OCI runtime exec failed: exec failed: unable to start container process\n",
  };
  let tries = 0;
  const busy = new FakeVm(() => (++tries < 3 ? failure : { stdout: "\n@@0\nfine\n@=0\n" }));
  expect((await askMany(busy, ["docker", "exec", "n"], [["true"]])).outputs).toEqual([
    { exitCode: 0, text: "fine" },
  ]);
  tries = -9;
  const never = await askMany(busy, ["docker", "exec", "n"], [["true"]]);
  expect(never.outputs).toEqual([undefined]);
  expect(never.ended).toContain("OCI runtime exec failed");
});

test("a CNI plugin without a version of its own is told by the protocol it speaks", () => {
  const line = "ptp\tCNI ptp plugin version unknown CNI protocol versions supported: 0.1.0, 1.0.0, 1.1.0 \n";
  expect(readCniVersions(line)).toEqual({ ptp: "unknown (CNI 1.1.0)" });
});

test("answers that a cut script never gave are undefined, not empty", () => {
  expect(splitBatch("\n@@0\nfine\n@=0\n\n@@1\nhalf", 3)).toEqual([
    { exitCode: 0, text: "fine" },
    undefined,
    undefined,
  ]);
});

test("this machine: what was probed is what /proc says, and docker is not needed for it", async () => {
  const missing: Answer = { notStarted: { code: "ENOENT", message: "no such program on the PATH" } };
  const environment = await probeEnvironment("linux", fakeEffects(vm(() => missing)));
  expect(environment.vm.bootId).toBe(readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  expect(environment.vm.kernel).toBe(readFileSync("/proc/sys/kernel/osrelease", "utf8").trim());
  expect(environment.docker).toBeUndefined();
  const named = (name: string) => environment.capabilities.find((one) => one.name === name);
  expect(named("root")?.present).toBe(process.getuid?.() === 0);
  expect(named("docker")).toMatchObject({
    present: false,
    found: expect.stringContaining("no such program"),
  });
  for (const one of environment.capabilities) if (!one.present) expect(one.remedy, one.name).toBeTruthy();
});

test("a lab without a cluster starts docker, kind and kubectl only when it needs them", async () => {
  const asked: string[] = [];
  const machine = vm((argv) => {
    asked.push(argv[0]!);
    return { notStarted: { code: "ENOENT", message: "no such program on the PATH" } };
  });
  const programsFor = async (needs?: string[]) => {
    asked.length = 0;
    const { environment } = await probe("linux", fakeEffects(machine), needs);
    const known = environment.capabilities.map(({ name }) => name);
    return ["docker", "kind", "kubectl"].filter((name) => asked.includes(name) && known.includes(name));
  };
  expect(await programsFor(["root"])).toEqual([]);
  expect(await programsFor(["root", "kubectl"])).toEqual(["kubectl"]);
  expect(await programsFor()).toEqual(["docker", "kind", "kubectl"]);
});

test("a fact that the VM does not tell is left out, and ends nothing", async () => {
  const lacking = vm(() => undefined);
  const run = lacking.run.bind(lacking);
  // the shell of a VM without these two programs
  lacking.run = (request) => {
    const [shell = "", option = "", script = ""] = request.argv;
    return run({
      ...request,
      argv: [shell, option, `getconf() { return 127; }; stat() { return 1; }\n${script}`],
    });
  };
  const { vm: told } = await readVm(lacking, "linux", []);
  expect(told).not.toHaveProperty("cpus");
  expect(told).not.toHaveProperty("cgroup");
  expect(told.kernel).toBe(readFileSync("/proc/sys/kernel/osrelease", "utf8").trim());
});

test("an image that docker no longer lists is left out, the others are told", async () => {
  const answered = vm(() => ({
    exitCode: 1,
    stdout: 'sha256:a ["r@sha256:d"]\nsha256:b []\n',
    stderr: "Error: No such image: sha256:c",
  }));
  expect(await imageDigests(answered, ["sha256:a", "sha256:b", "sha256:c"])).toEqual(
    new Map([
      ["sha256:a", "r@sha256:d"],
      ["sha256:b", "sha256:b"],
    ]),
  );
});

test("without a proven cluster every node capability is absent and says why, and the doctor ends with 0", async () => {
  const effects = fakeEffects(
    vm((argv) => {
      if (argv[0] === "docker")
        return {
          exitCode: 1,
          stdout: '{"Client":{},"Server":null}',
          stderr: "Cannot connect to the Docker daemon",
        };
      if (argv[0] === "cat") return { exitCode: 1 };
      return { notStarted: { code: "ENOENT", message: "no such program on the PATH" } };
    }),
  );
  const { environment, cluster, clusterError } = await probe("kind", effects);
  expect(cluster).toBeUndefined();
  expect(clusterError?.exitCode).toBe(3);
  expect(
    missingNeeds(["docker", "workers>=2", "crictl", "workers>=7", "no-such"], environment).map(
      (one) => one.name,
    ),
  ).toEqual(["docker", "workers>=2", "crictl", "workers>=7", "no-such"]);
  expect(environment.capabilities.find((one) => one.name === "cluster")?.found).toContain(
    "Cannot connect to the Docker daemon",
  );
  expect(environment.nodes).toBeUndefined();
  expect(await doctor({ json: true }, effects)).toBe(0);
  expect(JSON.parse(effects.printed.join(""))).toEqual(environment);
});

test("a proven cluster is described node by node, and one node without a tool is named", async () => {
  const world = labWorld();
  const answers = vm((argv) => {
    const line = argv.join(" ");
    if (line.startsWith("docker version")) return { stdout: '{"Client":{},"Server":{"Version":"28.0.0"}}' };
    if (line.startsWith("kind version")) return { stdout: recorded("03-kind-version") };
    if (line.startsWith("perl -e")) return { stdout: "$2b$04$abc" };
    if (line.startsWith("kubectl version")) return { stdout: "Client Version: v1.36.2\n" };
    if (line.startsWith("docker image inspect"))
      return { stdout: 'sha256:aaaa ["kindest/node@sha256:bbbb"]\n' };
    if (/^docker exec id-. sh -c/.test(line)) return { stdout: nodeAnswer(argv.at(-1)!, argv[2] === "id-2") };
    return undefined;
  });
  const run = answers.run.bind(answers);
  answers.run = (request) =>
    /^docker (ps|inspect|cp|exec id-1 kubectl)|^cat/.test(request.argv.join(" "))
      ? world.vm.run(request)
      : run(request);
  const effects = { ...world.effects, transport: answers };
  const { environment } = await probe("kind", effects);
  expect(environment.nodes?.[1]).toMatchObject({
    name: "lab-worker",
    kubelet: "v1.36.2",
    runc: "unknown (exit 127)",
    imageDigest: "kindest/node@sha256:bbbb",
    addresses: ["172.18.0.3"],
  });
  const named = (name: string) => environment.capabilities.find((one) => one.name === name);
  expect(named("crictl")).toMatchObject({ present: false, found: expect.stringContaining("lab-worker: ") });
  expect(named("jq")?.present).toBe(true);
  expect(named("bcrypt")?.present).toBe(true);
  expect(named("registry-hosts")).toMatchObject({
    present: false,
    remedy: expect.stringContaining("config_path"),
  });
  expect(named("workers>=1")?.present).toBe(true);
  expect(named("workers>=2")?.present).toBe(false);
  expect(describeEnvironment(environment)).toContain("lab-worker (worker): kubelet v1.36.2");
});

/** Invented answers of a node: every command says 0, but the spoiled node has neither crictl nor runc. */
function nodeAnswer(script: string, spoiled: boolean): string {
  return script
    .split("\n")
    .map((line, index) => {
      const lacks = spoiled && /crictl|runc/.test(line);
      const text = line.includes("kubelet --version") ? recorded("09-kubelet-version") : "/usr/bin/there\n";
      return `\n@@${index}\n${lacks ? "" : text}\n@=${lacks ? 127 : 0}\n`;
    })
    .join("");
}
