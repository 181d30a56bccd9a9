import type { Lab, Step } from "../../labs/vocabulary/lab.js";
import type { Seed } from "../../src/model/observe.js";
import type { Environment, StepRecord } from "../../src/model/run.js";
import type { Clock, Log, Transport } from "../effects.js";
import type { PinnedCluster } from "../environment/cluster/pinned-kubeconfig.js";
import type { Background } from "./background.js";
import type { Journal } from "./journal.js";
import type { Outputs } from "./outputs.js";

/** Everything that the steps of one run share. */
export interface RunContext {
  lab: Lab;
  /** The lab's folder below labs/, relative to the project's root. */
  folder: string;
  runId: string;
  transport: Transport;
  clock: Clock;
  log: Log;
  environment: Environment;
  /** The proven dedicated cluster; absent in a lab that needs none. */
  cluster?: PinnedCluster;
  /** The lab's own Kubernetes Namespace. */
  namespace: string;
  /** Records of every step so far, in the order of their ends. */
  steps: StepRecord[];
  /** What will become chains once the run is over. */
  seeds: Seed[];
  outputs: Outputs;
  journal: Journal;
  /** Watches and background commands that are running, by step id. */
  running: Map<string, Background>;
  /** Values of placeholders that steps set: `image.probe`, … */
  given: Map<string, string>;
  signal: AbortSignal;
}

/** What a step is executed with. */
export interface StepContext<K extends Step["kind"] = Step["kind"]> {
  run: RunContext;
  step: Step & { kind: K };
  /** The case the step belongs to, or `cleanup`. */
  case: string;
}
