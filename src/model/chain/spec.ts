/** The containers that a Pod object declares, and what its status says about each. */
import { at, type JsonNode } from "./json.js";
import { text } from "./scene.js";

export type ContainerKind = "init" | "sidecar" | "main" | "ephemeral";

export interface DeclaredContainer {
  name: string;
  kind: ContainerKind;
  spec: JsonNode;
  /** Its entry in the Pod's status; undefined until the kubelet has written one. */
  status?: JsonNode;
}

const LISTS = [
  ["initContainers", "initContainerStatuses", "init"],
  ["containers", "containerStatuses", "main"],
  ["ephemeralContainers", "ephemeralContainerStatuses", "ephemeral"],
] as const;

/** In the order in which they start: init containers and sidecars, main containers, ephemeral ones. */
export function declaredContainers(pod: JsonNode): DeclaredContainer[] {
  return LISTS.flatMap(([specs, statuses, kind]) =>
    (at(pod, "spec", specs)?.items ?? []).flatMap((spec) => {
      const name = text(spec, "name");
      if (!name) return [];
      const status = (at(pod, "status", statuses)?.items ?? []).find((entry) => text(entry, "name") === name);
      return [{ name, kind: kindOf(kind, spec), spec, ...(status ? { status } : {}) }];
    }),
  );
}

/** `containerID` of a status entry without its scheme. */
export function statusId(container: DeclaredContainer): string | undefined {
  return text(container.status, "containerID")?.replace(/^[^:]+:\/\//, "");
}

function kindOf(kind: "init" | "main" | "ephemeral", spec: JsonNode): ContainerKind {
  return kind === "init" && text(spec, "restartPolicy") === "Always" ? "sidecar" : kind;
}
