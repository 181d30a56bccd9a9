// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createDesk, type Desk } from "../../../src/components/predict/desk.js";
import { ownRunPanel } from "../../../src/components/predict/own-run-panel.js";
import { browserStore, type KeptRun, type RunStore } from "../../../src/components/predict/own-run-store.js";
import { ownRunWords } from "../../../src/components/predict/own-run-words.js";
import { packRun } from "../../../src/model/bundle/bundle.js";
import { recordedRun } from "../../support/evidence.js";

vi.mock("../../../src/components/evidence.js", () => ({ siteUrl: (path: string) => path }));

const { run, raw } = recordedRun();
const bundle = packRun(run, (sha256) => raw.get(sha256));
const off = () => Promise.reject(new DOMException("denied", "SecurityError"));

function memory(kept = new Map<string, KeptRun>()): RunStore & { kept: Map<string, KeptRun> } {
  return {
    kept,
    read: async (chapter) => kept.get(chapter),
    write: async (chapter, one) => void kept.set(chapter, one),
    remove: async (chapter) => void kept.delete(chapter),
  };
}

let desk: Desk;
beforeEach(() => {
  const shelf = { read: () => null, write: () => {} };
  desk = createDesk({ chapter: "c00", predictions: run.predictions, shelf });
});

function open(store: RunStore, lang: "en" | "zh" = "en"): HTMLElement {
  const panel = ownRunPanel(desk, lang, undefined, store);
  document.body.replaceChildren(panel);
  return panel;
}

function choose(panel: HTMLElement, bytes: Uint8Array, name = "mine.tar"): void {
  const picker = panel.querySelector("input")!;
  const file = { name, arrayBuffer: async () => bytes.slice().buffer };
  Object.defineProperty(picker, "files", { value: [file], configurable: true });
  picker.dispatchEvent(new Event("change"));
}

const found = <T>(look: () => T | null | undefined) =>
  vi.waitFor(
    () => {
      const one = look();
      if (!one) throw new Error("not there yet");
      return one;
    },
    { timeout: 20_000 },
  );

describe("a reader's own run", () => {
  it.each(["en", "zh"] as const)(
    "is kept, verified again at the next visit, and removed at a click (%s)",
    async (lang) => {
      const store = memory();
      const panel = open(store, lang);
      choose(panel, bundle);
      await found(() => panel.querySelector('[data-kept="yes"]'));
      expect(panel.textContent).toContain(ownRunWords[lang].kept);
      expect(store.kept.get("c00")!.name).toBe("mine.tar");

      desk.setOwn(undefined);
      const again = open(store, lang);
      await found(() => again.querySelector(".clean"));
      expect(desk.own!.id).toBe(run.id);
      again.querySelector<HTMLElement>(".own-remove")!.click();
      expect(desk.own).toBeUndefined();
      await vi.waitFor(() => expect(store.kept.size).toBe(0));
      expect(again.querySelector(".own-outcome")!.textContent).toBe("");
    },
  );

  it("that was changed where it is kept is not shown, and can be removed", async () => {
    const changed = bundle.slice();
    changed[changed.length - 5000]! ^= 1;
    const store = memory(new Map([["c00", { name: "mine.tar", bytes: changed }]]));
    const panel = open(store);
    await found(() => panel.querySelector("[role=alert]"));
    expect(panel.textContent).toContain(ownRunWords.en.lost("mine.tar"));
    expect(desk.own).toBeUndefined();
    panel.querySelector<HTMLElement>(".own-remove")!.click();
    await vi.waitFor(() => expect(store.kept.size).toBe(0));
  });

  it("that does not verify is not kept", async () => {
    const store = memory();
    const panel = open(store);
    choose(panel, bundle.slice(0, 4096));
    await found(() => panel.querySelector("[role=alert]"));
    expect(store.kept.size).toBe(0);
  });

  it("stands on the page where nothing can be kept, and that is said", async () => {
    const panel = open({ read: off, write: off, remove: off });
    choose(panel, bundle);
    const said = await found(() => panel.querySelector('[data-kept="no"]'));
    expect(said.textContent).toBe(ownRunWords.en.notKept);
    expect(desk.own!.id).toBe(run.id);
    panel.querySelector<HTMLElement>(".own-remove")!.click();
    expect(desk.own).toBeUndefined();
    expect(panel.querySelector("[role=alert]")).toBeNull();
  });

  it("is not kept by a browser without a database, and a huge one by none", async () => {
    // jsdom has no IndexedDB
    await expect(browserStore.read("c00")).rejects.toThrow();
    const huge = { name: "huge.tar", bytes: { length: 1e9 } as Uint8Array };
    await expect(browserStore.write("c00", huge)).rejects.toThrow(RangeError);
  });
});
