/** Executes one step. Each kind has one file; a new kind is one file and one line here. */
import type { StepKind } from "../../../labs/vocabulary/lab.js";
import type { StepRecord } from "../../../src/model/run.js";
import type { StepContext } from "../context.js";
import { executeApi } from "./api.js";
import { executeApply } from "./apply.js";
import { executeBackground } from "./background.js";
import { executeHttp } from "./http.js";
import { executeKubectl } from "./kubectl.js";
import { executeNode } from "./node.js";
import { executePause } from "./pause.js";
import { executePod } from "./pod.js";
import { executeStop } from "./stop.js";
import { executeUntil } from "./until.js";
import { executeVm } from "./vm.js";
import { executeWait } from "./wait.js";

type Execute<K extends StepKind> = (context: StepContext<K>) => Promise<StepRecord>;

const kinds: { [K in StepKind]: Execute<K> } = {
  vm: executeVm,
  node: executeNode,
  pod: executePod,
  kubectl: executeKubectl,
  apply: executeApply,
  api: executeApi,
  http: executeHttp,
  background: executeBackground,
  stop: executeStop,
  wait: executeWait,
  until: executeUntil,
  pause: executePause,
  // what few labs do brings much code along: it is loaded when one does it
  watch: async (context) => (await import("./watch.js")).executeWatch(context),
  chain: async (context) => (await import("./chain.js")).executeChain(context),
  probeImage: async (context) => (await import("./probe-image.js")).executeProbeImage(context),
  diagnose: async (context) => (await import("./diagnose.js")).executeDiagnose(context),
  registry: async (context) => (await import("./registry.js")).executeRegistry(context),
  pushImage: async (context) => (await import("./push-image.js")).executePushImage(context),
};

export function execute(context: StepContext): Promise<StepRecord> {
  return (kinds[context.step.kind] as Execute<StepKind>)(context as StepContext<never>);
}
