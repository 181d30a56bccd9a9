// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { offset } from "../../../src/components/compare/chips.js";
import { firstChoice } from "../../../src/components/compare/chooser.js";
import { type Loaders, renderComparison } from "../../../src/components/compare/compare-page.js";
import type { ChapterRuns, KeptRun } from "../../../src/components/compare/runs-book.js";
import { sha256Hex } from "../../../src/model/hash.js";
import type { RunDocument } from "../../../src/model/run.js";

/** A slow machine takes its time to load what is imported only when it is needed. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });
vi.setConfig({ testTimeout: 30_000 });

vi.mock("../../../src/components/evidence.js", () => ({}));

const recorded = JSON.parse(readFileSync("test/fixtures/evidence/c00/run.json", "utf8")) as RunDocument;
const hostile = '${document.title = "owned"}</script><img src=x onerror=alert(1)>';
const uids = ["86219e0c-db54-4f40-8f76-99a7d5e858a7", "11111111-2222-4333-8444-555555555555"];
const raws = new Map<string, Uint8Array>();

function stored(text: string) {
  const bytes = new TextEncoder().encode(text);
  raws.set(sha256Hex(bytes), bytes);
  return { sha256: sha256Hex(bytes), bytes: bytes.length };
}

/** The recorded run with other outputs and values: the first verdict REFUTED, the second drifted. */
function later(): RunDocument {
  const run = structuredClone(recorded);
  run.id = "20261201T000000000Z-c00-ffff";
  run.startedAt = "2026-12-01T00:00:00.000Z";
  run.environment.vm.kernel = "9.9.9";
  const [first, second] = run.verdicts.filter((verdict) => Object.keys(verdict.observed).length > 0);
  first!.verdict = "REFUTED";
  const ref = Object.keys(second!.observed)[0]!;
  run.observations[ref] = { value: `${hostile}\x1b[31m`, source: { step: "x", stream: "stdout" } };
  return run;
}

function pair(): Record<"a" | "b", RunDocument> {
  const [a, b] = [structuredClone(recorded), later()];
  for (const [index, run] of [a, b].entries()) {
    const lines = Array.from({ length: 40 }, (_, line) => `line ${line}`);
    const last = `uid ${uids[index]} at ${new Date(Date.parse(run.startedAt) + 1500).toISOString()}`;
    run.steps[0]!.stdout = stored([...lines, last, index === 0 ? "before" : hostile, ""].join("\n"));
  }
  return { a, b };
}

const kept = (run: RunDocument, file: string): KeptRun => ({
  id: run.id,
  status: run.status,
  startedAt: run.startedAt,
  verdicts: { CONFIRMED: 1 },
  file,
  version: { kernel: run.environment.vm.kernel },
});

function page(lang: "en" | "zh" = "en", over: Partial<ChapterRuns> = {}, load: Partial<Loaders> = {}) {
  const { a, b } = pair();
  const runs: ChapterRuns = {
    title: { en: "Title", zh: "标题" },
    kept: [kept(b, "run.json"), kept(a, `runs/${a.id}.json`)],
    gone: [
      {
        id: "20260101T000000000Z-c00-0000",
        status: "PARTIAL",
        startedAt: "2026-01-01T00:00:00.000Z",
        verdicts: {},
      },
    ],
    matrix: { columns: [], rows: [] },
    ...over,
  };
  const element = renderComparison("c00", runs, lang, {
    run: async (file) => (file === "run.json" ? b : a),
    raw: async (sha256) => raws.get(sha256)!,
    rawUrl: (sha256) => `raw/${sha256}`,
    ...load,
  });
  document.body.replaceChildren(element);
  return { element, a, b };
}

async function shown(lang: "en" | "zh" = "en", load: Partial<Loaders> = {}) {
  const made = page(lang, {}, load);
  await soon(() => expect(made.element.querySelector("#outputs")).not.toBeNull());
  return made;
}

async function opened(element: Element, output: string): Promise<HTMLElement> {
  const details = element.querySelector<HTMLDetailsElement>(`[data-output="${output}"]`)!;
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  await soon(() => expect(details.querySelector(".diff, .clean, .fault")).not.toBeNull());
  return details;
}

beforeEach(() => history.replaceState(null, "", "/"));

describe("two runs", () => {
  it("stand in this order: versions, verdicts, values, outputs", async () => {
    const { element } = await shown();
    expect([...element.querySelectorAll("section[id]")].map(({ id }) => id)).toEqual([
      "choose",
      "versions",
      "verdicts",
      "values",
      "outputs",
      "matrix",
      "history",
    ]);
    expect(element.querySelector("#versions")!.textContent).toContain("9.9.9");
  });

  it("show REFUTED apart from drifted", async () => {
    const { element, b } = await shown();
    const refuted = b.verdicts.find(({ verdict }) => verdict === "REFUTED")!.prediction;
    expect(element.querySelector(`[data-change="refuted"] [data-prediction="${refuted}"]`)).not.toBeNull();
    expect(element.querySelectorAll('[data-change="refuted"] [data-prediction]').length).toBe(1);
    expect(element.querySelector('details[data-change="drifted"] [data-prediction]')).not.toBeNull();
  });

  it("say the same in Chinese", async () => {
    const { element } = await shown("zh");
    expect([...element.querySelectorAll("h2")].map(({ textContent }) => textContent)).toEqual([
      "两次运行",
      "版本",
      "判定",
      "数值",
      "原始输出",
      "按版本",
      "全部运行",
    ]);
  });

  it("show hostile values as characters", async () => {
    const { element } = await shown();
    expect(element.textContent).toContain(hostile);
    expect(element.querySelectorAll("img, script").length).toBe(0);
  });

  it("can be chosen and swapped, and the address keeps the choice", async () => {
    const { element, a, b } = await shown();
    element.querySelector<HTMLElement>(".chooser button")!.click();
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ a: b.id, b: a.id });
    await soon(() =>
      expect(element.querySelector(".in-terminal code")!.textContent).toBe(`./lab diff c00 ${b.id} ${a.id}`),
    );
    const select = element.querySelector<HTMLSelectElement>("select[name=a]")!;
    select.value = a.id;
    select.dispatchEvent(new Event("change"));
    await soon(() => expect(element.querySelector(".comparison")!.textContent).toContain("the same run"));
  });
});

describe("raw outputs", () => {
  it("are fetched only when they are opened; equal stretches are folded", async () => {
    const raw = vi.fn(async (sha256: string) => raws.get(sha256)!);
    const { element, a } = await shown("en", { raw });
    expect(raw).not.toHaveBeenCalled();
    const details = await opened(element, `${a.steps[0]!.id}.stdout`);
    const lines = () => [...details.querySelectorAll("tr[class]")].map(({ className }) => className);
    expect(lines()).toEqual([
      "diff-folded",
      "diff-same",
      "diff-same",
      "diff-same",
      "diff-removed",
      "diff-added",
    ]);
    details.querySelector<HTMLElement>(".diff-folded button")!.click();
    expect(lines().length).toBe(43);
    expect(details.querySelectorAll("img, script").length).toBe(0);
    expect(details.querySelector(".diff-added .line")!.textContent).toBe(hostile);
  });

  it("write what is new in every run as names and times as offsets", async () => {
    const { element, a } = await shown();
    const details = await opened(element, `${a.steps[0]!.id}.stdout`);
    const line = [...details.querySelectorAll(".diff-same .line")].at(-1)!;
    expect(line.textContent).toMatch(/^uid <uid:[A-Z]> at <\+1\.500 s>$/);
    expect(line.querySelector<HTMLElement>(".chip-uid")!.title).toContain(`a: ${uids[0]}\nb: ${uids[1]}`);
  });

  it("say so when the bytes do not have their digest", async () => {
    const { element, a } = await shown("en", { raw: async () => new TextEncoder().encode("flipped") });
    const details = await opened(element, `${a.steps[0]!.id}.stdout`);
    expect(details.querySelector(".fault")!.textContent).toContain("changed after recording");
  });
});

describe("fewer than two runs", () => {
  it("one: says so and how to get a second", () => {
    const { element, b } = page("en", { kept: [kept(later(), "run.json")] });
    expect(element.querySelector(".not-compared")!.textContent).toContain("Only one run");
    expect(element.querySelector(".not-compared code")!.textContent).toBe("./lab run c00");
    expect(element.querySelector(`[data-run="${b.id}"]`)).not.toBeNull();
  });

  it("none: says so", () => {
    const { element } = page("zh", { kept: [], gone: [] });
    expect(element.querySelector(".not-compared")!.textContent).toContain("没有保存任何运行");
    expect(element.querySelector("#history")).toBeNull();
  });
});

it("a matrix has a column for each version and marks rows that differ", async () => {
  const { element } = page("en", {
    matrix: {
      columns: [
        { run: "r1", version: { kubernetes: "v1.35.0", containerd: "2.1.9", kernel: "6" } },
        { run: "r2", version: { kubernetes: "v1.36.2", containerd: "2.1.9", kernel: "6" } },
      ],
      rows: [
        { prediction: "x", verdicts: ["CONFIRMED", "REFUTED"] },
        { prediction: "y", verdicts: [null, "CONFIRMED"] },
        { prediction: "z", verdicts: ["CONFIRMED", "CONFIRMED"] },
      ],
    },
  });
  await soon(() => expect(element.querySelector("#matrix")).not.toBeNull());
  const rows = [...element.querySelectorAll("#matrix tbody tr")];
  expect(rows.map(({ className }) => className)).toEqual(["differs", "differs", ""]);
  expect(element.querySelector("#matrix thead")!.textContent).toContain("Kubernetes v1.35.0");
});

describe("firstChoice", () => {
  const runs = ["3", "2", "1"].map((id) => ({ id }) as KeptRun);
  it.each([
    ["", { a: "2", b: "3" }],
    ["?a=1", { a: "1", b: "3" }],
    ["?a=3", { a: "3", b: "2" }],
    ["?b=2", { a: "1", b: "2" }],
    ["?b=1", { a: "3", b: "1" }],
    ["?a=1&b=2", { a: "1", b: "2" }],
    ["?a=gone&b=also", { a: "2", b: "3" }],
  ])("%s", (query, choice) => {
    expect(firstChoice(runs, query)).toEqual(choice);
  });
});

it("an offset is from the run's start, whatever zone the time is written in", () => {
  expect(offset("2026-03-01T18:00:04.5+08:00", "2026-03-01T10:00:00.000Z")).toBe("+4.500 s");
  expect(offset("2026-03-01T09:59:59Z", "2026-03-01T10:00:00.000Z")).toBe("−1.000 s");
});
