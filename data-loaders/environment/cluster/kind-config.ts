import { readFileSync } from "node:fs";
import { type Document, isMap, isSeq, parseDocument, stringify } from "yaml";
import { LabError } from "../../errors.js";
import { exit } from "../../exit-codes.js";

export interface KindConfigOptions {
  cluster: string;
  /** Absent: as many as the file has. Not together with a file of the user's. */
  workers?: number;
  /** A file of the user's. Absent: labs/environment/kind.yaml. */
  file?: string;
  cgroup: "v1" | "v2";
}

/**
 * The kind configuration as YAML text: the file with the cluster's name put in. To the project's own file the wanted
 * number of workers is given, and on a VM with cgroup v1 the leave for kubelet to run there.
 * A file of the user's is otherwise taken as it is.
 * @throws LabError (usage) when the file cannot be read or is no kind configuration.
 */
export function kindConfig(options: KindConfigOptions): string {
  if (options.file !== undefined && options.workers !== undefined) {
    throw usage("--workers and --kind-config exclude each other: the file says how many workers there are");
  }
  const path = options.file ?? new URL("../../../labs/environment/kind.yaml", import.meta.url);
  const document = parse(path);
  document.set("name", options.cluster);
  if (options.file !== undefined) return document.toString();
  if (options.workers !== undefined) {
    document.set("nodes", [
      { role: "control-plane" },
      ...Array.from({ length: options.workers }, () => ({ role: "worker" })),
    ]);
  }
  if (options.cgroup === "v1") document.set("kubeadmConfigPatches", [allowCgroupV1]);
  return document.toString();
}

/** Host ports that the configuration asks for, each with where it stands. */
export function hostPorts(config: string): { port: number; at: string }[] {
  const plain = parseDocument(config).toJS() as {
    networking?: { apiServerPort?: number };
    nodes?: { extraPortMappings?: { hostPort?: number }[] }[];
  };
  const api = plain.networking?.apiServerPort;
  const mapped = (plain.nodes ?? []).flatMap((node, index) =>
    (node.extraPortMappings ?? []).map((one, which) => ({
      port: one.hostPort ?? 0,
      at: `nodes[${index}].extraPortMappings[${which}].hostPort`,
    })),
  );
  return [...(api ? [{ port: api, at: "networking.apiServerPort" }] : []), ...mapped].filter(
    (one) => one.port > 0,
  );
}

const allowCgroupV1 = stringify({
  kind: "KubeletConfiguration",
  apiVersion: "kubelet.config.k8s.io/v1beta1",
  failCgroupV1: false,
});

function parse(path: string | URL): Document {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw usage(`the kind configuration cannot be read: ${(error as Error).message}`);
  }
  const document = parseDocument(text);
  const problem = document.errors[0]?.message;
  if (problem) throw usage(`${path}: ${problem}`);
  if (!isMap(document.contents) || document.get("kind") !== "Cluster") {
    throw usage(
      `${path}: expected a kind configuration (kind: Cluster), got ${JSON.stringify(document.toJS())?.slice(0, 80)}`,
    );
  }
  if (document.has("nodes") && !isSeq(document.get("nodes")))
    throw usage(`${path}: expected nodes to be a list`);
  return document;
}

function usage(message: string): LabError {
  return new LabError("BAD_KIND_CONFIG", message, { exitCode: exit.usage });
}
