import { Agent, type RequestOptions } from "node:https";
import { checkServerIdentity } from "node:tls";
import type { KubeApi, Transport } from "../../effects.js";
import { MissingError } from "../../errors.js";
import { parseKubeConfig } from "./config.js";
import { get } from "./get.js";
import { watch } from "./watch.js";

/**
 * The API server of the kubeconfig's current context. Server, CA and user are read once, here: what happens to the
 * file afterwards changes nothing.
 * @throws MissingError when the text is no kubeconfig, names no https server or would not check its certificate.
 */
export async function kubeApi(kubeconfigText: string, transport: Transport): Promise<KubeApi> {
  const { server, credentials } = await pinnedCredentials(kubeconfigText);
  const url = new URL(server);
  const named = { host: url.hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(url.port || 443) };
  const reached = transport.name === "local" ? named : await transport.forward(named.host, named.port);
  const options: RequestOptions = {
    host: reached.host,
    port: reached.port,
    headers: { ...credentials.headers, accept: "application/json" },
    ...(credentials.auth && { auth: credentials.auth }),
    agent: new Agent({
      keepAlive: true,
      ca: credentials.ca,
      cert: credentials.cert,
      key: credentials.key,
      rejectUnauthorized: true,
      // The certificate is for the server's own name, also when it is reached through a forwarded port.
      checkServerIdentity: (_host, certificate) => checkServerIdentity(named.host, certificate),
    }),
  };
  const prefix = url.pathname.replace(/\/$/, "");
  return {
    server,
    get: (path, timeoutMs) => get(options, server, prefix + path, timeoutMs),
    watch: (path, onLine, signal) => watch(options, prefix + path, onLine, signal),
  };
}

async function pinnedCredentials(text: string): Promise<{ server: string; credentials: RequestOptions }> {
  const config = await parseKubeConfig(text);
  const cluster = config.getCurrentCluster();
  if (!cluster) throw new MissingError("BAD_KUBECONFIG", "the kubeconfig's current context names no cluster");
  if (
    !cluster.server.startsWith("https://") ||
    cluster.skipTLSVerify ||
    !(cluster.caData || cluster.caFile)
  ) {
    throw new MissingError(
      "BAD_KUBECONFIG",
      `expected an https server with a CA of its own, got ${cluster.server}${cluster.skipTLSVerify ? " without certificate check" : ""}`,
    );
  }
  const credentials: RequestOptions = {};
  await config.applyToHTTPSOptions(credentials);
  return { server: cluster.server, credentials };
}
