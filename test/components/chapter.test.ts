// @vitest-environment jsdom
import { beforeAll, describe, expect, it, vi } from "vitest";
import { timelineChart } from "../../data-loaders/site/charts/timeline-chart.js";
import type { ChapterSheet } from "../../src/components/book.js";
import { renderChapter } from "../../src/components/chapter-page.js";
import { digestRun } from "../../src/components/run-digest.js";
import type { RunDocument } from "../../src/model/run.js";
import { hostile, notRun, sampleRaw, sampleRun, sampleSheet } from "../fixtures/site/sample.js";

/** A slow machine takes its time to load what is imported only when it is needed. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });
vi.setConfig({ testTimeout: 30_000 });

vi.mock("../../src/components/evidence.js", () => ({
  rawUrl: (chapter: string, sha: string) => `../evidence/${chapter}/raw/${sha}`,
  downloadUrl: (name: string) => name,
}));

beforeAll(() => {
  Element.prototype.scrollIntoView = () => {};
  globalThis.CSS ??= { escape: (text: string) => text } as typeof CSS;
  globalThis.IntersectionObserver = SeesPictures as never;
});

/** Chains and timelines are seen at once; charts, which need a real browser, never are. */
class SeesPictures {
  constructor(private readonly act: (entries: { isIntersecting: boolean }[]) => void) {}
  observe(element: Element) {
    if (element.classList.contains("pictures")) this.act([{ isIntersecting: true }]);
  }
  disconnect() {}
}

const raw = async (sha: string) => sampleRaw.get(sha)!;
const charts = async () => ({
  timelines: sampleRun.timelines.map((one) => timelineChart(one, sampleRun)),
  distributions: [],
});
const stored = (run: RunDocument | undefined = sampleRun) => ({ raw, whole: async () => run, charts });
const render = (run: RunDocument = sampleRun, over: Partial<ChapterSheet> = {}, lang: "en" | "zh" = "en") =>
  renderChapter({ ...sampleSheet, ...over }, digestRun(run), [], lang, stored(run));
const row = (page: Element, id: string) => page.querySelector(`tr[data-prediction="${id}"]`)!;
const column = (page: Element, id: string) => row(page, id).querySelector(".observed-cell")!;

describe("what ran beside it", () => {
  const told = (over: Partial<RunDocument>) =>
    render({ ...sampleRun, ...over }).querySelector(".provenance")!.textContent!;
  it("is said where it was recorded", () => {
    expect(told({ exclusive: true })).toContain("Beside itno run of another chapter");
    expect(told({ exclusive: false, beside: ["c12", "k09"] })).toContain("Beside itc12, k09");
    expect(told({ exclusive: false })).not.toContain("Beside it");
  });
  it("is a warning for a lab that was to have the cluster to itself", () => {
    const page = (beside: string[]) =>
      render({ ...sampleRun, exclusive: false, ...(beside.length > 0 && { beside }) });
    expect(page(["c12"]).textContent).toContain("the cluster was not exclusive. (c12)");
    expect(page([]).textContent).not.toContain("the cluster was not exclusive");
  });
});

describe("the observed column", () => {
  it("shows the values of the run and nothing else", () => {
    const page = render();
    const values = [...page.querySelectorAll(".observed-cell .value")].map(({ textContent }) => textContent);
    const expected = sampleRun.verdicts.flatMap(({ observed }) => Object.values(observed)).map(String);
    expect(values.map((value) => value!.replace(/ s$/, "")).sort()).toEqual(expected.sort());
  });

  it("shows no value for a NOT_RUN prediction, but the reason", () => {
    const cell = column(render(), "gone");
    expect(cell.querySelector(".value")).toBeNull();
    expect(cell.textContent).toBe("nothing was observed for ip.file");
    expect(row(render(), "gone").querySelector(".badge")!.textContent).toContain("NOT_RUN");
  });

  it("does not show a value that a verdict claims and the run does not prove", () => {
    const verdicts = sampleRun.verdicts.map((one) =>
      one.prediction === "late" ? { ...one, observed: { notready: 45 } } : one,
    );
    const cell = column(render({ ...sampleRun, verdicts }), "late");
    expect(cell.textContent).not.toContain("45");
    expect(cell.querySelector(".value")).toBeNull();
  });

  it("does not show a value whose source is gone", () => {
    const observations = { ...sampleRun.observations, notready: { value: 51.873 } as never };
    expect(column(render({ ...sampleRun, observations }), "late").textContent).not.toContain("51.873");
  });

  it("holds no value at all where nothing was run, whatever the lab predicts", () => {
    for (const run of [undefined, notRun]) {
      const page = renderChapter(
        { ...sampleSheet, state: "NOT_RUN" },
        run && digestRun(run),
        [],
        "zh",
        stored(run),
      );
      expect(page.querySelectorAll(".observed-cell .value").length).toBe(0);
      expect(page.querySelector(".not-run")).not.toBeNull();
    }
  });
});

describe("raw output", () => {
  it("is fetched when the step is opened and shown character for character", async () => {
    const page = render();
    document.body.replaceChildren(page);
    const step = page.querySelector<HTMLDetailsElement>("#step-hostile-log")!;
    expect(step.querySelector("pre.bytes")).toBeNull();
    step.open = true;
    step.dispatchEvent(new Event("toggle"));
    await soon(() => expect(step.querySelector("pre.bytes")).not.toBeNull());
    expect(step.querySelector("pre.bytes")!.textContent).toBe(hostile);
    expect(step.querySelectorAll("img, script, b").length).toBe(0);
    expect(step.querySelector(".digest-ok")).not.toBeNull();
  });

  it("marks the bytes that a value was read from", async () => {
    const page = render();
    document.body.replaceChildren(page);
    column(page, "log").querySelector<HTMLElement>("a.source")!.click();
    await soon(() =>
      expect(page.querySelector("#step-hostile-log mark")?.textContent).toBe('${document.title = "owned"}'),
    );
  });

  it("says so when the bytes do not have their digest", async () => {
    const page = renderChapter(sampleSheet, digestRun(sampleRun), [], "en", {
      ...stored(),
      raw: async () => new TextEncoder().encode("flipped"),
    });
    document.body.replaceChildren(page);
    page.querySelector<HTMLElement>('tr[data-prediction="log"] a.source')!.click();
    await soon(() =>
      expect(page.querySelector("#step-hostile-log .raw .fault")?.textContent).toContain(
        "changed after recording",
      ),
    );
  });
});

describe("notices", () => {
  it("says which parts of the lab changed, and that predictions were amended", () => {
    const page = render(sampleRun, { state: "STALE", changed: ["manifests/pod.yaml"], amended: true });
    expect(page.querySelector(".notice-stale")!.textContent).toContain("manifests/pod.yaml");
    expect(page.querySelector(".notice-amended")!.textContent).toContain("Amended after results");
    expect(render().querySelector(".notice-stale, .notice-amended")).toBeNull();
  });

  it("says what was left behind", () => {
    expect(render().querySelector(".cleanup .fault")!.textContent).toContain("left-behind");
  });

  it("does not call a cleanup clean when nobody looked", () => {
    const cleanup = { steps: [], before: [], after: [], leftovers: [] };
    expect(render({ ...sampleRun, cleanup }).querySelector(".cleanup .clean")).toBeNull();
  });
});

describe("the identity chain", () => {
  it("draws a break as a break, with its reason and no value", async () => {
    const page = render();
    await soon(() => expect(page.querySelector(".chain-picture")).not.toBeNull());
    const box = page.querySelector('[data-link="container.app.image.repoDigest"]')!;
    expect(box.classList.contains("broken")).toBe(true);
    expect(box.getAttribute("aria-label")).toContain("no registry gave it a digest");
  });

  it("shows value, command and the way to the raw span when a box gets the focus", async () => {
    const page = render();
    await soon(() => expect(page.querySelector(".chain-picture")).not.toBeNull());
    document.body.replaceChildren(page);
    page.querySelector('[data-link="pod.uid"]')!.dispatchEvent(new FocusEvent("focus"));
    const detail = page.querySelector(".link-detail")!;
    expect(detail.textContent).toContain("aaaaaaaa-0000-4000-8000-000000000001");
    expect(detail.textContent).toContain("kubectl get pod test-input");
    expect(detail.querySelector('a[href="#step-get-pod"]')).not.toBeNull();
  });
});

it("shows every step of the run exactly once", () => {
  const page = render();
  for (const { id } of [...sampleRun.steps, ...sampleRun.cleanup.steps])
    expect(page.querySelectorAll(`[id="step-${id}"]`).length).toBe(1);
});

it("a planned chapter says so and shows nothing else", () => {
  const page = renderChapter(
    { ...sampleSheet, id: "k12", state: "NOT_RUN", lab: undefined },
    undefined,
    [],
    "zh",
    stored(),
  );
  expect(page.querySelector(".not-run")!.textContent).toContain("计划中");
  expect(page.querySelector("table")).toBeNull();
});

it("writes what stands between backquotes as code, and an unpaired backquote as it is", () => {
  const lab = {
    ...sampleSheet.lab!,
    question: { en: "What does `ps` show?", zh: "" },
    limits: [{ en: "a ` alone", zh: "" }],
  };
  const page = render(sampleRun, { lab });
  expect(page.querySelector("#question code")!.textContent).toBe("ps");
  expect(page.querySelector("#limits li")!.textContent).toBe("a ` alone");
});
