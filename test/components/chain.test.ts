// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { differingLinks, layoutChains } from "../../src/components/chain-layout.js";
import { chainPicture } from "../../src/components/chain-picture.js";
import type { Page } from "../../src/components/page.js";
import { generations } from "../../src/components/pictures.js";
import { words } from "../../src/components/text.js";
import type { Chain } from "../../src/model/chain/types.js";
import { sampleRun } from "../fixtures/site/sample.js";

const shown: unknown[] = [];
const page = (lang: "en" | "zh") =>
  ({
    lang,
    words: words[lang],
    run: sampleRun,
    show: (source: unknown) => shown.push(source),
  }) as unknown as Page;
const chains = sampleRun.chains.slice(0, 2);

function picture(lang: "en" | "zh" = "en", of: Chain[] = chains): HTMLElement {
  const element = chainPicture(of, page(lang));
  document.body.replaceChildren(element);
  return element;
}
const box = (element: Element, id: string) => element.querySelector<SVGGElement>(`[data-link="${id}"]`)!;
const press = (element: Element, key: string) =>
  element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

beforeEach(() => (shown.length = 0));

describe("the picture", () => {
  it("has one box in the tab order; arrows, Home and End move", () => {
    const element = picture();
    const inOrder = () => [...element.querySelectorAll('.link[tabindex="0"]')];
    expect(inOrder().length).toBe(1);
    box(element, "pod.uid").focus();
    press(document.activeElement!, "ArrowRight");
    expect(document.activeElement!.getAttribute("data-link")).not.toBe("pod.uid");
    expect(inOrder()).toEqual([document.activeElement]);
    press(document.activeElement!, "Home");
    expect(document.activeElement).toBe(element.querySelector(".link"));
    press(document.activeElement!, "End");
    expect(document.activeElement).toBe([...element.querySelectorAll(".link")].at(-1));
  });

  it("goes into the proof with Enter and comes back with Escape", () => {
    const element = picture();
    const start = box(element, "pod.uid");
    start.focus();
    press(start, "Enter");
    expect(element.querySelector(".link-detail")!.contains(document.activeElement)).toBe(true);
    press(document.activeElement!, "Escape");
    expect(document.activeElement).toBe(start);
  });

  it("opens no panel for what is passed over, and closes it by button and by Escape", () => {
    const element = picture();
    const detail = element.querySelector(".link-detail")!;
    const node = box(element, "pod.node");
    node.dispatchEvent(new Event("pointerenter"));
    expect(detail.childElementCount).toBe(0);
    node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(detail.textContent).toContain("pod.node");
    detail.querySelector<HTMLElement>(".link-close")!.click();
    expect(detail.childElementCount).toBe(0);
    expect(document.activeElement).toBe(node);
    expect(element.querySelectorAll(".chosen").length).toBe(0);
    node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(detail.childElementCount).toBe(2);
    press(node, "Escape");
    expect(detail.childElementCount).toBe(0);
  });

  it("can be closed itself, and has a legend of the signs that are in it", () => {
    const element = picture();
    const drawn = element.querySelector<HTMLDetailsElement>("details.chain-drawn")!;
    expect(drawn.open).toBe(true);
    expect(drawn.querySelector("summary")!.textContent).toBe("Picture of the chain");
    const signs = () => [...document.querySelectorAll(".chain-legend .key")].map((one) => one.className);
    expect(signs()).toEqual(["key key-proven", "key key-broken", "key key-agrees", "key key-differs"]);
    const broken = structuredClone(chains[0]!);
    broken.links = [{ ...broken.links[0]!, break: { code: "absent", reason: "gone" }, agrees: undefined }];
    picture("en", [broken]);
    expect(signs()).toEqual(["key key-proven", "key key-broken"]);
  });

  it("shows value, command, time and the way to the raw span of what was chosen, whatever is pointed at", () => {
    const element = picture();
    const detail = element.querySelector(".link-detail")!;
    box(element, "pod.uid").focus();
    box(element, "pod.node").dispatchEvent(new Event("pointerenter"));
    expect(detail.querySelector(".link-full")!.textContent).toBe("aaaaaaaa-0000-4000-8000-000000000001");
    expect(detail.querySelector(".command")!.textContent).toContain("kubectl get pod");
    expect(detail.querySelector(".moment")!.textContent).toMatch(/\d\d:\d\d:\d\d\.\d+ UTC$/);
    detail.querySelector<HTMLElement>("a.source")!.click();
    expect(shown).toEqual([chains[0]!.links[0]!.sources[0]]);
  });

  it("lights up the agreements of a box in its own generation only", () => {
    const element = picture();
    box(element, "pod.uid").dispatchEvent(new Event("pointerenter"));
    const lines = [...element.querySelectorAll(".agreement.pointed")];
    expect(lines.length).toBeGreaterThan(0);
    expect(new Set(lines.map((line) => line.getAttribute("data-chain")))).toEqual(new Set(["0"]));
  });

  it("says in words what signs and colours say", () => {
    const name = box(picture("zh"), "pod.uid").getAttribute("aria-label")!;
    expect(name).toContain("已变化");
    expect(box(picture("en"), "sandbox.podUid").getAttribute("aria-label")).toContain("agrees with 1 other");
  });
});

describe("the list", () => {
  const row = (element: Element, id: string) =>
    [...element.querySelectorAll(".chain-list tbody tr")].find(
      (one) => one.querySelector("th")!.textContent === id,
    )!;

  it("holds every link of both generations, and what changed and what stayed", () => {
    const list = picture();
    const ids = new Set(chains.flatMap(({ links }) => links.map(({ id }) => id)));
    expect(list.querySelectorAll(".chain-list tbody tr").length).toBe(ids.size);
    expect(row(list, "pod.uid").textContent).toContain("≠ changed");
    expect(row(list, "pod.node").textContent).toContain("stayed");
    const changed = differingLinks(chains).size;
    expect(list.querySelector(".chain-list > summary")!.textContent).toContain(
      `${changed} changed, ${ids.size - changed} stayed`,
    );
  });

  it("has no column of changes for one chain, and gives a break its reason and no value", () => {
    const list = picture("en", [chains[0]!]);
    expect([...list.querySelectorAll(".chain-list thead th")].map(({ textContent }) => textContent)).toEqual([
      "Layer",
      "Element",
      "Value",
    ]);
    const broken = row(list, "container.app.image.repoDigest");
    expect(broken.textContent).toContain("no registry gave it a digest");
    expect(broken.querySelector(".value")).toBeNull();
  });
});

it("a generation that is laid out alone keeps the marks of what differs from the other", () => {
  const alone = layoutChains([chains[0]!], 320, differingLinks(chains));
  expect(alone.boxes.find(({ link }) => link.id === "pod.uid")!.differs).toBe(true);
  expect(alone.boxes.find(({ link }) => link.id === "pod.node")!.differs).toBe(false);
});

it("an odd last generation stands beside the one before it", () => {
  const [one] = chains as [Chain];
  const named = ["a", "b", "c"].map((id) => ({ ...one, id }));
  const other = { ...one, id: "x", pod: { ...one.pod, name: "other" } };
  const ids = (list: Chain[]) => generations(list).map((pair) => pair.map(({ id }) => id));
  expect(ids([...named, other])).toEqual([["a", "b"], ["b", "c"], ["x"]]);
});
