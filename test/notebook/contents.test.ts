import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { notHeld } from "../../data-loaders/notebook/after-run.js";
import { chapterOpener, readPage } from "../../data-loaders/notebook/chapters.js";
import { checkNotebooks, HOME, renderPage } from "../../data-loaders/notebook/check.js";
import { series } from "../../labs/series.js";
import { readingMinutes } from "../../notebook/minutes.js";
import type { Book } from "../../notebook/types.js";

describe("the contents page of this book", () => {
  it("has no fault in either language, and binds values of every chapter", async () => {
    const { faults, lagging, notebooks } = await checkNotebooks(process.cwd(), [HOME]);
    expect([...faults.map(({ message }) => message), ...lagging]).toEqual([]);
    expect(notebooks).toBe(2);
    const open = await chapterOpener(process.cwd());
    for (const lang of ["en", "zh"] as const) {
      const { of, parts } = renderPage(process.cwd(), HOME, lang, open)!.page.book!;
      for (const id of of.ids) expect(parts.get(id)?.cited.values.size, `${lang} ${id}`).toBeGreaterThan(0);
    }
  });

  it("counts a chapter's minutes as its own page does", async () => {
    const open = await chapterOpener(process.cwd());
    const book = open("/index") as Book;
    for (const { id } of series.flatMap(({ chapters }) => chapters)) {
      const page = renderPage(process.cwd(), id, "en", open)!.html;
      expect(page, id).toContain(` · ${readingMinutes(book, id)} min read`);
    }
  }, 60_000);
});

describe("a contents page of its own", () => {
  async function project(pages: Record<string, string>): Promise<string> {
    const root = await mkdtemp(join(tmpdir(), "labbook-book-"));
    await mkdir(join(root, "src/evidence"), { recursive: true });
    await symlink(resolve("labs"), join(root, "labs"));
    await symlink(resolve("src/chapters"), join(root, "src/chapters"));
    for (const [file, text] of Object.entries(pages)) {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), text);
    }
    return root;
  }

  it("says NOT_RUN where nothing was recorded, and that is no fault", async () => {
    const root = await project({ "src/index.md": readFileSync("src/index.md", "utf8") });
    const { faults } = await checkNotebooks(root, [HOME]);
    expect(faults).toEqual([]);
    const { html, page } = renderPage(root, HOME, "en", await chapterOpener(root))!;
    expect(html).not.toContain('class="stands claim"');
    expect(page.unmet.length).toBe(page.book!.of.ids.length);
    await rm(root, { recursive: true });
  });

  it("is refused while a chapter has no entry or two, and names both languages' differences", async () => {
    const head = "---\ntitle: T\nbook: home\n---\n\n# T\n\n";
    const root = await project({
      "src/index.md": `${head}{{k07:unknown.at}}\n\n::: chapter c00\n:::\n\n::: chapter c00\n:::`,
      "src/zh/index.md": `${head}{{k06:unknown.at}}`,
    });
    await symlink(resolve("src/zh/chapters"), join(root, "src/zh/chapters"));
    const { faults, lagging } = await checkNotebooks(root, [HOME]);
    const messages = faults.map(({ file, message }) => `${file}: ${message}`);
    expect(messages).toContain(
      "src/index.md: has 2 entries for c00; expected one, between `:::: chapter c00` and `::::`",
    );
    expect(messages).toContainEqual(expect.stringContaining("src/index.md: has no entry for k07"));
    expect(messages).toContain(
      "src/zh/index.md: does not cite values that src/index.md cites: k07:unknown.at",
    );
    expect(lagging[0]).toContain("npm run notebooks -- --follow index");
    expect(readPage(join(root, "src/index.md")).book).toBe("home");
    await rm(root, { recursive: true });
  });

  it("after a run, tells which of its sentences on that chapter do not hold any more", async () => {
    const root = await project({
      "src/index.md":
        "---\ntitle: T\nbook: home\n---\n\n# T\n\n::: claim k07:unknown\nThe node turned Unknown.\n:::\n\n::: claim k06:unknown\nOther.\n:::",
    });
    expect(await notHeld(root, "k07")).toContainEqual(
      "src/index.md:8: does not hold now (k07:unknown): The node turned Unknown.",
    );
    expect((await notHeld(root, "k07")).join("\n")).not.toContain("Other.");
    await rm(root, { recursive: true });
  });
});
