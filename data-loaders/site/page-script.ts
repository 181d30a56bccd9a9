/**
 * A page's own code in a file beside the page: it runs under a policy that allows no scripts within pages, and where it does
 * not run at all the page can tell (frame-script.ts).
 */
import { writeFile } from "node:fs/promises";
import { basename } from "node:path";

const inPage = /<script type="module">([\s\S]*?)<\/script>/;

/** @param file the page in the built site; its code is written beside it */
export async function withPageScript(html: string, file: string): Promise<string> {
  const code = inPage.exec(html)?.[1];
  if (code === undefined) return html;
  const script = file.replace(/\.html$/, ".page.js");
  // imports come first wherever they stand: when one of them is refused, this is never said
  await writeFile(script, `${code.trim()}\ndocument.documentElement.dataset.scripts = "run";\n`);
  return html.replace(inPage, () => `<script type="module" src="./${basename(script)}" data-page></script>`);
}
