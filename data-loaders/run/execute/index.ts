/** Executes one step. Each kind has one file; a new kind is one file and one line here. */
import type { StepKind } from "../../../labs/vocabulary/lab.js";
import type { StepRecord } from "../../../src/model/run.js";
import type { StepContext } from "../context.js";
import { executeApi } from "./api.js";
import { executeApply } from "./apply.js";
import { executeBackground } from "./background.js";
import { executeChain } from "./chain.js";
import { executeDiagnose } from "./diagnose.js";
import { executeHttp } from "./http.js";
import { executeKubectl } from "./kubectl.js";
import { executeNode } from "./node.js";
import { executePause } from "./pause.js";
import { executePod } from "./pod.js";
import { executeProbeImage } from "./probe-image.js";
import { executePushImage } from "./push-image.js";
import { executeRegistry } from "./registry.js";
import { executeStop } from "./stop.js";
import { executeUntil } from "./until.js";
import { executeVm } from "./vm.js";
import { executeWait } from "./wait.js";
import { executeWatch } from "./watch.js";

type Execute<K extends StepKind> = (context: StepContext<K>) => Promise<StepRecord>;

const kinds: { [K in StepKind]: Execute<K> } = {
  vm: executeVm,
  node: executeNode,
  pod: executePod,
  kubectl: executeKubectl,
  apply: executeApply,
  api: executeApi,
  http: executeHttp,
  watch: executeWatch,
  background: executeBackground,
  stop: executeStop,
  wait: executeWait,
  until: executeUntil,
  pause: executePause,
  chain: executeChain,
  probeImage: executeProbeImage,
  diagnose: executeDiagnose,
  registry: executeRegistry,
  pushImage: executePushImage,
};

export function execute(context: StepContext): Promise<StepRecord> {
  return (kinds[context.step.kind] as Execute<StepKind>)(context as StepContext<never>);
}
