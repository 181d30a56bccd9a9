import type { Text } from "../../src/model/run.js";
import { apply, kubectl, t } from "../vocabulary/index.js";
import type { Step } from "../vocabulary/lab.js";

/** Objects outside the lab's Namespace: only those with the run's own label are removed, and it is proven. */
const OWN = ["--selector", "labbook.dev/run={{run}}"];

/** Applies a manifest with one cluster-scoped object of that kind; the manifest labels it with the run. */
export function applyClusterScoped(id: string, title: Text, manifest: string, kind: string): Step {
  return apply(id, title, manifest, {
    undo: {
      title: t(`Remove the ${kind} that this run made`, `删除本次运行建立的 ${kind}`),
      steps: [
        kubectl(
          `${id}-remove`,
          t("Remove it and all in it", "删除它及其中的一切"),
          ["delete", kind, ...OWN, "--ignore-not-found", "--timeout=90s"],
          { timeoutSeconds: 100 },
        ),
      ],
      proof: [
        kubectl(
          `${id}-gone`,
          t("None of this run is there any more", "本次运行的对象已不存在"),
          ["get", kind, ...OWN, "--output", "name"],
          // exit 0 and not one byte: a server that does not answer proves nothing
          { complete: { matches: "(?<![\\s\\S])(?![\\s\\S])" }, timeoutSeconds: 60 },
        ),
      ],
    },
  });
}
