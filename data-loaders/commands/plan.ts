import type { Lab, Step } from "../../labs/vocabulary/lab.js";
import { exit } from "../exit-codes.js";
import { loadLab, noneNamed } from "../labs.js";
import type { Session } from "../session.js";

/** The whole run on paper: needs, steps with their commands, undos, longest waits. Touches nothing. */
export async function plan(chapters: string[], session: Session): Promise<number> {
  if (chapters.length === 0) throw noneNamed();
  const labs = await Promise.all(chapters.map((id) => loadLab(id)));
  if (session.options.json)
    session.print(
      JSON.stringify(
        labs.map(({ lab }) => lab),
        null,
        2,
      ),
    );
  else for (const { lab } of labs) session.print(sheet(lab));
  return exit.done;
}

function sheet(lab: Lab): string {
  const total = lab.cases.flatMap((c) => c.steps).reduce((sum, step) => sum + step.timeoutSeconds, 0);
  return [
    `${lab.id}  ${lab.title.en}`,
    `needs       ${[lab.environment, ...lab.needs].join(", ")}`,
    `shares      ${lab.exclusive ? "nothing: it disturbs a node and has the cluster to itself" : `the cluster, in the Namespace labbook-${lab.id}`}`,
    `at most     ${total} s if every step used its whole timeout`,
    `predictions ${lab.predictions.length}, sealed before the first step`,
    ...lab.predictions.map((p) => `  ${p.id}: ${p.text.en}`),
    ...lab.cases.flatMap((c) => [
      `case ${c.id} (${c.kind})${c.needs ? ` needs ${c.needs.join(", ")}` : ""}: ${c.title.en}`,
      ...c.steps.flatMap((step) => lines(step)),
    ]),
    `cleanup`,
    ...lab.cleanup.flatMap((step) => lines(step)),
    `  every undo above, last things first${lab.environment === "kind" ? `; then the Namespace labbook-${lab.id} is deleted and proven gone` : ""}`,
    "  look again at what was there before the first step; what is left over is named",
    "",
  ].join("\n");
}

function lines(step: Step, indent = "  "): string[] {
  const undo = step.undo;
  return [
    `${indent}${step.id}  [${step.kind}, ≤ ${step.timeoutSeconds} s]  ${step.title.en}`,
    `${indent}    ${commandOf(step)}`,
    ...(undo
      ? [`${indent}    undo: ${undo.title.en}`, ...undo.steps.flatMap((s) => lines(s, `${indent}      `))]
      : []),
    ...(undo ? [`${indent}    proven by:`, ...undo.proof.flatMap((s) => lines(s, `${indent}      `))] : []),
  ];
}

/** What will be run, as one reads it; placeholders stay as they are. */
function commandOf(step: Step): string {
  switch (step.kind) {
    case "node":
      return `on ${step.node}: ${step.argv.join(" ")}`;
    case "pod":
      return `in Pod ${step.pod}: ${step.argv.join(" ")}`;
    case "kubectl":
      return `kubectl ${step.argv.join(" ")}`;
    case "apply":
      return `kubectl apply -f ${step.manifest}`;
    case "api":
      return `GET ${step.path}`;
    case "http":
      return `${step.method ?? "GET"} ${step.url} from ${step.from}`;
    case "watch":
      return step.resources.map((r) => `watch ${r.path}`).join(", ");
    case "background":
      return `in the background${step.node ? ` on ${step.node}` : ""}: ${step.argv.join(" ")}`;
    case "stop":
      return `end ${step.step}`;
    case "wait":
      return `kubectl wait ${step.object} --for=${step.for}`;
    case "until":
      return `every ${step.everySeconds} s until ${step.stdoutHas ?? `/${step.stdoutMatches}/`}: ${commandOf(step.step)}`;
    case "pause":
      return `sleep ${step.seconds}`;
    case "chain":
      return `identity chain of Pod ${step.pod}`;
    case "probeImage":
      return "build the probe image, load it into every node";
    case "diagnose":
      return `read every layer of Pod ${step.pod}, as lab diagnose does`;
    case "registry":
      return `start a registry${step.authenticated ? " with a password" : ""} on the nodes' network; undone: its container, data, hosts.toml and images removed`;
    case "pushImage":
      return `push the probe image to {{${step.registry}.host}}/${step.repository}:${step.tag}`;
    default:
      return step.argv.join(" ");
  }
}
