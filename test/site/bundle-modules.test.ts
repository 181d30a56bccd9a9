import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bundleModules } from "../../data-loaders/site/bundle-modules.js";
import { checkSite } from "../../data-loaders/site/check.js";

let dist: string;
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), "labbook-bundle-"));
  await put("_observablehq/client.1.js", "export const define=()=>{};");
  await put("_import/style.1.css", "body{}");
  await put("_node/lib@1.0.0/index.1.js", "export const lib='a library';");
  await put(
    "_import/components/page.1.js",
    'import {say} from "../model/deep/say.2.js";import {define} from "../../_observablehq/client.1.js";' +
      'export const page=async()=>[say(),define,(await import("./later.3.js")).later()];',
  );
  await put(
    "_import/model/deep/say.2.js",
    'import {lib} from "../../../_node/lib@1.0.0/index.1.js";export const say=()=>"said "+lib;',
  );
  await put(
    "_import/components/later.3.js",
    'import {say} from "../model/deep/say.2.js";export const later=()=>say()+" later";export const here=import.meta.url;',
  );
  for (const name of ["index.html", "zh/chapters/a.html"])
    await put(name, html("../".repeat(name.split("/").length - 1) || "./"));
});
afterEach(() => rm(dist, { recursive: true, force: true }));

async function put(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(dist, name)), { recursive: true });
  await writeFile(join(dist, name), text);
}

function html(up: string): string {
  return `<html><head>
<link rel="modulepreload" href="${up}_observablehq/client.1.js">
<link rel="modulepreload" href="${up}_import/components/page.1.js">
<link rel="modulepreload" href="${up}_import/model/deep/say.2.js">
<link rel="modulepreload" href="${up}_node/lib@1.0.0/index.1.js">
<meta name="color-scheme" content="light dark"></head><body><script type="module">
import {define} from "${up}_observablehq/client.1.js";
define({body: async () => { const {page} = await import("${up}_import/components/page.1.js"); }});
</script></body></html>`;
}

const linksIn = (text: string) =>
  [...text.matchAll(/modulepreload" href="([^"]*)"/g)].map(([, href]) => href);

it("leaves a page with what it needs at once, and what is used later apart; everything leads somewhere", async () => {
  await bundleModules(dist);
  const names = (await readdir(join(dist, "_import/components"))).sort();
  expect(names.filter((name) => name.startsWith("page") || name.startsWith("later"))).toEqual([
    expect.stringMatching(/^later\.3-\w+\.js$/),
    "page.1.js",
  ]);
  expect(await readdir(join(dist, "_import"))).toEqual(["components", "style.1.css"]);
  expect(await readdir(dist)).not.toContain("_node");
  const page = await readFile(join(dist, "zh/chapters/a.html"), "utf8");
  // what the page and its later part share is a file of its own, named beforehand with the page's
  expect(linksIn(page)).toEqual([
    "../../_observablehq/client.1.js",
    "../../_import/components/page.1.js",
    expect.stringMatching(/^\.\.\/\.\.\/_import\/components\/chunk-\w+\.js$/),
  ]);
  expect(linksIn(await readFile(join(dist, "index.html"), "utf8"))[1]).toBe("./_import/components/page.1.js");
  expect(await checkSite(dist)).toEqual([]);
});

it("makes modules that do the same, each two folders below the site's root", async () => {
  await bundleModules(dist);
  const { page } = (await import(join(dist, "_import/components/page.1.js"))) as {
    page(): Promise<[string, unknown, string]>;
  };
  const [said, define, later] = await page();
  expect(said).toBe("said a library");
  expect(later).toBe("said a library later");
  expect(define).toBeTypeOf("function");
  const name = (await readdir(join(dist, "_import/components"))).find((one) => one.startsWith("later"))!;
  const { here } = (await import(join(dist, "_import/components", name))) as { here: string };
  expect(new URL("../../index.html", here).pathname).toBe(join(dist, "index.html"));
});

it("gives the same names and bytes wherever the site was built", async () => {
  const read = async () => {
    const names = (await readdir(join(dist, "_import/components"))).sort();
    return Promise.all(
      names.map(async (name) => [name, await readFile(join(dist, "_import/components", name), "utf8")]),
    );
  };
  const other = await mkdtemp(join(tmpdir(), "labbook-bundle-elsewhere-"));
  const first = dist;
  for (const name of (await readdir(first, { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  )) {
    const path = join(name.parentPath, name.name);
    dist = other;
    await put(path.slice(first.length + 1), await readFile(path, "utf8"));
  }
  await bundleModules(other);
  const there = await read();
  dist = first;
  await bundleModules(first);
  expect(await read()).toEqual(there);
  await rm(other, { recursive: true, force: true });
});
