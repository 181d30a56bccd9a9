// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { linkTerms } from "../../src/components/glossary/link-terms.js";
import type { Lang } from "../../src/components/text.js";

/** What is linked in a text on a chapter's page: word → term. */
function linked(text: string, lang: Lang, chapter?: string): string[] {
  const root = document.createElement("main");
  const part = document.createElement("p");
  part.textContent = text;
  root.append(part);
  linkTerms(root, "glossary.html", lang, chapter);
  expect(root.textContent).toBe(text);
  return [...root.querySelectorAll("a")].map((a) => `${a.textContent}→${a.hash.slice(1)}`);
}

describe("only what a chapter's subject means by a word is linked", () => {
  test.each<[string, Lang, string | undefined, string[]]>([
    ["Which layer failed? Of a Pod that works, every layer has proof.", "en", "c32", ["Pod→pod"]],
    ["A layer of an image, and another layer", "en", "c10", ["layer→layer"]],
    ["An image layer is a tar archive.", "en", "c32", ["image layer→layer"]],
    ["每一层都有证据", "zh", "c32", []],
    ["每一层都有证据", "zh", "c10", []],
    ["镜像层是 tar 归档，它的摘要", "zh", "c10", ["镜像层→layer", "摘要→digest"]],
    ["We watch the Lease, and drain nothing.", "en", "k06", ["Lease→lease"]],
    ["We drain it.", "en", "k08", ["drain→drain"]],
    ["The digest of the predictions", "en", "k06", []],
    ["Its namespace is new.", "en", "c00", ["namespace→namespace"]],
    ["The Pod's namespace is default.", "en", "e08", ["Pod→pod"]],
    ["新的命名空间里只有回环", "zh", "c00", ["命名空间→namespace"]],
    ["把 bundle 导出", "zh", "c26", []],
    ["kubelet, and the kubelet again", "en", undefined, ["kubelet→kubelet"]],
  ])("%s (%s, %s)", (text, lang, chapter, wanted) => {
    expect(linked(text, lang, chapter)).toEqual(wanted);
  });
});
