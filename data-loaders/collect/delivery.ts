/** Reads what a chain says beyond its Pod: the registry, Service and volume of the API, the volume's files, the answers. */
import { randomBytes } from "node:crypto";
import type { DeliveryWords } from "../../labs/vocabulary/lab.js";
import { serviceUrl } from "../../src/model/chain/delivery/service-url.js";
import { isBroken } from "../../src/model/chain/facts.js";
import { nodePid } from "../../src/model/chain/generation.js";
import { at } from "../../src/model/chain/json.js";
import { mountPoint, simplified } from "../../src/model/chain/places.js";
import { apiAnswer, type StepOutput } from "../../src/model/chain/readings.js";
import { openScene, type Scene, text } from "../../src/model/chain/scene.js";
import { declaredContainers, statusId } from "../../src/model/chain/spec.js";
import type { Delivery, DeliveryRole } from "../../src/model/chain/types.js";
import type { CollectContext, PodRequest } from "./context.js";
import { VOLUME_SCRIPT } from "./volume-script.js";

export interface ReadDelivery {
  /** Everything that the links are read from, earlier steps of the run included. */
  outputs: StepOutput[];
  /** Those of it that were read now. */
  own: StepOutput[];
  delivery: Delivery;
}

const BYTES = 256 * 1024;

/** `read` are the outputs of the Pod so far: its first reading and its node's. `id` begins the ids of all readings. */
export async function readDelivery(
  context: CollectContext,
  request: PodRequest & { delivery: DeliveryWords },
  node: string,
  read: StepOutput[],
  id: string,
): Promise<ReadDelivery> {
  const { namespace, delivery: wanted } = request;
  const outputs: Partial<Record<DeliveryRole, StepOutput>> = {};
  const steps: Delivery["steps"] = {};
  const keep = async (
    role: DeliveryRole,
    output: Promise<StepOutput> | undefined,
  ): Promise<StepOutput | undefined> => {
    steps[role] = `${id}.${role}`;
    const got = await output;
    if (got) outputs[role] = got;
    return got;
  };
  const object = (role: DeliveryRole, path: string) => keep(role, context.api(`${id}.${role}`, path));
  const ask = (role: DeliveryRole, url: string | undefined, header: string) =>
    keep(
      role,
      url === undefined ? undefined : context.node(`${id}.${role}`, wanted.from, curl(url, header), BYTES),
    );
  for (const role of ["source", "build", "push", "written"] as const) {
    const step = wanted[role];
    if (step === undefined) continue;
    steps[role] = step;
    const output = context.earlier?.(step);
    if (output) outputs[role] = output;
  }
  const core = `/api/v1/namespaces/${encodeURIComponent(namespace)}`;
  const slices = `/apis/discovery.k8s.io/v1/namespaces/${encodeURIComponent(namespace)}/endpointslices`;
  const { service: name, claim, manifest } = wanted;
  await Promise.all([
    manifest && ask("manifest", manifest, "Accept: application/vnd.oci.image.manifest.v1+json"),
    name && object("service", `${core}/services/${encodeURIComponent(name)}`),
    name &&
      object(
        "endpoints",
        `${slices}?labelSelector=${encodeURIComponent(`kubernetes.io/service-name=${name}`)}`,
      ),
    claim && object("claim", `${core}/persistentvolumeclaims/${encodeURIComponent(claim)}`),
  ]);
  const bound = fieldOf(outputs.claim, "spec", "volumeName");
  if (claim)
    await keep("volume", bound === undefined ? undefined : context.api(`${id}.volume`, volumePath(bound)));
  const service = apiAnswer(outputs.service, "the Service");
  const listed = apiAnswer(outputs.endpoints, "the EndpointSlices");
  const pod = openScene({ ...request, node }, read).api.first;
  const base = isBroken(service) ? undefined : serviceUrl(service, listed, pod);
  const requestId = (role: string) => `X-Request-Id: ${id}.${role}.${randomBytes(4).toString("hex")}`;
  await Promise.all([
    claim && keep("files", files(context, request, node, read, outputs.volume, id)),
    name && ask("identity", base && `${base}/identity`, requestId("identity")),
    name && wanted.state && ask("state", base && `${base}/state`, requestId("state")),
  ]);
  const all = Object.values(outputs);
  const own = all.filter(({ record }) => record.id.startsWith(`${id}.`));
  return { outputs: all, own, delivery: { container: wanted.container, path: wanted.path, steps } };
}

function files(
  context: CollectContext,
  { namespace, name, delivery }: PodRequest & { delivery: DeliveryWords },
  node: string,
  read: StepOutput[],
  volume: StepOutput | undefined,
  id: string,
): Promise<StepOutput> | undefined {
  const scene = openScene({ namespace, name, node }, read);
  const root = fieldOf(volume, "spec", "hostPath", "path") ?? fieldOf(volume, "spec", "local", "path");
  const part = subPath(scene, delivery);
  const pid = pidOf(scene, delivery.container);
  const place = pid === undefined ? undefined : placeOf(scene, pid, delivery.path);
  if (node === "" || root === undefined || part === undefined || place === undefined) return undefined;
  const outside = part === "" ? root : `${root}/${part}`;
  const boundary = context.boundary?.() ?? randomBytes(16).toString("hex");
  const inside = `/proc/${pid}/root${place}`;
  const argv = ["sh", "-c", VOLUME_SCRIPT, "labbook-collect", boundary, inside, outside];
  return context.node(`${id}.files`, node, argv, BYTES);
}

function pidOf(scene: Scene, container: string): number | undefined {
  if (isBroken(scene.api.first)) return undefined;
  const declared = declaredContainers(scene.api.first.root).find((one) => one.name === container);
  const id = declared && statusId(declared);
  return id === undefined ? undefined : nodePid(scene, "inspect", id);
}

/** The directory's real path in the container: a link in /proc/PID/root would be followed from the node's root. */
function placeOf(scene: Scene, pid: number, path: string): string | undefined {
  const info = scene.node.text(`proc/${pid}/mountinfo`);
  const found = isBroken(info) ? info : mountPoint(scene, pid, info, path);
  if (isBroken(found)) return undefined;
  return "mount" in found ? found.mount.path : found.none;
}

/** The part of the volume that is mounted, empty for all of it; undefined when only the kubelet knows (`subPathExpr`). */
function subPath(scene: Scene, { container, path }: DeliveryWords): string | undefined {
  if (isBroken(scene.api.first)) return undefined;
  const declared = declaredContainers(scene.api.first.root).find((one) => one.name === container);
  const mount = at(declared?.spec, "volumeMounts")?.items?.find(
    (one) => simplified(text(one, "mountPath") ?? "") === simplified(path),
  );
  return text(mount, "subPathExpr") === undefined ? (text(mount, "subPath") ?? "") : undefined;
}

function fieldOf(step: StepOutput | undefined, ...path: (string | number)[]): string | undefined {
  const answer = apiAnswer(step, "the object");
  if (isBroken(answer)) return undefined;
  const value = text(answer.root, ...path) ?? at(answer.root, ...path)?.value;
  return value === undefined || value === null ? undefined : String(value);
}

function curl(url: string, header: string): string[] {
  return ["curl", "--silent", "--show-error", "--include", "--max-time", "5", "--header", header, url];
}

function volumePath(name: string): string {
  return `/api/v1/persistentvolumes/${encodeURIComponent(name)}`;
}
