import { describe, expect, it } from "vitest";
import { header, place } from "../../data-loaders/site/frame.js";

describe("the language switch", () => {
  it.each([
    ["/index", "./zh/"],
    ["/reading", "./zh/reading"],
    ["/chapters/c26", "../zh/chapters/c26"],
    ["/zh/index", "../"],
    ["/zh/reading", "../reading"],
    ["/zh/chapters/c26", "../../chapters/c26"],
  ])("leads from %s to the same page in the other language by a relative link", (path, link) => {
    expect(place(path).counterpart).toBe(link);
    expect(header({ title: null, path })).toContain(`href="${link}"`);
  });

  it("keeps the other links within the language", () => {
    expect(place("/chapters/c26").prefix).toBe("../");
    expect(place("/zh/chapters/c26").prefix).toBe("../../zh/");
    expect(place("/zh/index").prefix).toBe("../zh/");
  });
});
