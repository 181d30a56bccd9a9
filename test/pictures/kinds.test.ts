// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { draw, example, examples, newest, page, recorded } from "./examples.js";

const link = (chapter: string, chain: string, id: string) =>
  recorded(chapter)
    .chains.find((one) => one.id === chain)!
    .links.find((one) => one.id === id)!;
const observed = (chapter: string, name: string) => String(recorded(chapter).observations[name]!.value);
const text = (element: Element | null | undefined) => element?.textContent?.replaceAll(/\s+/g, " ").trim();

describe("every example of the guide", () => {
  it.each(examples.map((one) => [one.kind, one] as const))(
    "%s: named, without style attributes, every name filled in",
    (_, one) => {
      const stage = page(draw(one)).querySelector(".picture-stage")!;
      expect(stage.querySelector("[aria-label]")!.getAttribute("aria-label")).not.toBe("");
      expect(stage.querySelector("[style]")).toBeNull();
      expect(stage.innerHTML).not.toContain("{{");
    },
  );

  it.each(examples.map((one) => [one.chapter, one] as const))(
    "%s: its names are those of the newest run",
    (chapter, one) => {
      expect(draw(one, newest(chapter))).toContain(`id="picture-${chapter}"`);
    },
  );

  it("covers every kind", () => {
    expect(examples.map(({ kind }) => kind).sort()).toEqual([
      "boxes",
      "custody",
      "digests",
      "flow",
      "packet",
      "phases",
      "walk",
    ]);
  });
});

describe("boxes", () => {
  const drawn = page(draw(example("boxes")));
  const box = (part: string) => drawn.querySelector(`.picture-stage [data-part="${part}"]`)!;

  it("shows the ladder of one process's numbers as the chain has them", () => {
    const rungs = [...box("second/process").querySelectorAll(".pic-ladder .pic-value")].map(text);
    expect(rungs).toEqual(
      ["vm", "node", "container"].map((where) =>
        String(link("c26", "again", `container.app.pid.${where}`).value),
      ),
    );
  });

  it("gives a namespace that is shared the same colour in both boxes, and one of its own none", () => {
    const wall = (part: string, name: string) =>
      [...box(part).querySelectorAll(":scope > .pic-walls > li")].find(
        (one) => one.querySelector("b")!.textContent === name,
      )!.className;
    expect(wall("first/app", "net")).toBe(wall("first/sandbox", "net"));
    expect(wall("first/app", "net")).toContain("pic-tone-");
    expect(wall("first/app", "pid")).toContain("is-own");
  });

  it("marks what changed from stage to stage, and what did not", () => {
    expect(text(box("second/sandbox").querySelector(".pic-box-head .pic-versus"))).toBe("≠ changed");
    expect(text(box("second/node").querySelector(".pic-box-head .pic-versus"))).toBe("= same");
    expect(box("first/sandbox").querySelector(".pic-box-head .pic-versus")).toBeNull();
  });
});

describe("packet", () => {
  const addresses = (source: string) =>
    [...page(draw({ ...example("packet"), source })).querySelectorAll(".picture-stage dd")].map(text);

  it("writes the addresses that both ends saw", () => {
    expect(addresses(example("packet").source)).toEqual(
      ["client.addresses", "far.addresses", "source.far.all", "far.addresses"].map((name) =>
        observed("k02", name),
      ),
    );
  });

  it("marks an address that differs from the hop before as rewritten", () => {
    const other = example("packet").source.replace("{{source.far.all}}", "{{node-1.internal}}");
    expect(addresses(other)[2]).toBe(`${observed("k02", "node-1.internal")} rewritten`);
  });

  it("breaks the arrow in the state in which the route is gone, and mends it", () => {
    const states = [...page(draw(example("packet"))).querySelectorAll<HTMLElement>(".picture-states > li")];
    expect(states.map(({ dataset }) => dataset.broken ?? "")).toEqual(["", "in/arrow", ""]);
    expect(states.map(({ dataset }) => dataset.off ?? "")).toEqual(["", "in server", ""]);
  });
});

describe("flow", () => {
  it("writes on each arrow who wrote the next object", () => {
    const arrows = [...page(draw(example("flow"))).querySelectorAll(".picture-stage .pic-arrow")].map(text);
    expect(arrows).toEqual([
      "Deployment controller",
      "ReplicaSet controller",
      "EndpointSlice controller",
      "nobody",
    ]);
  });

  it("shows a value that is not there as such, with its reason", () => {
    const drawn = page(draw(example("flow")));
    expect(text(drawn.querySelector(".pic-missing"))).toBe("○ NOT_FOUND");
    expect(text(drawn.querySelector(".picture-missing"))).toContain(
      "○ NOT_FOUND: custom-later: nothing at $.status · custom.status",
    );
  });
});

describe("digests", () => {
  it("tells by the recorded digests which turned and which stayed", () => {
    const drawn = page(draw(example("digests")));
    const word = (id: string) =>
      text(drawn.querySelector(`.picture-stage [data-part="${id}/after"] .pic-versus`));
    expect(word("layer0")).toBe("≠ another digest");
    expect(word("manifest")).toBe("≠ another digest");
    expect(word("config")).toBe("= same digest");
  });

  it("compares whole digests, however they are written", () => {
    const source = example("digests").source.replace("{{recompressed.layer0 | short}}", "{{layer0.hex}}");
    const drawn = page(draw({ ...example("digests"), source }));
    expect(text(drawn.querySelector('.picture-stage [data-part="layer0/after"] .pic-versus'))).toBe(
      "= same digest",
    );
  });
});

describe("custody", () => {
  it("draws a link without proof as a break, with the recorded reason", () => {
    const drawn = page(draw(example("custody")));
    const cells = [...drawn.querySelectorAll('.picture-stage [data-part="volume.mount"] .pic-cell')];
    expect(cells.map(({ className }) => className.includes("is-broken"))).toEqual([false, true]);
    expect(text(cells[1])).toContain(link("c37", "unmounted", "volume.mount").break!.reason);
    expect(drawn.querySelector(".picture-missing")).toBeNull();
  });

  it("gives the same digest the same colour in both columns, and each Pod its own", () => {
    const drawn = page(draw(example("custody")));
    const colours = (id: string) =>
      [...drawn.querySelectorAll(`.picture-stage [data-part="${id}"] .pic-value`)].map(
        ({ className }) => className,
      );
    expect(new Set(colours("build.manifest")).size).toBe(1);
    expect(new Set(colours("pod.uid")).size).toBe(2);
  });
});

describe("walk", () => {
  const walk = example("walk");

  it("rules out what lies before the layer that stopped each walk", () => {
    const rows = [...page(draw(walk)).querySelectorAll(".picture-stage tbody tr")];
    const marks = rows.map((row) => [...row.querySelectorAll(".pic-mark")].map(text).join(""));
    expect(marks).toEqual(["✓✓✓✓", "✕✓✓✓", "·✕✓✓", "··✕✓", "···✓", "···✓", "···✕"]);
  });

  it("adds the layer at which the evidence stops when the writer did not expect it", () => {
    const source = walk.source.replace(/ {2}- \{layer: image-content.*\n/, "");
    const heads = [...page(draw({ ...walk, source })).querySelectorAll("tbody th")].map(text);
    expect(heads).toContain("image-content");
  });

  it("says which symptom has no walk in this run", () => {
    const run = recorded("c32");
    run.observations["bad-mount.first"] = { missing: "NOT_RUN", reason: "the step bad-mount never started" };
    const drawn = page(draw(walk, run));
    expect(text(drawn.querySelector(".picture-missing"))).toContain(
      "○ NOT_RUN: the step bad-mount never started · bad-mount.first",
    );
  });
});
