/** What a run found when it probed its machine: capabilities, versions, nodes. */

import type { Capability, Environment, NodeVersions } from "../model/run.js";
import { command } from "./copy-button.js";
import { el, tableHead } from "./element.js";
import { machine } from "./machine.js";
import { type Lang, type Words, words } from "./text.js";

/** What was probed beyond `needs` is folded away under `further`. */
export function environmentPanel(
  environment: Environment,
  lang: Lang,
  needs?: string[],
  otherProbes = words[lang].furtherProbes,
): HTMLElement {
  const t = words[lang];
  const needed = environment.capabilities.filter(({ name }) => !needs || needs.includes(name));
  const further = environment.capabilities.filter((one) => !needed.includes(one));
  const { vm } = environment;
  return el(
    "div",
    { class: "environment" },
    el(
      "p",
      null,
      `${kindName(environment, t)} · ${vm.os} · ${t.onKernel} ${vm.kernel} · ${machine(vm).join(" · ")} · ${environment.transport}`,
    ),
    needed.length > 0 &&
      needed.every(({ present }) => present) &&
      el("p", { class: "all-present" }, `✓ ${t.allPresent}`),
    needed.length > 0 && capabilityTable(needed, t),
    further.length > 0 &&
      el(
        "details",
        { class: "further" },
        el("summary", null, `${otherProbes} (${further.length})`),
        capabilityTable(further, t),
      ),
    environment.nodes && environment.nodes.length > 0 && nodeTable(environment.nodes, t),
  );
}

export function capabilityTable(capabilities: Capability[], t: Words): HTMLElement {
  return el(
    "table",
    { class: "capabilities stacked" },
    tableHead([t.capability, t.found, t.probe]),
    el(
      "tbody",
      null,
      capabilities.map((one) => capabilityRow(one, t)),
    ),
  );
}

function capabilityRow({ name, present, found, probe, remedy }: Capability, t: Words): HTMLElement {
  return el(
    "tr",
    { class: present ? "present" : "absent" },
    el("td", { "data-label": t.capability }, el("code", null, name)),
    el(
      "td",
      { "data-label": t.found },
      el("span", { class: "presence" }, present ? `✓ ${t.present}` : `✗ ${t.absent}`),
      ` ${found}`,
      !present && remedy && command(remedy, t),
    ),
    el("td", { "data-label": t.probe }, el("code", { class: "probe" }, probe)),
  );
}

function nodeTable(nodes: NodeVersions[], t: Words): HTMLElement {
  const head = [t.nodes, "kubelet", "containerd", "runc", "CNI", "OS"];
  return el(
    "table",
    { class: "nodes stacked" },
    tableHead(head),
    el(
      "tbody",
      null,
      nodes.map((node) =>
        el(
          "tr",
          null,
          [
            `${node.name} (${node.role})`,
            node.kubelet,
            node.containerd,
            node.runc,
            Object.entries(node.cni)
              .map((pair) => pair.join(" "))
              .join(", "),
            node.osImage,
          ].map((text, index) =>
            el("td", { "data-label": head[index]!, class: index >= 1 && index <= 3 && "version" }, text),
          ),
        ),
      ),
    ),
  );
}

export function kindName({ kind }: Environment, t: Words): string {
  return { linux: t.kindLinux, docker: t.kindDocker, kind: t.kindKind }[kind];
}
