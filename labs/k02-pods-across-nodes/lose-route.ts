import { node, t } from "../vocabulary/index.js";
import type { Step } from "../vocabulary/lab.js";

const WORKER = "{{node.worker1}}";
const ROUTE = ["{{route.cidr}}", "via", "{{route.gateway}}", "dev", "{{route.dev}}"];

/** `-4` or `-6`: ip(8) shows only IPv4 unless it is told. */
const FAMILY = "{{family:route.cidr}}";

/**
 * Deletes the first worker's route to the second worker's Pods, that of the cluster's first family. Taken back by
 * putting it there, whoever was first.
 */
export function loseRoute(id: string): Step {
  return node(
    id,
    t("Delete the route to the other worker's Pods", "删除到另一个 worker 的 Pod 的路由"),
    WORKER,
    ["ip", FAMILY, "route", "del", ...ROUTE],
    {
      undo: {
        title: t("Put the route back", "恢复路由"),
        steps: [
          node(`${id}-undo`, t("The route, if it is not there", "路由若不在则加上"), WORKER, [
            ...["ip", FAMILY, "route", "replace"],
            ...ROUTE,
          ]),
        ],
        proof: [
          node(
            `${id}-route`,
            t("The route is there", "路由存在"),
            WORKER,
            ["ip", FAMILY, "route", "show", "{{route.cidr}}"],
            { complete: { matches: "via {{route.gateway}} dev {{route.dev}}" } },
          ),
          node(
            `${id}-answer`,
            t("A Pod on the other worker answers", "另一个 worker 上的 Pod 有应答"),
            WORKER,
            ["curl", "--silent", "--show-error", "--fail", "--max-time", "3", "http://{{url:far.ip}}:8080/"],
            { complete: { matches: "source" } },
          ),
        ],
      },
    },
  );
}
