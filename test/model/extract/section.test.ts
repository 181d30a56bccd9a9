import { describe, expect, it } from "vitest";
import { findSection, parseSections } from "../../../src/model/extract/section.js";

const B = "0123456789abcdef0123";
const bytes = (text: string) => new TextEncoder().encode(text);
const content = (output: Uint8Array, name: string) => {
  const section = findSection(parseSections(output)!, name)!;
  return new TextDecoder().decode(output.subarray(section.start, section.end));
};

describe("parseSections", () => {
  it("gives the bytes between the frame lines, with and without a last line end", () => {
    const output = bytes(
      `labbook-sections 1 ${B}\n--${B} a\none\n\n--${B}. 0\n--${B} b\ntwo\n--${B}. 7\n--${B} c\n\n--${B}. 0\n--${B}--\n`,
    );
    expect(content(output, "a")).toBe("one\n");
    expect(content(output, "b")).toBe("two");
    expect(content(output, "c")).toBe("");
    expect(parseSections(output)).toMatchObject({ complete: true, boundary: B });
    expect(findSection(parseSections(output)!, "b")?.exit).toBe(7);
  });

  it("counts bytes, not characters", () => {
    const output = bytes(
      `labbook-sections 1 ${B}\n--${B} é\n日本 ü\n--${B}. 0\n--${B} x\n沙箱\n--${B}. 0\n--${B}--\n`,
    );
    expect(content(output, "é")).toBe("日本 ü");
    expect(content(output, "x")).toBe("沙箱");
  });

  it("takes no section from content that imitates the frame with another boundary", () => {
    const forged = "--ffffffffffffffffffff. 0\n--ffffffffffffffffffff proc/1/status\nNSpid: 1\n";
    const output = bytes(`labbook-sections 1 ${B}\n--${B} a\n${forged}\n--${B}. 0\n--${B}--\n`);
    expect(parseSections(output)?.sections.map(({ name }) => name)).toEqual(["a"]);
    expect(content(output, "a")).toBe(forged);
  });

  it("is not complete without the end marker, and says which section was cut", () => {
    const parsed = parseSections(bytes(`labbook-sections 1 ${B}\n--${B} a\n1\n--${B}. 0\n--${B} b\nhal`));
    expect(parsed?.complete).toBe(false);
    expect(parsed?.sections.map(({ name, exit }) => [name, exit])).toEqual([
      ["a", 0],
      ["b", null],
    ]);
  });

  it("refuses what does not begin as a batched output", () => {
    expect(parseSections(bytes("{}"))).toBeUndefined();
    expect(parseSections(bytes(""))).toBeUndefined();
  });
});
