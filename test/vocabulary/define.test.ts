import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadAll } from "../../data-loaders/labs.js";
import type { InvalidLab } from "../../labs/vocabulary/define.js";
import {
  changed,
  defineLab,
  equals,
  matches,
  node,
  predict,
  read,
  stop,
  t,
  until,
  vm,
} from "../../labs/vocabulary/index.js";
import { isNeed } from "../../labs/vocabulary/needs.js";
import type { RunDocument } from "../../src/model/run.js";

const sheet = (): Parameters<typeof defineLab>[0] => ({
  id: "c99",
  title: t("A title", "标题"),
  question: t("A question?", "问题？"),
  environment: "linux",
  needs: [],
  predictions: [predict("p", "one", t("p", "p"), equals("x", "1"))],
  cases: [
    { id: "one", kind: "normal", title: t("One", "一"), steps: [vm("say", t("Say", "说"), ["echo", "1"])] },
  ],
  observations: { x: read.text("say") },
});
const faultsOf = (change: (lab: ReturnType<typeof sheet>) => void): string[] => {
  const lab = sheet();
  change(lab);
  try {
    defineLab(lab);
    return [];
  } catch (error) {
    return (error as InvalidLab).faults;
  }
};

describe("defineLab", () => {
  test("accepts a whole sheet and completes it", () => {
    expect(defineLab(sheet())).toMatchObject({ exclusive: false, cleanup: [], timelines: [] });
  });

  test("tells all faults at once, each with its path", () => {
    const faults = faultsOf((lab) => {
      lab.id = "chapter";
      lab.title.zh = "";
      lab.predictions.push(predict("p", "two", t("p", "p"), { op: "guess", of: ["y"] }));
      lab.predictions.push(predict("q", "one", t("q", "q"), matches("x", /a/)));
      lab.cases[0]!.steps.push(vm("say", t("Again", "再"), []), stop("end", t("End", "结束"), "nothing"));
      lab.observations!.bad = read.match("nowhere", "(");
      lab.observations!.worse = read.json("say", "$.[");
    });
    expect(faults).toEqual([
      'id: expected cNN, eNN or kNN, got "chapter"',
      "cases[0].steps[1].id: step say is there twice",
      "title.zh: the text is missing",
      "cases[0].steps[1].argv: the command is empty",
      "cases[0].steps[2].step: no step nothing",
      "observations.bad.step: no step nowhere",
      expect.stringMatching(/^observations\.bad\.pattern: /),
      expect.stringMatching(/^observations\.worse\.path: /),
      "predictions[1].id: prediction p is there twice",
      "predictions[1].case: no case two",
      "predictions[1].claim.op: no operator guess",
      "predictions[1].claim: nothing observes y",
    ]);
  });

  test("a word that is none of those to choose from is a fault that names them", () => {
    const faults = faultsOf((lab) => {
      Object.assign(lab, { environment: "local", needs: ["docker", "workers>=2", "workers>=0", "dokcer"] });
      Object.assign(lab.cases[0]!, { kind: "negativ", needs: ["crictl"] });
      Object.assign(lab.cases[0]!.steps[0]!, { kind: "cmd", needs: ["jq", "constructor"] });
    });
    expect(faults).toEqual([
      'environment: expected one of linux, docker, kind, got "local"',
      expect.stringMatching(/^needs: expected one of node, root, .* or workers>=N, got "workers>=0"$/),
      expect.stringMatching(/^needs: .*, got "dokcer"$/),
      'cases[0].kind: expected one of normal, negative, exercise, got "negativ"',
      expect.stringMatching(/^cases\[0\]\.steps\[0\]\.kind: expected one of vm, node, .*, got "cmd"$/),
      expect.stringMatching(/^cases\[0\]\.steps\[0\]\.needs: .*, got "constructor"$/),
    ]);
  });

  test("what probes have found on real machines can be needed", () => {
    const found = readdirSync("src/evidence")
      .map((chapter) => `src/evidence/${chapter}/run.json`)
      .filter((file) => existsSync(file))
      .flatMap((file) => (JSON.parse(readFileSync(file, "utf8")) as RunDocument).environment.capabilities);
    expect([...new Set(found.map(({ name }) => name))].filter((name) => !isNeed(name))).toEqual([]);
  });

  test("a step that disturbs a node must declare its undo, and the undo its proof", () => {
    const on = "{{node.worker1}}";
    const title = t("Stop", "停");
    expect(
      faultsOf((lab) => lab.cases[0]!.steps.push(node("s", title, on, ["systemctl", "stop", "kubelet"]))),
    ).toEqual([
      'cases[0].steps[1].undo: "systemctl stop kubelet" changes a node or the cluster and declares no undo',
    ]);
    const undo = { title, steps: [node("start", title, on, ["systemctl", "start", "kubelet"])], proof: [] };
    expect(
      faultsOf((lab) =>
        lab.cases[0]!.steps.push(node("s", title, on, ["systemctl", "stop", "kubelet"], { undo })),
      ),
    ).toEqual(["cases[0].steps[1].undo.proof: an undo needs at least one step that proves it"]);
  });

  test("an unknown placeholder is a fault, also inside a repeated step", () => {
    const faults = faultsOf((lab) =>
      lab.cases[0]!.steps.push(until("u", t("U", "U"), vm("v", t("V", "V"), ["echo", "{{z}}"]), "1")),
    );
    expect(faults[0]).toMatch(/^cases\[0\]\.steps\[1\]: \{\{z\}\} is neither/);
  });

  test("a claim or a calculation with too few values, which would confirm itself, is a fault", () => {
    const faults = faultsOf((lab) => {
      lab.predictions.push(predict("q", "one", t("q", "q"), changed("x")));
      lab.observations!.d = { from: "derived", op: "difference", of: ["x"] };
    });
    expect(faults).toEqual([
      "observations.d.of: difference needs 2 observations, got 1",
      "predictions[1].claim: changed needs 2 observations, got 1",
    ]);
  });

  test("every chapter's sheet is whole", async () => {
    const labs = await loadAll();
    expect(labs.map(({ lab }) => lab.id)).toEqual(expect.arrayContaining(["c00", "c26"]));
  });
});
