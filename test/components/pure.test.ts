import { describe, expect, it } from "vitest";
import { showBytes } from "../../src/components/bytes.js";
import { boxHeight, layoutChains } from "../../src/components/chain-layout.js";
import { commandLine, formatAge, formatOffset, shorten } from "../../src/components/format.js";
import { proofOf } from "../../src/components/proof.js";
import { hostile, sampleRun } from "../fixtures/site/sample.js";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("showBytes", () => {
  it("keeps every character of hostile output and marks the span by bytes", () => {
    const text = `é${hostile}`;
    expect(showBytes(bytes(text))).toEqual({ kind: "text", text });
    expect(showBytes(bytes("aé<b>"), [1, 3])).toEqual({
      kind: "text",
      text: "aé<b>",
      mark: { from: 1, to: 2 },
    });
    expect(showBytes(bytes("\ufeff字é"), [6, 8])).toMatchObject({ mark: { from: 2, to: 3 } });
  });

  it("shows bytes that are no text as a hex dump", () => {
    expect(showBytes(new Uint8Array([0, 65, 255]))).toMatchObject({
      kind: "hex",
      text: expect.stringContaining("00 41 ff"),
    });
    expect(showBytes(new Uint8Array([0xff, 0xfe])).kind).toBe("hex");
    expect(showBytes(bytes("\0\x01\0\x02ab")).kind).toBe("hex");
  });

  it("takes what procfs separates with NUL for text", () => {
    expect(showBytes(bytes("PATH=/usr/bin\0HOME=/root\0")).kind).toBe("text");
  });

  it("takes text that was cut within a character for text", () => {
    expect(showBytes(bytes("é").subarray(0, 1)).kind).toBe("text");
  });
});

describe("proofOf", () => {
  it("gives an observation's or a link's value only together with its source", () => {
    expect(proofOf(sampleRun, "notready")).toMatchObject({
      value: 51.873,
      unit: "s",
      sources: [{ step: "watch" }],
    });
    expect(proofOf(sampleRun, "again/pod.node")).toMatchObject({ value: "labbook-worker" });
    const unproven = { ...sampleRun, observations: { x: { value: 7 } as never } };
    expect(proofOf(unproven, "x")).toMatchObject({ missing: "NOT_FOUND" });
  });

  it("gives the reason for what is missing, for breaks and for names that the run does not hold", () => {
    expect(proofOf(sampleRun, "ip.file")).toMatchObject({
      missing: "NOT_RUN",
      reason: expect.stringContaining("no crictl"),
    });
    expect(proofOf(sampleRun, "normal/container.app.image.repoDigest")).toMatchObject({
      missing: "loaded-not-pulled",
    });
    expect(proofOf(sampleRun, "nobody")).toMatchObject({ missing: "NOT_FOUND" });
  });
});

describe("layoutChains", () => {
  it("gives each link the same place in both generations and marks those that differ", () => {
    const { boxes, columns } = layoutChains(sampleRun.chains, 1000);
    const [left, right] = boxes.filter(({ link }) => link.id === "pod.node");
    expect(right!.y).toBe(left!.y);
    expect(right!.x - left!.x).toBe(columns[1]! - columns[0]!);
    expect(left!.differs).toBe(false);
    expect(boxes.find(({ link }) => link.id === "pod.uid")!.differs).toBe(true);
  });

  it.each([328, 640, 1000])("stays within %i pixels and lets no boxes overlap", (width) => {
    const chains = width < 640 ? sampleRun.chains.slice(0, 1) : sampleRun.chains;
    const { boxes, boxWidth, height } = layoutChains(chains, width);
    expect(boxes.length).toBe(chains.flatMap(({ links }) => links).length);
    for (const [index, a] of boxes.entries()) {
      expect(a.x + boxWidth).toBeLessThanOrEqual(width);
      expect(a.y + boxHeight).toBeLessThanOrEqual(height);
      for (const b of boxes.slice(index + 1)) {
        expect(Math.abs(a.x - b.x) >= boxWidth || Math.abs(a.y - b.y) >= boxHeight).toBe(true);
      }
    }
  });
});

describe("format", () => {
  it("quotes a command so that a shell reads the same words", () => {
    expect(commandLine(["sh", "-c", "echo it's $HOME"])).toBe("sh -c 'echo it'\\''s $HOME'");
    expect(commandLine(["printf", ""])).toBe("printf ''");
  });

  it("writes ages, signed offsets and shortened identifiers", () => {
    const now = Date.parse("2026-11-03T12:00:00Z");
    expect(formatAge("2026-11-01T10:00:00.000Z", "en", now)).toBe("2 days ago");
    expect(formatAge("2026-11-03T10:00:00.000Z", "zh", now)).toBe("今天");
    expect(formatOffset(-900)).toBe("−0.900 s");
    expect(shorten("0123456789abcdef", 10)).toBe("012345…def");
  });
});
