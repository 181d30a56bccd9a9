// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import { verifyPanel } from "../../src/components/answers/verify-panel.js";
import type { Report } from "../../src/model/verify/types.js";

const texts = (root: Element, selector: string) =>
  [...root.querySelectorAll(selector)].map((one) => one.textContent);

describe("the check in the browser", () => {
  const report = (ok: boolean): Report => ({
    run: "20261130T122129313Z-c00-2cc7",
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
