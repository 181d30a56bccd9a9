import { at, byKey, type KubeObject, objects, text } from "../fields.js";
import type { Differ } from "./change.js";

/** An EndpointSlice: `endpoint Pod/web-1 10.244.1.7 ready`, `… not ready`, `… terminating`, `… removed`. */
export const endpointSliceChanges: Differ = (before, after) => {
  const [old, now] = [endpoints(before), endpoints(after)];
  const changed = [...now].filter(([name, endpoint]) => state(old.get(name)) !== state(endpoint));
  const removed = [...old.keys()].filter((name) => !now.has(name));
  return [
    ...changed.map(([name, endpoint]) => ({ change: `endpoint ${name} ${state(endpoint)}` })),
    ...removed.map((name) => ({ change: `endpoint ${name} removed` })),
  ];
};

/** One endpoint is its target and its addresses: a Pod that comes back with another address is another one. */
function endpoints(slice: KubeObject | undefined): Map<string, KubeObject> {
  return byKey(objects(slice, "endpoints"), (endpoint) => {
    const listed = at(endpoint, "addresses");
    const addresses = Array.isArray(listed) ? listed.join(",") : "";
    const target = text(endpoint, "targetRef", "name");
    return target ? `${text(endpoint, "targetRef", "kind")}/${target} ${addresses}` : addresses;
  });
}

/** An absent ready condition means ready (discovery.k8s.io/v1). */
function state(endpoint: KubeObject | undefined): string | undefined {
  if (!endpoint) return undefined;
  if (at(endpoint, "conditions", "terminating") === true) return "terminating";
  return at(endpoint, "conditions", "ready") === false ? "not ready" : "ready";
}
