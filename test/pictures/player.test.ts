// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startPlayers } from "../../src/components/notebook/player.js";
import { draw, example } from "./examples.js";

const one = <E extends Element = HTMLElement>(selector: string) => document.querySelector<E>(selector)!;
const part = (id: string) => one(`.picture-stage [data-part="${id}"]`);

beforeEach(() => {
  location.hash = "";
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  Element.prototype.scrollIntoView = () => {};
});

function open(kind: string): void {
  document.body.innerHTML = draw(example(kind));
  startPlayers(document);
}

describe("the player", () => {
  it("is hidden until its script is there", () => {
    document.body.innerHTML = draw(example("packet"));
    expect(one(".player").hidden).toBe(true);
    startPlayers(document);
    expect(one(".player").hidden).toBe(false);
  });

  it("steps through the states: what is off, marked and broken, and what was said of it", () => {
    open("packet");
    const slider = one<HTMLInputElement>(".player input");
    slider.value = "2";
    slider.dispatchEvent(new Event("input"));
    expect(part("in/arrow").classList.contains("is-broken")).toBe(true);
    expect(part("server").classList.contains("is-off")).toBe(true);
    expect(one(".player-text").textContent).toContain("routes/lost 1");
    one<HTMLButtonElement>(".player-next").click();
    expect(part("server").classList.contains("is-off")).toBe(false);
    expect(part("out").classList.contains("is-marked")).toBe(true);
  });

  it("opens at the state that the address names", () => {
    location.hash = "#picture-k02-2";
    open("packet");
    expect(one<HTMLInputElement>(".player input").value).toBe("2");
  });

  it("lets the recorded time pass between states, at the speed that was chosen", () => {
    let now = 0;
    let tick: FrameRequestCallback | undefined;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    vi.stubGlobal("requestAnimationFrame", (next: FrameRequestCallback) => {
      tick = next;
      return 1;
    });
    vi.stubGlobal("cancelAnimationFrame", () => {
      tick = undefined;
    });
    open("phases");
    const [first, second] = [...document.querySelectorAll<HTMLElement>(".picture-states > li")];
    one<HTMLSelectElement>(".player select").value = "10";
    one<HTMLButtonElement>(".player-play").click();
    const frames = () => {
      let passed = 0;
      while (!one(".player-text").textContent!.includes("outage/unknown")) {
        now += 50;
        passed += 50;
        tick!(now);
      }
      return passed;
    };
    const reading = 900 + first!.querySelector(":scope > p")!.textContent!.length * 28;
    const recorded = (Number(second!.dataset.ms) - Number(first!.dataset.ms)) / 10;
    expect(Math.abs(frames() - reading - recorded)).toBeLessThan(200);
    vi.restoreAllMocks();
  });

  it("has no play button where reduced motion is asked for", () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    open("phases");
    expect(one<HTMLButtonElement>(".player-play").hidden).toBe(true);
    expect(one<HTMLButtonElement>(".player-next").hidden).toBe(false);
  });
});
