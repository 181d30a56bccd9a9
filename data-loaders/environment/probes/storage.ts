import type { Capability } from "../../../src/model/run.js";
import type { KubeApi } from "../../effects.js";

const PATH = "/apis/storage.k8s.io/v1/storageclasses";
const DEFAULT = "storageclass.kubernetes.io/is-default-class";

interface ClassList {
  items: { metadata: { name: string; annotations?: Record<string, string> }; provisioner: string }[];
}

/** Whether a claim that names no class gets a volume: the cluster has a default StorageClass. */
export async function storageClass(api: KubeApi): Promise<Capability> {
  const base = { name: "storageclass", probe: `GET ${PATH}` };
  const remedy = "./lab up with kind's own storage class (it installs `standard`)";
  const { status, body } = await api.get(PATH, 8000);
  if (status !== 200) return { ...base, present: false, found: `HTTP ${status}`, remedy };
  const { items } = JSON.parse(new TextDecoder().decode(body)) as ClassList;
  const chosen = items.find(({ metadata }) => metadata.annotations?.[DEFAULT] === "true");
  if (chosen) return { ...base, present: true, found: `${chosen.metadata.name} (${chosen.provisioner})` };
  const names = items.map(({ metadata }) => metadata.name).join(", ");
  return {
    ...base,
    present: false,
    found: names ? `none is the default of ${names}` : "no StorageClass",
    remedy,
  };
}
