import type { Lab, Step } from "../lab.js";
import { placeholders } from "../placeholders.js";
import { allSteps } from "../walk.js";

/** Commands that change a node or the cluster for others: they must say how they are taken back. */
const destructive: RegExp[] = [
  /^systemctl (stop|kill|restart|disable|mask)\b/,
  /^ip (\S+ )?route (del|delete|flush|replace)\b/,
  /^(mv|rm) .*\/etc\//,
  /^kubectl (cordon|drain|taint)\b/,
  /^(pkill|kill) .*(kubelet|containerd)\b/,
];

/** Faults of the steps themselves: timeouts, empty commands, patterns, placeholders, missing undos. */
export function stepFaults(lab: Lab): string[] {
  const steps = allSteps(lab);
  const ids = new Set(steps.map(({ step }) => step.id));
  const names = new Set([
    ...Object.keys(lab.observations),
    ...BUILT_IN,
    ...steps.flatMap(({ step }) => namesOf(step)),
  ]);
  const chains = new Set(steps.filter(({ step }) => step.kind === "chain").map(({ step }) => step.id));
  return steps.flatMap(({ step, path }) => [
    ...(step.timeoutSeconds > 0
      ? []
      : [`${path}.timeoutSeconds: expected more than 0, got ${step.timeoutSeconds}`]),
    ...("argv" in step && step.argv.length === 0 ? [`${path}.argv: the command is empty`] : []),
    ...(step.kind === "stop" && !ids.has(step.step) ? [`${path}.step: no step ${step.step}`] : []),
    ...registryFaults(lab, step, path),
    ...patternFaults(step, path),
    ...undoFaults(step, path),
    ...placeholders(step)
      .filter((name) => !names.has(name) && !chains.has(name.split("/")[0]!))
      .map(
        (name) =>
          `${path}: {{${name}}} is neither an observation, nor a chain's link, nor one of ${BUILT_IN.join(", ")}`,
      ),
  ]);
}

const BUILT_IN = [
  "namespace",
  "cluster",
  "node.control-plane",
  "node.worker1",
  "node.worker2",
  "image.probe",
  "image.digest",
  "image.pushed",
  "source.digest",
  "run",
  "scratch",
  "files",
];

/** Placeholders that a registry or a push gives. */
function namesOf(step: Step): string[] {
  const given = {
    registry: ["host", "container", "url", "username", "password"],
    pushImage: ["ref", "tag", "digest"],
  };
  const words = step.kind === "registry" || step.kind === "pushImage" ? given[step.kind] : [];
  return words.map((word) => `${step.id}.${word}`);
}

/** A push goes to a registry that an earlier step starts, under names that a registry takes. */
function registryFaults(lab: Lab, step: Step, path: string): string[] {
  if (step.kind === "registry") {
    const mine = allSteps(lab).filter(({ step: other }) => other.kind === "registry" && other.id === step.id);
    return mine.length > 0 && /\.undo\.|^cleanup/.test(path)
      ? [`${path}: a registry is started in a case`]
      : [];
  }
  if (step.kind !== "pushImage") return [];
  const to = lab.cases.some((c) => c.steps.some((s) => s.kind === "registry" && s.id === step.registry));
  return [
    ...(to ? [] : [`${path}.registry: no registry step ${step.registry}`]),
    ...(/^[a-z0-9]+([._/-][a-z0-9]+)*$/.test(step.repository)
      ? []
      : [`${path}.repository: expected lower-case words joined by / . - or _, got ${step.repository}`]),
    ...(/^[\w][\w.-]{0,127}$/.test(step.tag) ? [] : [`${path}.tag: not a tag: ${step.tag}`]),
  ];
}

function patternFaults(step: Step, path: string): string[] {
  const patterns: [string, string][] = [];
  if (step.kind === "until" && step.stdoutMatches !== undefined)
    patterns.push(["stdoutMatches", step.stdoutMatches]);
  if (step.kind === "background" && step.readyWhen) patterns.push(["readyWhen", step.readyWhen]);
  if (step.complete?.matches) patterns.push(["complete.matches", step.complete.matches]);
  return patterns.flatMap(([field, pattern]) => regexFault(pattern, `${path}.${field}`));
}

/** A fault when a pattern is no regular expression. */
export function regexFault(pattern: string, path: string): string[] {
  try {
    new RegExp(pattern);
    return [];
  } catch (error) {
    return [`${path}: ${(error as Error).message}`];
  }
}

function undoFaults(step: Step, path: string): string[] {
  if (/\.undo\.|^cleanup/.test(path)) return [];
  const command =
    "argv" in step ? (step.kind === "kubectl" ? ["kubectl", ...step.argv] : step.argv).join(" ") : "";
  if (!step.undo) {
    return destructive.some((pattern) => pattern.test(command)) && !/--dry-run|--help/.test(command)
      ? [`${path}.undo: ${JSON.stringify(command)} changes a node or the cluster and declares no undo`]
      : [];
  }
  return step.undo.proof.length > 0
    ? []
    : [`${path}.undo.proof: an undo needs at least one step that proves it`];
}
