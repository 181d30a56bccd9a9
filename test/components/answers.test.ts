// @vitest-environment jsdom
import { beforeAll, describe, expect, it, vi } from "vitest";
import { renderAnswerList } from "../../src/components/answers/answer-list-page.js";
import { renderAnswer } from "../../src/components/answers/answer-page.js";
import type { AnswerSummary } from "../../src/components/answers/summary.js";
import { verifyPanel } from "../../src/components/answers/verify-panel.js";
import { recordOf } from "../../src/model/answer/record.js";
import type { Report } from "../../src/model/verify/types.js";
import { soundAnswer } from "../support/answer.js";
import { recordedRun } from "../support/evidence.js";

vi.mock("../../src/components/evidence.js", () => ({
  siteUrl: (path: string) => `../${path}`,
  downloadUrl: (name: string) => `../downloads/${name}`,
  fetchBytes: () => Promise.reject(new Error("not in this test")),
  made: () => Promise.reject(new Error("not in this test")),
}));

const { run, raw } = recordedRun();
const record = recordOf(soundAnswer(), new Uint8Array(), run, (sha256) => raw.get(sha256));
const summary: AnswerSummary = {
  chapter: "c00",
  exercise: "1",
  title: { en: "Process isolation", zh: "进程隔离" },
  task: { en: "Predict.", zh: "请预测。" },
  state: "VERIFIED",
  faults: [],
  notRun: [],
  access: "RUN_SEEN",
  run: run.id,
  runFile: "run.json",
  newest: true,
  signedAt: "2026-12-01T00:00:00.000Z",
  keyids: ["a".repeat(64)],
  bundle: { bytes: 10_240, sha256: "b".repeat(64) },
};
const texts = (root: Element, selector: string) =>
  [...root.querySelectorAll(selector)].map((one) => one.textContent);

beforeAll(() => {
  globalThis.CSS ??= { escape: (text: string) => text } as typeof CSS;
});

describe("the page of an answer", () => {
  it.each(["en", "zh"] as const)("shows claims, observed values and where their bytes are (%s)", (lang) => {
    const page = renderAnswer(summary, record, lang);
    expect(texts(page, ".claim-text")).toEqual([
      lang === "en" ? "Inside it was labbook-inside, outside vm." : "里面是 labbook-inside，外面是 vm。",
    ]);
    expect(texts(page, ".proofs .value")).toEqual(["labbook-inside", "vm", "vm"]);
    const output = run.steps.find(({ id }) => id === "hostname-after")!.stdout!.sha256;
    const links = [...page.querySelectorAll(".proof-source a")].map((one) => one.getAttribute("href"));
    expect(links).toContain(`../evidence/c00/raw/${output}`);
    expect(texts(page, "tr[data-prediction] .badge").every((one) => one!.includes("CONFIRMED"))).toBe(true);
    // no word of the other language's own
    const words = page.textContent!;
    expect(words.includes("Verify in this browser")).toBe(lang === "en");
    expect(words.includes("在此浏览器中验证")).toBe(lang === "zh");
  });

  it("says of a prediction sealed after the run that results may have been seen", () => {
    const page = renderAnswer(summary, record, "en");
    expect(page.querySelector("#predicted")!.textContent).toContain("its results may have been seen");
    expect(page.querySelector("#predicted")!.textContent).toContain(
      "had sealed the same statement before its first step",
    );
  });

  it("names the parts that were NOT_RUN before it shows anything else", () => {
    const partial = {
      ...record,
      status: "VERIFIED_WITH_NOT_RUN" as const,
      notRun: [{ part: "step x", reason: "no such program" }],
    };
    const page = renderAnswer({ ...summary, state: "VERIFIED_WITH_NOT_RUN" }, partial, "en");
    expect(page.querySelector("#not-run")!.textContent).toContain("step x no such program");
    expect(page.querySelector(".eyebrow .badge")!.textContent).toContain("with parts that were not run");
    expect([...page.children].findIndex((one) => one.id === "not-run")).toBeLessThan(
      [...page.children].findIndex((one) => one.id === "answer"),
    );
  });

  it("of one that does not verify shows why, and none of its claims", () => {
    const page = renderAnswer(
      { ...summary, state: "NOT_VERIFIED", faults: ["digests: raw/ab… changed"] },
      undefined,
      "en",
    );
    expect(page.textContent).toContain("digests: raw/ab… changed");
    expect(page.querySelectorAll(".claim, .verify-button, [data-prediction]")).toHaveLength(0);
    expect(page.textContent).not.toContain("labbook-inside");
  });

  it("lists all of them", () => {
    const list = renderAnswerList([summary, { ...summary, exercise: "2", state: "NOT_VERIFIED" }], "zh");
    expect(texts(list, "tbody .badge")).toEqual(["✓ 已验证", "✗ 未通过验证"]);
    expect(list.querySelector("a")!.getAttribute("href")).toBe("./c00-1.html");
    expect(list.textContent).toContain("共 1 份解答");
    expect(renderAnswerList([], "en").textContent).toBe("No answer is published yet.");
  });
});

describe("the check in the browser", () => {
  const report = (ok: boolean): Report => ({
    run: run.id,
    chapter: "c00",
    ok,
    checks: [
      {
        id: "digests",
        ok,
        detail: ok ? "35 outputs" : "raw/ab… changed; raw/cd… is missing",
        ...(!ok && { where: ["raw/ab… changed", "raw/cd… is missing"] }),
      },
      { id: "signature", ok: true, detail: "Ed25519 by the key" },
    ],
  });
  const press = async (panel: HTMLElement, look: string) => {
    panel.querySelector("button")!.click();
    await vi.waitFor(() => expect(panel.querySelector(look)).not.toBeNull(), { timeout: 10_000 });
  };

  it("shows each step, and each thing that does not hold by itself; and can be repeated", async () => {
    let ok = false;
    const panel = verifyPanel("en", {
      fetch: async (progress) => {
        progress(1, 2);
        return new Map();
      },
      verify: async () => ({ report: report(ok), by: "WebCrypto" }),
    });
    await press(panel, ".verify-bad");
    expect(panel.querySelector(".verify-status")!.textContent).toBe("✗ Something does not hold.");
    expect(texts(panel, ".verify-fault li")).toEqual(["raw/ab… changed", "raw/cd… is missing"]);
    expect(texts(panel, ".verify-by")).toEqual(["signatures by WebCrypto"]);
    ok = true;
    await press(panel, ".verify-good");
    expect(texts(panel, ".verify-fault")).toEqual([]);
  });

  it("says so when the files cannot be fetched: that is no verification", async () => {
    const panel = verifyPanel("zh", {
      fetch: () => Promise.reject(new Error("GET x: expected 200, got 503")),
      verify: () => Promise.reject(new Error("never")),
    });
    await press(panel, ".verify-bad");
    expect(panel.querySelector(".verify-status")!.textContent).toBe(
      "✗ 无法完成验证： GET x: expected 200, got 503",
    );
    expect(panel.querySelector("button")!.disabled).toBe(false);
  });
});
