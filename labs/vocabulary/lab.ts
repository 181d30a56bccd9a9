/** What a chapter's lab.ts declares. Everything here is plain data, so that it can be hashed and printed. */
import type { Recipe } from "../../src/model/extract/types.js";
import type { Prediction } from "../../src/model/predictions/types.js";
import type { EnvironmentKind, Text } from "../../src/model/run.js";
import type { TimelineSpec } from "../../src/model/timeline/spec.js";

export interface Lab {
  /** c26, k01, … ; the folder's name begins with it. */
  id: string;
  title: Text;
  question: Text;
  environment: EnvironmentKind;
  /** Capabilities without which nothing runs: `docker`, `kind`, `workers>=2`, `crictl`, `ctr`, `root`, `registry`, `curl`, … */
  needs: string[];
  /** A lab that disturbs a node has the cluster to itself. */
  exclusive: boolean;
  predictions: Prediction[];
  cases: Case[];
  /** Named values and how they are read; links of chains need no recipe, they are named `<chain>/<link>`. */
  observations: Record<string, Recipe>;
  timelines: TimelineSpec[];
  cleanup: Step[];
  /** What cannot be concluded from the evidence. */
  limits: Text[];
  /** "When you see this, look there" table of the chapter. */
  table: { see: Text; look: Text }[];
  exercises: Exercise[];
}

export interface Case {
  id: string;
  kind: "normal" | "negative" | "exercise";
  title: Text;
  /** Run only when this capability is there; otherwise the case's steps are NOT_RUN. */
  needs?: string[];
  /** The case is BLOCKED unless that case's steps were all OK. */
  after?: string;
  steps: Step[];
}

export interface Exercise {
  id: string;
  /** The case that is the exercise's experiment. */
  case: string;
  task: Text;
  /** Predictions that belong to this exercise. */
  predictions: string[];
  /** What the evidence says about it, and what cannot be derived. */
  cannotConclude: Text;
}

interface StepBase {
  id: string;
  title: Text;
  timeoutSeconds: number;
  /** Exit codes that mean the step did what it was to show. Default [0]; "any" takes every code as evidence. */
  expectExit?: number[] | "any";
  /** Capabilities that this step needs beyond the lab's. */
  needs?: string[];
  /** What complete output looks like; without it the step is FAILED whatever the exit code. */
  complete?: { json?: true; endsWith?: string; matches?: string };
  /** Written to the journal before the step acts; run in reverse order at cleanup. */
  undo?: Undo;
  /** Go on with the case when this step does not succeed. */
  optional?: true;
}

/** How a destructive step is taken back, and what proves that it was. */
export interface Undo {
  title: Text;
  steps: Step[];
  /** Steps that must be OK afterwards; repeated until they are, or until their timeout. */
  proof: Step[];
}

/**
 * Strings may hold `{{name}}`: an observation, a chain's link (`{{normal/pod.node}}`), or one of
 * `{{namespace}}` (the lab's Kubernetes Namespace), `{{node.control-plane}}`, `{{node.worker1}}`, `{{node.worker2}}`,
 * `{{cluster}}`, `{{image.probe}}`, `{{run}}`, `{{scratch}}` (the run's own folder on the VM), `{{files}}` (where the files beside
 * the sheet are on the VM); of a registry step `{{<id>.host}}` and `{{<id>.url}}`, of a push
 * `{{<id>.ref}}`, and `{{image.pushed}}`. They are filled in when the step runs. `{{url:name}}` writes an address as the
 * host of a URL, `{{family:name}}` is ip(8)'s option for its family (`-4`, `-6`), and an argument with `{{each:name}}` or
 * `{{each:url:name}}` stands there once for each element of that list.
 */
export type Step = StepBase &
  (
    | { kind: "vm"; argv: string[]; stdin?: string; cwd?: "scratch" }
    | { kind: "node"; node: string; argv: string[]; stdin?: string }
    | { kind: "pod"; pod: string; container?: string; namespace?: string; argv: string[] }
    | { kind: "kubectl"; argv: string[]; stdin?: string }
    /** kubectl apply of a manifest in the lab's folder, with placeholders filled in. */
    | { kind: "apply"; manifest: string; namespace?: string }
    /** One GET against the API server; the bytes are the server's. */
    | { kind: "api"; path: string }
    /** A request to a Service's cluster IP (or any address) from a node, headers included. */
    | {
        kind: "http";
        from: string;
        url: string;
        method?: string;
        body?: string;
        headers?: Record<string, string>;
      }
    /** Starts watches that run until the step named in `until`, or the end of the run. */
    | { kind: "watch"; resources: { name: string; path: string }[] }
    /** A background command on a node or the VM whose lines are stamped when they arrive; runs until `stop` or the end of the run. */
    | { kind: "background"; node?: string; argv: string[]; readyWhen?: string }
    /** Ends the named watch or background step. */
    | { kind: "stop"; step: string }
    /** kubectl wait, which itself watches. */
    | { kind: "wait"; for: string; object: string; namespace?: string }
    /** Repeats an inner command until its output matches; every try is counted, the last is kept. */
    /** Until the output matches a regular expression, or JSONPath `stdoutHas` finds something in its JSON. */
    | { kind: "until"; step: Step; stdoutMatches?: string; stdoutHas?: string; everySeconds: number }
    /** Simply lets time pass, with a reason. */
    | { kind: "pause"; seconds: number }
    /** The identity chain of one Pod, in one generation; with `delivery` from its source to its answers. */
    | {
        kind: "chain";
        pod: string;
        namespace?: string;
        identity?: { container: string; port: number };
        delivery?: DeliveryWords;
      }
    /** Builds the probe image and loads it into every node. */
    | { kind: "probeImage" }
    /** Everything that says which layers of a Pod work: the readings of `lab diagnose`, as one document. */
    | { kind: "diagnose"; pod: string; namespace?: string }
    /** Starts the lab's own registry, and has declared its removal before. */
    | { kind: "registry"; authenticated?: true }
    /** Pushes the probe image, or a variant of it, to a registry that the lab started. */
    | ({ kind: "pushImage"; registry: string; repository: string; tag: string } & ImageVariant)
  );

/** How a pushed image differs from the probe image. Without a difference its digest is the probe image's own. */
export interface ImageVariant {
  /** One more label in the image's config: another config, another manifest, the same layers. */
  label?: string;
  /** One more layer with these files, names without leading slash. With `{{run}}` in a text no node can have it yet. */
  files?: { name: string; text?: string; base64?: string; mode?: number }[];
  /** Config says this instead of the platform that the base image has. */
  architecture?: string;
  /** The entrypoint instead of the probe application's. */
  entrypoint?: string[];
  /** The tag names an index, which lists the manifest for this architecture only. */
  indexFor?: string;
}

/** What a chain is to show beyond its Pod; what is left out is not asked for. `source` … `written` name earlier steps. */
export interface DeliveryWords {
  /** The container that answers, and the directory in it that the volume is mounted at. */
  container: string;
  path: string;
  /** `sha256sum` of the source archive. */
  source?: string;
  /** The probeImage step. */
  build?: string;
  /** The pushImage step. */
  push?: string;
  /** The PUT of the state, with its headers. */
  written?: string;
  /** URL of the manifest as a node reaches the registry. */
  manifest?: string;
  /** The node that asks the registry and the Service. */
  from: string;
  service?: string;
  claim?: string;
  state?: true;
}

export type StepKind = Step["kind"];
