import { condition, failed } from "./pod-layers.js";
import type { Pod, Scene, Service } from "./scene.js";
import { eventProof, ofPod } from "./subjects.js";
import type { Layer, Proof } from "./types.js";

type Judged = Omit<Layer, "id">;

/** What kubelet concluded from the probes. */
export function readiness(scene: Scene): Judged {
  const { found, proof } = condition(scene.pod?.status.conditions, "Ready");
  if (found?.status === "True") return { state: "works", proof };
  if (scene.pod?.status.phase === "Succeeded")
    return { state: "not applicable", cause: "has finished", proof };
  if (!found) return { state: "not determined", proof };
  const probe = eventProof(scene, ["Unhealthy"], (message) => /^(Readiness|Startup) probe/.test(message));
  const status = /statuscode: (\d+)/i.exec(probe?.text ?? "")?.[1];
  const refused = /connection refused/.test(probe?.text ?? "") && "connection refused";
  const cause = status
    ? `probe answered ${status}`
    : refused || (probe ? "probe failed" : (found.reason ?? "not ready"));
  return { state: "fails", cause, proof: [...(probe ? [probe] : []), ...proof] };
}

/** Is the Pod among the ready endpoints of every Service that selects it? */
export function endpoints(scene: Scene): Judged {
  const { pod, services, slices } = scene;
  if (!pod || !services) return { state: "not determined", proof: failed(scene, "services") };
  const mine = services
    .map((service, index) => ({ service, index }))
    .filter(({ service }) => selects(service.spec, pod));
  if (mine.length === 0) return unselected(scene, pod);
  if (!slices) return { state: "not determined", proof: failed(scene, "endpointslices") };
  const proofs: Proof[] = [];
  for (const { service } of mine) {
    const { name } = service.metadata;
    const all = entriesOf(scene, pod, name);
    for (const family of familiesOf(service, pod)) {
      const mine = all.filter((one) => family === undefined || one.family === family);
      // while slices are filled anew one endpoint may stand in two of them
      const entry = mine.find(({ ready }) => ready) ?? mine[0];
      if (!entry) {
        const what = family === undefined ? "endpoint" : `${family} endpoint`;
        const proof = { reading: "endpointslices", text: `no ${what} of Service ${name} has this Pod's UID` };
        return { state: "fails", cause: "not listed", proof: [proof] };
      }
      if (!entry.ready) return { state: "fails", cause: "listed as not ready", proof: [entry.proof] };
      proofs.push(entry.proof);
    }
  }
  return { state: "works", proof: proofs };
}

/** Whether a Service without endpoints was meant for this Pod, only its author knows. */
function unselected(scene: Scene, pod: Pod): Judged {
  const empty = scene.services?.findIndex(
    ({ spec, metadata }) =>
      spec.selector && !scene.slices?.some((s) => isOf(s, metadata.name) && s.endpoints?.length),
  );
  const service = empty === undefined || empty < 0 ? undefined : scene.services?.[empty];
  if (service && !scene.slices) return { state: "not determined", proof: failed(scene, "endpointslices") };
  if (!service) return { state: "not applicable", cause: "no Service selects it", proof: [] };
  return {
    state: "not determined",
    cause: "a Service without endpoints selects other labels",
    proof: [
      {
        reading: "services",
        pointer: `$.items[${empty}].spec.selector`,
        text: `${service.metadata.name} ${JSON.stringify(service.spec.selector)}`,
      },
      ofPod("$.metadata.labels", pod.metadata.labels ?? {}),
    ],
  };
}

function selects(spec: { selector?: Record<string, string> }, pod: Pod): boolean {
  const pairs = Object.entries(spec.selector ?? {});
  return pairs.length > 0 && pairs.every(([key, value]) => pod.metadata.labels?.[key] === value);
}

/** Of a Service of two families each has its slices; a family that the Pod has no address of is not looked for. */
function familiesOf({ spec }: Service, { status }: Pod): (string | undefined)[] {
  const own: Set<string> = new Set(
    (status.podIPs ?? []).map(({ ip }) => (ip.includes(":") ? "IPv6" : "IPv4")),
  );
  const wanted = (spec.ipFamilies ?? []).filter((family) => own.has(family));
  return wanted.length > 1 ? wanted : [undefined];
}

interface Entry {
  ready: boolean;
  family: string | undefined;
  proof: Proof;
}

function entriesOf({ slices }: Scene, pod: Pod, service: string): Entry[] {
  return (slices ?? []).flatMap((slice, i) =>
    (isOf(slice, service) ? (slice.endpoints ?? []) : []).flatMap(({ targetRef, conditions }, j) => {
      if (targetRef?.uid !== pod.metadata.uid) return [];
      const pointer = `$.items[${i}].endpoints[${j}].conditions`;
      const text = `${service} ${JSON.stringify(conditions ?? {})}`;
      const proof = { reading: "endpointslices", pointer, text };
      return { ready: conditions?.ready !== false, family: slice.addressType, proof };
    }),
  );
}

function isOf(slice: { metadata: { labels?: Record<string, string> } }, service: string): boolean {
  return slice.metadata.labels?.["kubernetes.io/service-name"] === service;
}
