/** The step constructors: one line of a lab sheet each. `Step` says what the placeholders `{{…}}` may be. */
import type { Text } from "../../src/model/run.js";
import type { DeliveryWords, Step, Undo } from "./lab.js";

/** What every step may say beyond its own words. */
export interface Options {
  timeoutSeconds?: number;
  expectExit?: number[] | "any";
  needs?: string[];
  complete?: { json?: true; endsWith?: string; matches?: string };
  undo?: Undo;
  optional?: true;
}

function base(id: string, title: Text, options: Options, timeoutSeconds = 30) {
  return { timeoutSeconds, ...options, id, title };
}

/** A command on the VM. */
export function vm(
  id: string,
  title: Text,
  argv: string[],
  options: Options & { stdin?: string } = {},
): Step {
  return { ...base(id, title, options), kind: "vm", argv };
}

/** A command in a node container. */
export function node(
  id: string,
  title: Text,
  on: string,
  argv: string[],
  options: Options & { stdin?: string } = {},
): Step {
  return { ...base(id, title, options), kind: "node", node: on, argv };
}

/** A command in a container of a Pod, through kubectl exec. */
export function pod(
  id: string,
  title: Text,
  name: string,
  argv: string[],
  options: Options & { container?: string; namespace?: string } = {},
): Step {
  return { ...base(id, title, options), kind: "pod", pod: name, argv };
}

/** kubectl with the dedicated cluster's own kubeconfig. */
export function kubectl(
  id: string,
  title: Text,
  argv: string[],
  options: Options & { stdin?: string } = {},
): Step {
  return { ...base(id, title, options), kind: "kubectl", argv };
}

/** kubectl apply of a manifest in the lab's folder. */
export function apply(
  id: string,
  title: Text,
  manifest: string,
  options: Options & { namespace?: string } = {},
): Step {
  return { ...base(id, title, options), kind: "apply", manifest };
}

/** One GET against the API server. */
export function api(id: string, title: Text, path: string, options: Options = {}): Step {
  return { ...base(id, title, { complete: { json: true }, ...options }), kind: "api", path };
}

/** An HTTP request from a node, answer headers included. */
export function http(
  id: string,
  title: Text,
  request: { from: string; url: string; method?: string; body?: string; headers?: Record<string, string> },
  options: Options = {},
): Step {
  return { ...base(id, title, options), kind: "http", ...request };
}

/** Watches that run until stopped, or until the run ends. */
export function watch(
  id: string,
  title: Text,
  resources: { name: string; path: string }[],
  options: Options = {},
): Step {
  return { ...base(id, title, options), kind: "watch", resources };
}

/** A background command whose lines are stamped when they arrive. */
export function background(
  id: string,
  title: Text,
  argv: string[],
  options: Options & { node?: string; readyWhen?: string } = {},
): Step {
  return { ...base(id, title, options, 600), kind: "background", argv };
}

/** Ends a watch or a background command. */
export function stop(id: string, title: Text, step: string): Step {
  return { ...base(id, title, {}), kind: "stop", step };
}

/** Waits, by watch, until an object fulfils a condition of kubectl wait. */
export function waitFor(
  id: string,
  title: Text,
  object: string,
  condition: string,
  options: Options & { namespace?: string } = {},
): Step {
  return { ...base(id, title, options, 120), kind: "wait", object, for: condition };
}

/** Repeats a step until its output matches a regular expression, or until JSONPath `has` finds something in its JSON. */
export function until(
  id: string,
  title: Text,
  step: Step,
  output: string | { has: string },
  options: Options & { everySeconds?: number } = {},
): Step {
  const { everySeconds = 1, ...rest } = options;
  const wanted = typeof output === "string" ? { stdoutMatches: output } : { stdoutHas: output.has };
  return { ...base(id, title, rest, 120), kind: "until", step, ...wanted, everySeconds };
}

/** Lets time pass. */
export function pause(id: string, title: Text, seconds: number): Step {
  return { ...base(id, title, {}, seconds + 10), kind: "pause", seconds };
}

/** The identity chain of one Pod. Its links are observations named `<id>/<link>`. */
export function chain(
  id: string,
  title: Text,
  name: string,
  options: Options & {
    namespace?: string;
    identity?: { container: string; port: number };
    delivery?: DeliveryWords;
  } = {},
): Step {
  return { ...base(id, title, options, 60), kind: "chain", pod: name };
}

/** Reads what `lab diagnose` reads of a Pod; `read.layer` and `read.firstLayer` judge it. */
export function diagnose(
  id: string,
  title: Text,
  name: string,
  options: Options & { namespace?: string } = {},
): Step {
  return { ...base(id, title, { complete: { json: true }, ...options }, 90), kind: "diagnose", pod: name };
}

/** Builds the probe image and brings it to every node. */
export function probeImage(id = "probe-image"): Step {
  const title = { en: "Build the probe image and bring it to every node", zh: "构建探针镜像并送到每个节点" };
  return { ...base(id, title, {}, 300), kind: "probeImage" };
}
