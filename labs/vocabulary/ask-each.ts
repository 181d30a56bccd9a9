import type { Text } from "../../src/model/run.js";
import type { Step } from "./lab.js";
import { node, type Options } from "./steps.js";

/**
 * Asks URLs from a node, one after another: a JSON list of their answers, null where nothing answered. The answers are
 * JSON. The node needs `curl` and `jq`.
 * @param url an argument for each address, such as `http://{{each:url:service.ips}}/identity`
 */
export function askEach(id: string, title: Text, from: string, url: string, options: Options = {}): Step {
  const argv = ["sh", "-c", SCRIPT, "ask", url];
  return node(id, title, from, argv, { complete: { json: true }, ...options });
}

const SCRIPT =
  'for url; do curl --silent --show-error --fail --max-time 5 "$url" || echo null; done | jq -s .';
