import type { KubeApi, Transport } from "../../effects.js";
import { stdoutText, succeeded } from "../command.js";
import { getJson } from "./nodes.js";

/**
 * Asks CoreDNS through its Service for a name, from inside a node: that needs the API, kube-proxy, the Pod network and
 * CoreDNS itself. Nodes have no DNS client, but their bash opens UDP sockets.
 * @returns why there was no answer; undefined when there was one
 */
export async function askCoreDns(
  transport: Transport,
  api: KubeApi,
  nodeId: string,
): Promise<string | undefined> {
  const service = await getJson<{ spec: { clusterIP: string } }>(
    api,
    "/api/v1/namespaces/kube-system/services/kube-dns",
  );
  const address = service.spec.clusterIP;
  const script = 'exec 3<>"/dev/udp/$1/53" && cat >&3 && dd bs=512 count=1 <&3 2>/dev/null | od -An -v -tx1';
  const result = await transport.run({
    argv: ["docker", "exec", "-i", nodeId, "timeout", "3", "bash", "-c", script, "bash", address],
    stdin: dnsQuestion("kubernetes.default.svc.cluster.local"),
    timeoutMs: 8000,
  });
  const answer = stdoutText(result)
    .trim()
    .split(/\s+/)
    .map((hex) => Number.parseInt(hex, 16));
  if (!succeeded(result) || answer.length < 12) return `CoreDNS gives no answer at ${address}`;
  return dnsFault(answer);
}

const questionId = [0x4c, 0x42];

/** A DNS message that asks for the A records of a name (RFC 1035, section 4). */
export function dnsQuestion(name: string): Uint8Array {
  const labels = name.split(".").flatMap((label) => [label.length, ...new TextEncoder().encode(label)]);
  return new Uint8Array([...questionId, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...labels, 0, 0, 1, 0, 1]);
}

/** Another cluster domain makes NXDOMAIN (3) the right answer; it proves as much as an address does. */
export function dnsFault(answer: number[]): string | undefined {
  const [idHigh, idLow, flags = 0, codes = 0] = answer;
  const isAnswer = idHigh === questionId[0] && idLow === questionId[1] && (flags & 0x80) !== 0;
  if (!isAnswer) return "CoreDNS sent something that is no answer to the question";
  const code = codes & 0x0f;
  return code === 0 || code === 3 ? undefined : `CoreDNS answers with code ${code}`;
}
