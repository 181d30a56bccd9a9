// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { beforeAll, expect, test, vi } from "vitest";
import { layerTable } from "../../src/components/layer-table.js";
import type { Page } from "../../src/components/page.js";
import { words } from "../../src/components/text.js";

beforeAll(() => {
  globalThis.IntersectionObserver = class {
    constructor(private readonly act: (entries: { isIntersecting: boolean }[]) => void) {}
    observe = () => this.act([{ isIntersecting: true }]);
    disconnect = () => {};
  } as never;
});

const bytes = (name: string) => new Uint8Array(readFileSync(`test/fixtures/diagnose/${name}.json`));
const page = (raw: () => Promise<Uint8Array>, lang: "en" | "zh" = "en") =>
  ({ lang, words: words[lang], raw }) as unknown as Page;
const stdout = { sha256: "aa", bytes: 1 };
const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

test("a row a layer, the first without proof marked, its raw words as text", async () => {
  const table = layerTable(
    { id: "loopback", stdout },
    page(async () => bytes("loopback")),
  );
  await soon(() => expect(table.querySelectorAll("tbody tr")).toHaveLength(13));
  const first = table.querySelector("tr[data-first]")!;
  expect(first.getAttribute("data-layer")).toBe("listening");
  expect(first.textContent).toContain("loopback only");
  expect(first.textContent).toContain("0100007F:1F90");
  expect(table.querySelector("caption")!.textContent).toContain(
    "the first without proof is listening socket",
  );
  expect(table.querySelector("tr[data-layer=readiness]")!.getAttribute("data-state")).toBe("not reached");
}, 30_000);

test("in Chinese, for a Pod that works; what a Pod printed is never read as HTML", async () => {
  const text = new TextDecoder().decode(bytes("control")).replaceAll("labbook-worker", "<img src=x>");
  const table = layerTable(
    { id: "control", stdout },
    page(async () => new TextEncoder().encode(text), "zh"),
  );
  await soon(() => expect(table.querySelector("caption")!.textContent).toContain("所有适用的层都有证据"));
  expect(table.querySelector("img")).toBeNull();
  expect(table.textContent).toContain("<img src=x>");
}, 30_000);

test("an output that cannot be had is said", async () => {
  const table = layerTable(
    { id: "x", stdout },
    page(() => Promise.reject(new Error("404"))),
  );
  await soon(() => expect(table.querySelector("[role=alert]")!.textContent).toContain("404"));
}, 30_000);
