import { describe, expect, it } from "vitest";
import { framed, header, place } from "../../data-loaders/site/frame.js";

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
    const file = link.endsWith("/") ? `${link}index.html` : `${link}.html`;
    expect(header({ title: null, path })).toContain(`href="${file}"`);
  });

  it("keeps the other links within the language", () => {
    expect(place("/chapters/c26").prefix).toBe("../");
    expect(place("/zh/chapters/c26").prefix).toBe("../../zh/");
    expect(place("/zh/index").prefix).toBe("../zh/");
  });
});

describe("a page of Framework's", () => {
  const bare = (script: string) =>
    `<html>\n<head>\n<title>x</title>${script}\n</head>\n<body>\n<div id="observablehq-center">\n<main id="observablehq-main">\n</main>\n</div>\n</body>\n</html>\n`;

  it("is put into its frame: head before its script, header before and footer after its main part", () => {
    const html = framed(bare('\n<script type="module">1</script>'), "/zh/chapters/c26");
    const order = [
      "</title>",
      "frame.js",
      "<script type",
      "</head>",
      "<header",
      "<main",
      "</main>",
      "<footer",
    ];
    const places = order.map((part) => html.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(html).toContain('href="../../chapters/c26.html"');
  });

  it("without a script is put into it too", () => {
    expect(framed(bare(""), "/index")).toMatch(/frame\.js"><\/script>\n<\/head>/);
  });

  it("of another form is refused rather than left without its frame", () => {
    expect(() => framed(bare("").replace("<main ", "<div "), "/index")).toThrow(/\/index: .*<main/);
  });
});
