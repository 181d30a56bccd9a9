import MiniSearch from "minisearch";
import { describe, expect, test } from "vitest";
import { finder } from "../../../src/components/search/find.js";
import { type Entry, options } from "../../../src/components/search/options.js";
import { cut } from "../../../src/components/search/snippet.js";

const entry = (kind: Entry["kind"], chapter: string, en: string, zh: string): Omit<Entry, "id"> => ({
  kind,
  chapter,
  href: `chapters/${chapter}`,
  title: kind === "chapter" ? { en, zh } : { en: "", zh: "" },
  text: kind === "chapter" ? { en: "", zh: "" } : { en, zh },
});
const entries = [
  entry("limit", "k06", "What k07 shows is not shown here: see k07.", "k07 中的内容这里没有"),
  entry("step", "k08", "k07 k07 k07", "k07"),
  entry("chapter", "k07", "After NotReady", "节点 NotReady 之后"),
  entry("step", "c26", "The rules that kube-proxy wrote", "kube-proxy 写下的规则"),
  entry("step", "k01", "Files of host-local", "host-local 的文件"),
];
const index = new MiniSearch<Entry>(options);
index.addAll(entries.map((one, id) => ({ id, ...one })));
const find = finder(index, entries);

describe("search", () => {
  test("a chapter's ID finds the chapter first", () => {
    expect(find("k07").hits[0]!.entry).toMatchObject({ kind: "chapter", chapter: "k07" });
    expect(find("k07").count).toBe(3);
  });

  test.each([
    ["kube-proxy", ["", "kube-proxy", ", (a+b) and host-local"]],
    ["host-local", ["kube-proxy, (a+b) and ", "host-local", ""]],
    ["(a+b)", ["kube-proxy, ", "(a+b)", " and host-local"]],
  ])("what was found is marked, whatever characters it has: %s", (word, parts) => {
    expect(cut("kube-proxy, (a+b) and host-local", [word])).toEqual(parts);
  });

  test("a word with a hyphen is found", () => {
    expect(find("kube-proxy").hits.map(({ entry }) => entry.chapter)).toEqual(["c26"]);
    expect(find("host-local").hits.map(({ entry }) => entry.chapter)).toEqual(["k01"]);
  });

  test.each(["qwxyzvv", "zzzz qqqq", "胡说八道的话", "???", "-", "\\", "(", "[a-"])(
    "nonsense finds nothing: %s",
    (query) => expect(find(query)).toEqual({ count: 0, hits: [] }),
  );
});
