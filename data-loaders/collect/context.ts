/**
 * What the collector needs from the runner: three ways to read, each of which leaves a step record. `stdout` is what is
 * stored, after redaction and bounding, so that the chain can be extracted again from the evidence alone.
 */
import type { DeliveryWords } from "../../labs/vocabulary/lab.js";
import type { StepOutput } from "../../src/model/chain/readings.js";

export interface CollectContext {
  /** One GET against the API server. Its stdout is the answer's body, a Status object included. */
  api(id: string, path: string): Promise<StepOutput>;
  /** One command on a node (`docker exec NODE …`); at least `maxBytes` of its stdout are kept. */
  node(id: string, node: string, argv: string[], maxBytes: number): Promise<StepOutput>;
  /** One command on the VM, as a user who may read /proc of all processes. */
  vm(id: string, argv: string[], maxBytes: number): Promise<StepOutput>;
  /** What an earlier step of the run recorded. */
  earlier?(id: string): StepOutput | undefined;
  /** Waits between tries. Default: setTimeout. */
  sleep?(ms: number): Promise<void>;
  /** 16 to 64 letters and digits, drawn anew at each call. Default: from the system's random source. */
  boundary?(): string;
}

export interface PodRequest {
  /** Id of the chain; the ids of its steps begin with it. */
  id: string;
  namespace: string;
  name: string;
  /** Ask the application at this port of the Pod for /identity. */
  identity?: { container: string; port: number; path?: string };
  /** Also read where the Pod's image came from, its Service and its volume. */
  delivery?: DeliveryWords;
}
