/** Looks over the built site for what Framework lets pass with exit 0. */
import { access, readdir, readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

/** Every fault with its file: rendered errors, imports and files that lead nowhere, requests to another host. */
export async function checkSite(dist: string): Promise<string[]> {
  const files = (await readdir(dist, { recursive: true })).filter((name) => /\.(html|js|css)$/.test(name));
  const faults: string[] = [];
  for (const name of files) {
    // Evidence and downloads are data, whatever their names.
    if (/^(evidence|downloads)[/\\]/.test(name)) continue;
    const text = await readFile(join(dist, name), "utf8");
    if (name.endsWith(".html")) faults.push(...pageFaults(name, text));
    if (!name.endsWith(".css")) faults.push(...(await importFaults(dist, name, text)));
    else if (/url\(\s*["']?(?:https?:)?\/\//.test(text)) faults.push(`${name}: loads from another host`);
  }
  return faults;
}

function pageFaults(name: string, html: string): string[] {
  const faults = [];
  const error = /class="observablehq--inspect observablehq--error"[^>]*>([^<]*)/.exec(html);
  if (error) faults.push(`${name}: ${error[1]}`);
  const notebook = /class="notebook-fault"[^>]*>([^<]*)/.exec(html);
  if (notebook) faults.push(`${name}: ${notebook[1]}`);
  const foreign = /<(?:link|script|img|iframe)\b[^>]*\b(?:href|src)="((?:https?:)?\/\/[^"]*)"/.exec(html);
  if (foreign) faults.push(`${name}: loads ${foreign[1]} from another host`);
  return faults;
}

const importPattern =
  /(?:^|[;}\s])(?:import|export)\b[^;"'`()]*?\bfrom\s*["']([^"'\n]+)["']|(?:^|[;}\s])import\s*["']([^"'\n]+)["']|\bimport\(\s*["']([^"'\n]+)["']\s*\)/g;

async function importFaults(dist: string, name: string, text: string): Promise<string[]> {
  // Framework's client names CDN modules that it opens only when a page uses them.
  if (/^_observablehq[/\\]/.test(name)) return [];
  const code = name.endsWith(".html")
    ? [...text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map((m) => m[1]).join("\n")
    : text;
  const faults = [];
  for (const match of code.matchAll(importPattern)) {
    const specifier = (match[1] ?? match[2] ?? match[3])!;
    if (!/^\.{0,2}\//.test(specifier)) {
      faults.push(`${name}: import of "${specifier}" was not resolved`);
      continue;
    }
    const target = join(specifier.startsWith("/") ? dist : join(dist, dirname(name)), specifier);
    if (!(await exists(target)))
      faults.push(`${name}: imports ${relative(dist, target)}, which is not there`);
  }
  return faults;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
