import type { Text } from "../../src/model/run.js";
import type { Step } from "./lab.js";
import { node, type Options } from "./steps.js";

/**
 * Which route a node's kernel chooses for each of some addresses, as one JSON list with `dst`, `dev` and, where there is
 * one, `gateway`. Without a route `dev` is null. The node needs `jq`.
 * @param addresses arguments, such as `{{each:pod/network.podIPs}}`
 */
export function routesChosen(
  id: string,
  title: Text,
  on: string,
  addresses: string[],
  options: Options = {},
): Step {
  const argv = ["sh", "-c", SCRIPT, "chosen", ...addresses];
  return node(id, title, on, argv, { complete: { json: true }, ...options });
}

const SCRIPT =
  'for a; do ip -j route get "$a" || echo "[{\\"dst\\":\\"$a\\",\\"dev\\":null}]"; done | jq -s add';
