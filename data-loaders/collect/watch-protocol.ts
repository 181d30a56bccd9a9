import { at, type KubeObject, number, objects, text } from "../../src/model/timeline/fields.js";
import type { KubeApi } from "../effects.js";
import type { Resource } from "./watch.js";

/** Why a list or a watch ended. `gone`: list again. `fatal`: asking again will not help. */
export interface Problem {
  reason: string;
  gone?: boolean;
  fatal?: boolean;
}

interface List {
  kind: string;
  resourceVersion: string;
  items: KubeObject[];
}

const LIST_TIMEOUT_MS = 30_000;
const REFUSED = new Set([400, 401, 403, 404, 405]);

/** GETs a collection. Items get their kind from the list's, as the server leaves it out of each. */
export async function listResource(api: KubeApi, resource: Resource): Promise<List | { problem: Problem }> {
  const what = `listing ${resource.name} failed: kubectl get --raw '${resource.path}'`;
  try {
    const { status, body } = await api.get(resource.path, LIST_TIMEOUT_MS);
    const answer = JSON.parse(new TextDecoder().decode(body)) as KubeObject;
    if (status !== 200) {
      const message = text(answer, "message") ?? "no message";
      return {
        problem: { reason: `${what}: expected 200, got ${status}: ${message}`, fatal: REFUSED.has(status) },
      };
    }
    const resourceVersion = text(answer, "metadata", "resourceVersion");
    const kind = text(answer, "kind")?.replace(/List$/, "");
    if (resourceVersion === undefined || kind === undefined || !Array.isArray(answer.items))
      return { problem: { reason: `${what}: expected a list with a resourceVersion`, fatal: true } };
    const apiVersion = answer.apiVersion;
    const items = objects(answer, "items").map((item) => withoutManagedFields({ kind, apiVersion, ...item }));
    return { kind, resourceVersion, items };
  } catch (error) {
    return { problem: { reason: `${what}: ${error instanceof Error ? error.message : String(error)}` } };
  }
}

const TYPES = ["ADDED", "MODIFIED", "DELETED", "BOOKMARK"] as const;

/**
 * One line of a watch stream. An ERROR event, or a bare Status (the body of a refused watch), is a problem and
 * never an object: client libraries that report only how the stream ended lose it.
 */
export function readStreamLine(
  line: string,
  resource: Resource,
): { type: (typeof TYPES)[number]; object: KubeObject } | { problem: Problem } {
  const event = parse(line);
  if (!event) return { problem: { reason: `the stream of ${resource.name} broke off within a line` } };
  const bare = text(event, "kind") === "Status";
  if (bare || event.type === "ERROR")
    return { problem: statusProblem(bare ? event : at(event, "object"), resource, bare) };
  const type = TYPES.find((candidate) => candidate === event.type);
  const object = at(event, "object");
  if (!type || object === null || typeof object !== "object" || Array.isArray(object))
    return {
      problem: { reason: `the stream of ${resource.name} held no watch event: ${line.slice(0, 80)}` },
    };
  return { type, object: withoutManagedFields(object) };
}

/** Whether a stream's end speaks of HTTP 410. */
export function saysGone(reason: string): boolean {
  return /\b410\b/.test(reason);
}

function statusProblem(status: ReturnType<typeof at>, resource: Resource, bare: boolean): Problem {
  const code = number(status, "code");
  const said = [code, text(status, "reason"), text(status, "message")].filter((part) => part !== undefined);
  const reason = `the server ended the watch of ${resource.name}: ${said.join(" ") || "without a reason"}`;
  // After an error inside the stream the version is not to be trusted, whatever its code.
  return { reason, gone: code === 410 || !bare, fatal: bare && code !== undefined && REFUSED.has(code) };
}

function parse(line: string): KubeObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return value !== null && typeof value === "object" ? (value as KubeObject) : undefined;
  } catch {
    // The caller reports it: a dropped connection may end within a line.
    return undefined;
  }
}

function withoutManagedFields(object: KubeObject): KubeObject {
  const metadata = at(object, "metadata");
  if (metadata === null || typeof metadata !== "object" || Array.isArray(metadata)) return object;
  const { managedFields: _dropped, ...kept } = metadata;
  return { ...object, metadata: kept };
}
