/** A small chapter with one run, whose every byte is known: what the plugin's tests render. */
import { createHash } from "node:crypto";
import MarkdownIt from "markdown-it";
import { type NotebookEnv, notebook } from "../../notebook/plugin.js";
import type { Chapter, Lang, Page } from "../../notebook/types.js";
import type { Prediction, Verdict } from "../../src/model/predictions/types.js";
import type { Observation, RunDocument, StepRecord } from "../../src/model/run.js";

export const uid = "22cf2ff3-0deb-4629-8177-cd48065b5355";

const outputs: Record<string, string> = {
  pods: "NAME        NODE     STATUS\nshort-7jm8j worker   Running\nalways      worker2  Running\n",
  answer: `{"requestId":"a","pod":{"uid":"${uid}","name":"short"},"items":[{"n":1,"s":"x"},{"n":2}]}`,
  long: Array.from({ length: 40 }, (_, index) => `line ${index + 1}`).join("\n"),
  hostile: "<script>alert(1)</script> \u001b[31mred\u001b[0m \u001b[2J \u202e end\r\n",
};

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");

function step(id: string, argv: string[], more: Partial<StepRecord> = {}): StepRecord {
  const text = outputs[id];
  return {
    id,
    case: "main",
    kind: "kubectl",
    title: { en: `The step ${id}`, zh: `步骤 ${id}` },
    target: "vm",
    argv,
    status: "OK",
    startedAt: "2026-11-30T12:00:00.000Z",
    durationMs: 1234,
    exitCode: 0,
    ...(text !== undefined && { stdout: { sha256: digestOf(text), bytes: text.length } }),
    ...more,
  };
}

function observation(value: Observation["value"], stepId: string, unit?: string): Observation {
  return { value: value!, ...(unit && { unit }), source: { step: stepId, stream: "stdout", span: [4, 8] } };
}

function prediction(id: string, of: string[], more: Partial<Prediction> = {}): Prediction {
  return {
    id,
    case: "main",
    text: { en: `The statement ${id}`, zh: `陈述 ${id}` },
    claim: { op: "between", of, low: 0, high: 60, unit: "s" },
    ...more,
  };
}

const predictions: Prediction[] = [
  prediction("seen", ["seen.at"], {
    reference: { value: 52, unit: "s", note: { en: "after the stop", zh: "停止之后" } },
  }),
  prediction("late", ["late.at"]),
  prediction("uid-same", ["short.uid", "answer.uid"], {
    claim: { op: "unchanged", of: ["short.uid", "answer.uid"] },
  }),
];

const kinds: Record<string, Verdict["verdict"]> = {
  seen: "CONFIRMED",
  late: "REFUTED",
  "uid-same": "CONFIRMED",
};

export function recordedRun(change: (run: RunDocument) => void = () => {}): RunDocument {
  const run = {
    schema: "labbook/run/v1",
    id: "20261130T120000000Z-k99-0000",
    chapter: "k99",
    predictionsDigest: "d".repeat(64),
    startedAt: "2026-11-30T12:00:00.000Z",
    endedAt: "2026-11-30T12:02:00.000Z",
    status: "COMPLETE",
    environment: {
      kind: "kind",
      transport: "local",
      vm: { kernel: "6.1.0-9", bootId: "b", os: "Debian", cpus: 2, cgroup: "v2", arch: "x86_64" },
      nodes: [{ kubelet: "v1.36.2", containerd: "2.1.9+unknown", runc: "1.3", crictl: "v1.36.0" }],
      capabilities: [],
    },
    predictions: structuredClone(predictions),
    steps: [
      step("pods", [
        "kubectl",
        "--kubeconfig",
        ".labbook/kubeconfig",
        "--namespace",
        "labbook-k99",
        "get",
        "pods",
      ]),
      step("answer", [
        "docker",
        "exec",
        "worker",
        "curl",
        "--silent",
        "--max-time",
        "30",
        "http://10.0.0.1:8080/identity",
      ]),
      step("long", ["docker", "exec", "worker", "sh", "-c", "\nset -e\nfor i in 1 2 3; do echo $i; done"]),
      step("hostile", ["echo", "it's"]),
      step("refused", ["curl", "http://10.0.0.2"], { exitCode: 7 }),
      step("late", ["sleep", "5"], { status: "NOT_RUN", startedAt: undefined, reason: "no crictl" }),
    ],
    recipes: {
      "seen.at": { from: "timeline", timeline: "outage", event: "seen", unit: "s" },
      "soon.at": { from: "timeline", timeline: "outage", event: "soon", unit: "s" },
    },
    timelineSpecs: [],
    observations: {
      "seen.at": observation(42.668261, "pods", "s"),
      "seen.again": observation(42.834164, "pods", "s"),
      "soon.at": observation(42.668661, "pods", "s"),
      "late.at": observation(61.5, "pods", "s"),
      "short.uid": observation(uid, "answer"),
      "answer.uid": observation(uid, "answer"),
      "image.size": observation(268288, "pods"),
      names: observation(["a", "b", "c"], "pods"),
      gone: { missing: "NOT_RUN", reason: "late: no crictl" },
    },
    chains: [],
    timelines: [
      {
        id: "outage",
        t0: { step: "pods", at: "2026-11-30T12:00:00.000Z" },
        clock: "",
        resolutionMs: 1,
        entries: [
          {
            offsetMs: 42668.261,
            receivedAt: "",
            object: "Node/a",
            change: "x",
            source: { step: "pods", stream: "stdout" },
          },
        ],
        gaps: [],
        events: { seen: 0 },
      },
    ],
    verdicts: predictions.map(({ id, claim }) => ({
      prediction: id,
      verdict: kinds[id],
      expected: "",
      observed: Object.fromEntries(claim.of.map((ref) => [ref, 0])),
      explanation: `because of ${id}`,
    })),
    cleanup: { steps: [], before: [], after: [], leftovers: [] },
  } as unknown as RunDocument;
  change(run);
  return run;
}

export function chapter(lang: Lang = "en", more: Partial<Chapter> = {}): Chapter {
  const run = recordedRun();
  return {
    id: "k99",
    lang,
    file: lang === "en" ? "src/chapters/k99.md" : "src/zh/chapters/k99.md",
    firstLine: 5,
    written: true,
    title: { en: "Title", zh: "标题" },
    run,
    lab: {
      question: { en: "What?", zh: "什么？" },
      environment: "kind",
      needs: ["workers>=2"],
      folder: "labs/k99-x",
      predictions,
      observations: new Set([...Object.keys(run.observations), "later.value"]),
      steps: new Map(
        [...run.steps, { id: "later" }].map((one) => [
          one.id,
          { kind: "kubectl", title: { en: "", zh: "" } },
        ]),
      ),
      timelines: new Set(["outage"]),
      exercises: ["1"],
    },
    standing: { state: "OBSERVED", changed: [], amended: false },
    bytes: (sha256) => {
      const text = Object.values(outputs).find((one) => digestOf(one) === sha256);
      return text === undefined ? undefined : new TextEncoder().encode(text);
    },
    answers: ["1"],
    ...more,
  };
}

/** The page made of this Markdown, under a title of its own. */
export function render(
  markdown: string,
  of: Chapter = chapter(),
): { html: string; page: Page; faults: string[] } {
  const env: NotebookEnv = { path: "/chapters/k99" };
  const md = notebook(new MarkdownIt({ html: true }), () => of);
  const html = md.render(`# Title\n\n${markdown}`, env);
  const page = env.notebook!;
  return { html, page, faults: page.faults.map(({ file, line, message }) => `${file}:${line}: ${message}`) };
}
