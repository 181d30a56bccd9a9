/** When and on what a run was made, in one line. */
import type { Environment } from "../model/run.js";
import { el } from "./element.js";
import { formatAge, formatTime } from "./format.js";
import { type Lang, words } from "./text.js";

export function versionsLine(
  run: { startedAt: string; environment: Environment },
  lang: Lang,
  verb = words[lang].observedOn,
): HTMLElement {
  return el(
    "p",
    { class: "versions" },
    `${verb} `,
    el("time", { datetime: run.startedAt }, formatTime(run.startedAt)),
    ` · ${versionsOf(run.environment, lang).join(" · ")} · `,
    el("span", { class: "age" }, formatAge(run.startedAt, lang)),
  );
}

export function versionsOf({ vm, nodes, kindVersion, docker }: Environment, lang: Lang): string[] {
  const node = nodes?.[0];
  return [
    `${words[lang].onKernel} ${vm.kernel}`,
    ...(node
      ? [
          `Kubernetes ${distinct(nodes.map(({ kubelet }) => kubelet))}`,
          `containerd ${distinct(nodes.map(({ containerd }) => containerd))}`,
        ]
      : []),
    ...(kindVersion ? [`kind ${kindVersion}`] : []),
    ...(docker && !node ? [`Docker ${docker}`] : []),
  ];
}

/** Nodes may differ; every version that was read is said. */
function distinct(versions: string[]): string {
  return [...new Set(versions)].join(", ");
}
