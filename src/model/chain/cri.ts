/** Which sandbox and which containers belong to a Pod, by what the CRI lists. */
import { at, type JsonNode } from "./json.js";
import { text } from "./scene.js";

/** The sandbox of a Pod UID: READY before NOTREADY, then the highest attempt. Never by name, never the first row. */
export function chooseSandbox(pods: JsonNode, uid: string): JsonNode | undefined {
  const ours = (at(pods, "items")?.items ?? []).filter((item) => text(item, "metadata", "uid") === uid);
  return ours.sort((a, b) => ready(b) - ready(a) || attempt(b) - attempt(a) || byCreation(b, a))[0];
}

/** The newest container of that name in the sandbox: highest attempt, then the latest creation. */
export function chooseContainer(ps: JsonNode, sandboxId: string, name: string): JsonNode | undefined {
  const ours = (at(ps, "containers")?.items ?? []).filter(
    (item) => text(item, "podSandboxId") === sandboxId && text(item, "metadata", "name") === name,
  );
  return ours.sort((a, b) => attempt(b) - attempt(a) || byCreation(b, a))[0];
}

/** The answer of `crictl inspect` or `inspectp` for one id, whether one object, a list or several objects were printed. */
export function inspected(root: JsonNode, id: string): JsonNode | undefined {
  return (root.items ?? [root]).find((item) => text(item, "status", "id") === id);
}

export function attempt(item: JsonNode): number {
  return Number(at(item, "metadata", "attempt")?.value ?? 0);
}

function ready(item: JsonNode): number {
  return text(item, "state") === "SANDBOX_READY" ? 1 : 0;
}

/** createdAt is in nanoseconds since 1970, as text: more digits than a number keeps. */
function byCreation(a: JsonNode, b: JsonNode): number {
  const [x, y] = [created(a), created(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

function created(item: JsonNode): bigint {
  const value = String(at(item, "createdAt")?.value ?? "0");
  return /^\d+$/.test(value) ? BigInt(value) : 0n;
}
