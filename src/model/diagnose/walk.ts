/** The walk from the API object to the Service, over raw outputs. Pure: the command, the pages and `lab verify` share it. */
import { containerCreate, processAlive, processStart } from "./container-layers.js";
import { imageContent, imageReference } from "./image-layers.js";
import { listening } from "./listening.js";
import { api, node, sandbox, scheduling, volumes } from "./pod-layers.js";
import { type Scene, sceneOf } from "./scene.js";
import { endpoints, readiness } from "./service-layers.js";
import { type Subject, subjects } from "./subjects.js";
import { LAYERS, type Layer, type LayerId, type Readings, type Walk } from "./types.js";

type Judged = Omit<Layer, "id">;

const ofPod: Partial<Record<LayerId, (scene: Scene) => Judged>> = {
  api,
  scheduling,
  node,
  volumes,
  sandbox,
  listening,
  readiness,
  endpoints,
};
const ofContainer: Partial<Record<LayerId, (scene: Scene, subject: Subject) => Judged>> = {
  "image-reference": imageReference,
  "image-content": imageContent,
  "container-create": containerCreate,
  "process-start": processStart,
  "process-alive": processAlive,
};

/**
 * Judges every layer and names the first one without proof that it works. Behind it, what has no proof is "not reached".
 * It never guesses: what no output says is "not determined".
 */
export function walk(readings: Readings): Walk {
  const scene = sceneOf(readings);
  const judged = LAYERS.map((id): Layer => ({ id, ...judge(id, scene) }));
  const first = judged.find(({ state }) => state === "fails" || state === "not determined");
  const at = first ? judged.indexOf(first) : judged.length;
  const layers = judged.map((layer, index) =>
    index > at && layer.state !== "works"
      ? { id: layer.id, state: "not reached" as const, proof: [] }
      : layer,
  );
  const { namespace, pod } = readings;
  return { namespace, pod, layers, ...(first && { first }) };
}

/** The worst of the containers speaks for the layer. */
function judge(id: LayerId, scene: Scene): Judged {
  const whole = ofPod[id];
  if (whole) return whole(scene);
  const each = subjects(scene).map((subject) => {
    const { state, ...rest } = ofContainer[id]!(scene, subject);
    return { state, container: subject.spec.name, ...rest };
  });
  return (
    each.find(({ state }) => state === "fails") ??
    each.find(({ state }) => state === "not determined") ??
    each[0] ?? { state: "not determined", proof: [] }
  );
}
