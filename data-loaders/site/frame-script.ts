/**
 * The few lines that run before a page is drawn: a remembered theme, a language switch that keeps query and place, and what a
 * page says when its own scripts were not run.
 * A classic script in a file of its own: it runs under a policy that forbids scripts in pages, and from a page opened as a
 * file. Without it the site works in the system's theme.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { MADE } from "./made.js";

/** Their addresses below the site's root; Framework's preview serves files of the source root from there. */
export const frameFiles = { script: `_file/${MADE}/frame.js`, icon: `_file/${MADE}/icon.svg` };

/** Writes them among the files that a build makes for its pages. Returns each file with its address. */
export async function writeFrameFiles(project: string): Promise<[file: string, address: string][]> {
  const texts: [string, string][] = [
    [frameFiles.script, frameScript],
    [frameFiles.icon, icon],
  ];
  return Promise.all(
    texts.map(async ([address, text]) => {
      const file = join(project, "src", address.replace(/^_file\//, ""));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, `${text}\n`);
      return [file, address] as [string, string];
    }),
  );
}

/** A mark of our own, so that no browser asks for /favicon.ico at the host's root. */
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M3 2h10v12H3z" fill="none" stroke="#8a6d1f" stroke-width="1.6"/><path d="M5.5 8.5l2 2 3.5-4.5" fill="none" stroke="#1a7a4a" stroke-width="1.8"/></svg>';

const frameScript = `
(() => {
  const root = document.documentElement;
  const stored = (value) => {
    try {
      return value === undefined ? localStorage.getItem("labbook-theme") : localStorage.setItem("labbook-theme", value);
    } catch {
      return null;
    }
  };
  const apply = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  apply(stored());
  addEventListener("DOMContentLoaded", () => {
    const choice = document.querySelector("select.theme");
    choice.value = root.dataset.theme || "system";
    choice.closest("label").hidden = false;
    choice.addEventListener("change", () => {
      stored(choice.value);
      apply(choice.value);
      dispatchEvent(new Event("labbook-theme"));
    });
    const other = document.querySelector("a.language");
    const page = other.getAttribute("href");
    other.addEventListener("click", () => other.setAttribute("href", page + location.search + location.hash));
  });
  addEventListener("load", () => {
    if (!document.querySelector("script[data-page]") || root.dataset.scripts === "run") return;
    const plain = document.querySelector("main noscript");
    if (!plain) return;
    const shown = document.createElement("div");
    shown.className = "not-drawn";
    shown.innerHTML = plain.textContent;
    const why = shown.querySelector(".why-plain em");
    if (why) why.textContent = location.protocol === "file:" ? plain.dataset.fromFile : plain.dataset.refused;
    plain.replaceWith(shown);
  });
})();
`.trim();
