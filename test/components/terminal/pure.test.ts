import { describe, expect, it } from "vitest";
import { cellsOf } from "../../../src/components/terminal/cells.js";
import { firstWindow, growDown, growUp, linesIn } from "../../../src/components/terminal/fold.js";
import { lex, visible } from "../../../src/components/terminal/lex.js";
import { createStyles } from "../../../src/components/terminal/style.js";

const tokens = (text: string) => [...lex(text)].map(({ kind, from, to }) => [kind, text.slice(from, to)]);

describe("lex", () => {
  it("tells text, colours and everything else apart, and loses no character", () => {
    const text = "a\x1b[1;31mb\x1b[0m\x1b[2J\x1b]8;;http://x\x07c\x1b]0;title\x1b\\\r\n\td\x07\x7f";
    expect(tokens(text)).toEqual([
      ["text", "a"],
      ["sgr", "\x1b[1;31m"],
      ["text", "b"],
      ["sgr", "\x1b[0m"],
      ["control", "\x1b[2J"],
      ["control", "\x1b]8;;http://x\x07"],
      ["text", "c"],
      ["control", "\x1b]0;title\x1b\\"],
      ["control", "\r"],
      ["text", "\n\td"],
      ["control", "\x07"],
      ["control", "\x7f"],
    ]);
    expect(
      tokens(text)
        .map(([, part]) => part)
        .join(""),
    ).toBe(text);
  });

  it("does not let a sequence without an end swallow what follows", () => {
    expect(tokens("\x1b]0;open\nnext")).toEqual([
      ["control", "\x1b"],
      ["text", "]0;open\nnext"],
    ]);
    expect(tokens("\x1b[31")).toEqual([
      ["control", "\x1b"],
      ["text", "[31"],
    ]);
  });

  it("is not slowed down by output made to do so", () => {
    const started = performance.now();
    for (const evil of ["\x1b]", "\x1b[", "\x1b[1;", "\x1bP", "\x9b"])
      expect([...lex(evil.repeat(50_000))].length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it("shows what reorders text or cannot be seen", () => {
    expect(tokens("a\u202eb\u200bc").map(([kind]) => kind)).toEqual([
      "text",
      "control",
      "text",
      "control",
      "text",
    ]);
    expect(visible("\u202e")).toBe("U+202E");
    expect(visible("\x1b[2J")).toBe("␛[2J");
    expect(visible("\r\0\x7f\x9b")).toBe("␍␀␡U+009B");
  });
});

describe("cellsOf", () => {
  it.each([
    ["plain", [["plain", false]]],
    ["é̀x", [["é̀x", false]]],
    [
      "a字b",
      [
        ["a", false],
        ["字", true],
        ["b", false],
      ],
    ],
    ["👩‍💻", [["👩‍💻", true]]],
    ["✔", [["✔", false]]],
    ["✔️", [["✔️", true]]],
    ["─│", [["─│", false]]],
    [
      "한글",
      [
        ["한", true],
        ["글", true],
      ],
    ],
  ] as [string, [string, boolean][]][])("%s", (text, expected) => {
    expect(cellsOf(text).map(({ text, wide }) => [text, wide])).toEqual(expected);
  });
});

describe("styles", () => {
  it("hold until they are taken back", () => {
    const styles = createStyles();
    expect(styles.apply("\x1b[1;31m")).toEqual({ classes: ["ansi-bold", "ansi-red-fg"] });
    expect(styles.apply("\x1b[44m")).toEqual({ classes: ["ansi-bold", "ansi-red-fg", "ansi-blue-bg"] });
    expect(styles.apply("\x1b[22m")?.classes).toEqual(["ansi-red-fg", "ansi-blue-bg"]);
    expect(styles.apply("\x1b[m")).toBeUndefined();
  });

  it("read the 256 colours and true colours, also with colons", () => {
    expect(createStyles().apply("\x1b[38;5;196m")?.color).toBe("rgb(255, 0, 0)");
    expect(createStyles().apply("\x1b[48;5;232m")?.background).toBe("rgb(8, 8, 8)");
    expect(createStyles().apply("\x1b[38:2:1:2:3m")?.color).toBe("rgb(1, 2, 3)");
    expect(createStyles().apply("\x1b[38;5;1m")?.classes).toEqual(["ansi-red-fg"]);
  });

  it("do not grow with the output", () => {
    const styles = createStyles();
    for (let round = 0; round < 1000; round++) styles.apply("\x1b[1m");
    expect(styles.apply("\x1b[1m")?.classes).toEqual(["ansi-bold"]);
  });
});

describe("the window on a long output", () => {
  const long = Array.from({ length: 5000 }, (_, line) => `line ${line}\n`).join("");

  it("begins with the head, in whole lines, and grows to the end", () => {
    let window = firstWindow(long);
    expect(long.slice(window.from, window.to).split("\n").length).toBe(41);
    let rounds = 0;
    while (window.to < long.length) {
      window = growDown(long, window);
      if (++rounds > 10) break;
    }
    expect([window, rounds]).toEqual([{ from: 0, to: long.length }, 5]);
  });

  it("begins around the marked place and grows upwards to the start", () => {
    const at = long.indexOf("line 2500");
    let window = firstWindow(long, { from: at, to: at + 9 });
    expect(long.slice(window.from).startsWith("line 2488\n")).toBe(true);
    expect(long.slice(0, window.to).endsWith("line 2519\n")).toBe(true);
    for (let round = 0; round < 3; round++) window = growUp(long, window);
    expect(window.from).toBe(0);
  });

  it("cuts a line that is itself too long, and always gets on", () => {
    const line = "x".repeat(1_000_000);
    let window = firstWindow(line);
    expect(window).toEqual({ from: 0, to: 12_000 });
    for (let round = 0; round < 6; round++) window = growDown(line, window);
    expect(window.to).toBe(line.length);
    window = firstWindow(line, { from: 500_000, to: 500_010 });
    expect(window).toEqual({ from: 498_000, to: 506_010 });
    for (let round = 0; round < 4; round++) window = growUp(line, window);
    expect(window.from).toBe(0);
  });

  it("does not cut a character in two", () => {
    const text = `a${"😀".repeat(20_000)}`;
    const { to } = firstWindow(text);
    expect(text.slice(0, to)).not.toMatch(/[\ud800-\udbff]$/);
  });

  it("counts lines with and without a last line feed", () => {
    expect([
      linesIn("a\nb\n", 0, 4),
      linesIn("a\nb", 0, 3),
      linesIn("", 0, 0),
      linesIn("\n\n", 0, 2),
    ]).toEqual([2, 2, 0, 2]);
  });
});
