// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { copyButton } from "../../../src/components/copy-button.js";
import { renderOutput } from "../../../src/components/terminal/render.js";
import { terminalView } from "../../../src/components/terminal/view.js";
import { words } from "../../../src/components/text.js";
import { hostile } from "../../fixtures/site/sample.js";

afterEach(() => vi.unstubAllGlobals());

const whole = (text: string) => ({ from: 0, to: text.length });
function rendered(text: string, mark?: { from: number; to: number }): HTMLElement {
  const pre = document.createElement("pre");
  pre.append(...renderOutput(text, whole(text), mark));
  return pre;
}

describe("output as text", () => {
  it("shows hostile output as its characters and makes no element of it", () => {
    const pre = rendered(hostile);
    expect(pre.textContent).toBe(hostile);
    expect([...pre.querySelectorAll("*")].every(({ tagName }) => /^(SPAN|MARK)$/.test(tagName))).toBe(true);
  });

  it("makes nothing but spans of markup within colours, links and titles", () => {
    const text = `\x1b[31m<img src=x onerror=alert(1)>\x1b[0m\x1b]8;;javascript:alert(1)\x07click\x1b]8;;\x07\x1b]0;owned\x07`;
    const pre = rendered(text);
    expect(pre.querySelectorAll("img, a, script").length).toBe(0);
    expect(pre.querySelector(".ansi-red-fg")!.textContent).toBe("<img src=x onerror=alert(1)>");
    expect(pre.textContent).toBe(text.replaceAll(/\x1b\[\d*m/g, ""));
    expect(pre.querySelector(".control")!.getAttribute("data-shown")).toBe("␛]8;;javascript:alert(1)␇");
    expect([...pre.querySelectorAll<HTMLElement>(".control > *")].every(({ hidden }) => hidden)).toBe(true);
  });

  it("lets no colour carry anything but numbers into a style", () => {
    const pre = rendered("\x1b[38;2;1;2;3mx\x1b[38;2;999;0;0my\x1b[48;5;300mz");
    expect([...pre.querySelectorAll("[style]")].map((node) => node.getAttribute("style"))).toEqual(
      Array(3).fill("color: rgb(1, 2, 3);"),
    );
  });
});

describe("the mark", () => {
  it("stands where its bytes stand, whatever colours come before or within", () => {
    const text = "\x1b[1mname\x1b[0m  \x1b[32mre\x1b[31mady\x1b[0m!";
    const from = text.indexOf("re");
    const pre = rendered(text, { from, to: text.indexOf("!") });
    expect(pre.querySelectorAll("mark").length).toBe(1);
    const mark = pre.querySelector("mark")!;
    expect(mark.textContent).toBe("ready");
    expect([...mark.children].map(({ className }) => className)).toEqual(["ansi-green-fg", "ansi-red-fg"]);
    expect(pre.textContent).toBe("name  ready!");
  });

  it("keeps the colour in front of and behind a piece that it cuts out", () => {
    const text = "\x1b[32mabc";
    const pre = rendered(text, { from: 6, to: 7 });
    expect([...pre.childNodes].map(({ nodeName, textContent }) => [nodeName, textContent])).toEqual([
      ["SPAN", "a"],
      ["MARK", "b"],
      ["SPAN", "c"],
    ]);
  });

  it("takes in a control sequence that it ends within", () => {
    const pre = rendered("a\x1b[2Jb", { from: 0, to: 3 });
    expect(pre.querySelector("mark")!.textContent).toBe("a\x1b[2J");
  });

  it("covers wide characters", () => {
    const pre = rendered("x字y", { from: 1, to: 2 });
    expect(pre.querySelector("mark .wide")!.textContent).toBe("字");
  });
});

describe("a long output", () => {
  const long = Array.from({ length: 3000 }, (_, line) => `line ${line}\n`).join("");
  const buttons = (view: Element) =>
    [...view.querySelectorAll("button")].map(({ textContent }) => textContent);

  it("is folded, says how much is not shown, and unfolds", () => {
    const view = terminalView(long, "stdout of step x", "en");
    const pre = view.querySelector("pre")!;
    expect(pre.textContent!.split("\n").length).toBe(41);
    expect(view.querySelector(".fold-below")!.textContent).toContain("2,960 more lines");
    expect(buttons(view)).toEqual(["Show more", "Show all 3,000 lines"]);
    view.querySelectorAll("button")[1]!.click();
    expect(pre.textContent).toBe(long);
    expect(buttons(view)).toEqual([]);
  });

  it("shows the marked place and unfolds in both directions", () => {
    const from = long.indexOf("line 2000");
    const view = terminalView(long, "stdout", "zh", { from, to: from + 9 });
    expect(view.querySelector("mark")!.textContent).toBe("line 2000");
    expect(view.querySelector(".fold-above")!.textContent).toContain("上面还有 1,988 行");
    view.querySelector<HTMLElement>(".fold-above button")!.click();
    expect(view.querySelector(".fold-above")!.textContent).toContain("988 行");
    expect(view.querySelector("mark")!.textContent).toBe("line 2000");
  });

  it("colours what stands within the window by what was set before it", () => {
    const text = `\x1b[31m${long}`;
    const from = text.indexOf("line 2000");
    const view = terminalView(text, "stdout", "en", { from, to: from + 4 });
    expect(view.querySelector("mark .ansi-red-fg")!.textContent).toBe("line");
  });
});

it("copies the exact characters, control sequences included", async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  const text = `\x1b[31m${hostile}\r\n`;
  copyButton(text, words.en, "Copy output").click();
  await vi.waitFor(() => expect(writeText).toHaveBeenCalledWith(text));
});
