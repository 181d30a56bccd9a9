import type { Text } from "../../src/model/run.js";
import { node } from "../vocabulary/index.js";
import type { Step } from "../vocabulary/lab.js";

/** Asks `/identity` at a port of each of the node's addresses, from another node: a JSON list, null where nothing answers. */
export function askHostPort(id: string, title: Text, from: string, port: number): Step {
  const urls = `http://{{each:url:node.addresses}}:${port}/identity`;
  return node(id, title, from, ["sh", "-c", SCRIPT, "ask", urls], { complete: { json: true } });
}

const SCRIPT =
  'for url; do curl --silent --show-error --fail --max-time 5 "$url" || echo null; done | jq -s .';
