import { versions } from "../../../labs/environment/versions.js";
import { byExitCode, type Probe } from "./probe.js";

/** Each of these has a process of its own: one that hangs must not take the others with it. */
export const dockerProbe: Probe = {
  name: "docker",
  argv: ["docker", "version", "--format", "{{json .}}"],
  read(output) {
    const version = dockerServerVersion(output.text);
    if (version) return { present: true, found: `server ${version}` };
    const said = output.text.trim().split("\n").at(-1);
    return { present: false, found: `the server does not answer: ${said || `exit ${output.exitCode}`}` };
  },
  remedy: "sudo apt-get install docker.io && sudo systemctl start docker",
};

export const kindProbe: Probe = {
  name: "kind",
  argv: ["kind", "version"],
  read: byExitCode,
  remedy: `go install sigs.k8s.io/kind@${versions.kind}`,
};

export const kubectlProbe: Probe = {
  name: "kubectl",
  argv: ["kubectl", "version", "--client"],
  read: byExitCode,
  remedy: "sudo apt-get install kubernetes-client, or https://kubernetes.io/docs/tasks/tools/",
};

/** The server's version out of `docker version --format '{{json .}}'`; the client alone is not docker. */
export function dockerServerVersion(text: string): string | undefined {
  const line = text.split("\n").find((one) => one.startsWith("{"));
  if (!line) return undefined;
  const parsed = JSON.parse(line) as { Server?: { Version?: string } | null };
  return parsed.Server?.Version;
}

/** `v0.33.0` out of `kind v0.33.0 go1.27.2 linux/amd64`. */
export function kindVersion(text: string): string | undefined {
  return /\bv\d\S*/.exec(text)?.[0];
}
