import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkSite } from "../../data-loaders/site/check.js";

let dist: string;
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), "labbook-check-"));
});
afterEach(() => rm(dist, { recursive: true }));

async function put(name: string, text: string) {
  await mkdir(dirname(join(dist, name)), { recursive: true });
  await writeFile(join(dist, name), text);
}

it("finds nothing wrong with a page whose imports are there", async () => {
  await put("_import/a.js", 'import {b} from "./b.js";export const a=b;');
  await put("_import/b.js", "export const b=1;");
  await put(
    "chapters/x.html",
    '<script type="module">import {a} from "../_import/a.js";\nconst {b}=await import("../_import/b.js")</script>',
  );
  expect(await checkSite(dist)).toEqual([]);
});

it("finds an error that was rendered into a page", async () => {
  await put("x.html", '<div class="observablehq--inspect observablehq--error">SyntaxError: no</div>');
  expect(await checkSite(dist)).toEqual(["x.html: SyntaxError: no"]);
});

it("finds a value that nothing observes, where a page of the book says so", async () => {
  await put("answers/x.html", '<strong class="notebook-fault">{{x}}: nothing observes x</strong>');
  expect(await checkSite(dist)).toEqual(["answers/x.html: {{x}}: nothing observes x"]);
});

it("finds a bare import that was left for the browser, also a dynamic one", async () => {
  await put("_import/a.js", 'import embed from "vega-embed";\nconst x=await import("no-such-package");');
  expect(await checkSite(dist)).toEqual([
    '_import/a.js: import of "vega-embed" was not resolved',
    '_import/a.js: import of "no-such-package" was not resolved',
  ]);
});

it("finds an import of a file that is not there", async () => {
  await put("_import/a.js", 'export {b} from "./b.js";');
  expect(await checkSite(dist)).toEqual(["_import/a.js: imports _import/b.js, which is not there"]);
});

it("finds what would be asked of another host", async () => {
  await put("x.html", '<link rel="stylesheet" href="https://fonts.example/css">');
  await put("style.css", "@font-face{src:url(//cdn.example/a.woff2)}");
  expect((await checkSite(dist)).sort()).toEqual([
    "style.css: loads from another host",
    "x.html: loads https://fonts.example/css from another host",
  ]);
});

it("leaves evidence alone, whatever it looks like", async () => {
  await put("evidence/c26/raw/page.html", '<script src="https://evil.example/x.js"></script>');
  expect(await checkSite(dist)).toEqual([]);
});
