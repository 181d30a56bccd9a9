import type { KubeApi, Transport } from "../../effects.js";
import { must, stdoutText } from "../command.js";
import type { KindContainer } from "./containers.js";
import { getJson } from "./nodes.js";

const path = "/api/v1/namespaces/kube-system";

/** UID of kube-system as the pinned API server tells it. It identifies a cluster for its whole life. */
export async function systemNamespaceUid(api: KubeApi): Promise<string> {
  const namespace = await getJson<{ metadata: { uid: string } }>(api, path);
  return namespace.metadata.uid;
}

/** The same, asked inside the control-plane container with the node's own admin credentials. */
export async function systemNamespaceInside(
  transport: Transport,
  controlPlane: KindContainer,
): Promise<string> {
  const result = await must(
    transport,
    `asking inside ${controlPlane.name} for the cluster's identity`,
    kubectlInside(controlPlane, ["get", "--raw", path, "--request-timeout=5s"]),
    { timeoutMs: 10_000, remedy: `docker restart ${controlPlane.name}` },
  );
  return (JSON.parse(stdoutText(result)) as { metadata: { uid: string } }).metadata.uid;
}

/** argv of kubectl within a control-plane container: it can only reach that container's cluster. */
export function kubectlInside(controlPlane: Pick<KindContainer, "id">, args: string[]): string[] {
  return ["docker", "exec", controlPlane.id, "kubectl", "--kubeconfig=/etc/kubernetes/admin.conf", ...args];
}
