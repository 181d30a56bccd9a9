/**
 * What every page has around it: head, header with the switches, footer. Plain HTML; relative links to files, so that hosts
 * without rules of their own find them. The preview lets Framework put it there. A build does it with `framed`, once the
 * pages are written: Framework would parse each of the three pieces three times for each page, which takes it a third of
 * its time.
 */
import { frameFiles } from "./frame-script.js";

interface Page {
  title: string | null;
  /** Such as `/index`, `/chapters/c26`, `/zh/index`. */
  path: string;
}

/** The environment variable with which a build has its pages written without a frame. */
export const BARE = "LABBOOK_PAGES_WITHOUT_FRAME";

export const words = {
  en: {
    home: "Labbook",
    reading: "How to read the evidence",
    environment: "The environment",
    answers: "Answers",
    glossary: "Glossary",
    search: "Search",
    site: "Site",
    theme: "Theme",
    system: "System theme",
    light: "Light theme",
    dark: "Dark theme",
    other: "中文",
    otherLang: "zh-Hans",
    skip: "Skip to content",
    footer:
      "Every observed value on this site was printed by a real command and leads to its raw output. What was not observed is shown as NOT_RUN.",
  },
  zh: {
    home: "实验手册",
    reading: "如何阅读证据",
    environment: "实验环境",
    answers: "解答",
    glossary: "术语表",
    search: "搜索",
    site: "站点",
    theme: "主题",
    system: "系统主题",
    light: "浅色主题",
    dark: "深色主题",
    other: "English",
    otherLang: "en",
    skip: "跳到正文",
    footer: "本站每个观测值都由真实命令打印，并可追溯到其原始输出。没有观测到的，一律标为 NOT_RUN。",
  },
};

export function header({ path }: Page): string {
  const { lang, prefix, counterpart } = place(path);
  const t = words[lang];
  const link = (to: string, label: string) =>
    `<a href="${fileOf(prefix + to)}"${isCurrent(path, to) ? ' aria-current="page"' : ""}>${label}</a>`;
  const themes = (["system", "light", "dark"] as const).map(
    (theme) => `<option value="${theme}">${t[theme]}</option>`,
  );
  return `<a class="skip" href="#observablehq-main">${t.skip}</a>
<nav class="masthead" aria-label="${t.site}">
  <a class="wordmark" href="${fileOf(prefix)}">${t.home}</a>
  <span class="masthead-links">${link("reading", t.reading)}${link("environment", t.environment)}${link("answers/", t.answers)}${link("glossary", t.glossary)}${link("search", t.search)}</span>
  <span class="masthead-switches"><label class="theme-switch" hidden=""><span class="for-screen-readers">${t.theme}</span><select class="theme">${themes.join("")}</select></label>
  <a class="language" lang="${t.otherLang}" hreflang="${t.otherLang}" href="${fileOf(counterpart)}">${t.other}</a></span>
</nav>`;
}

export function footer({ path }: Page): string {
  return words[place(path).lang].footer;
}

export function head({ path }: Page): string {
  return `<meta name="color-scheme" content="light dark">
<link rel="icon external" type="image/svg+xml" href="${toRoot(path)}${frameFiles.icon}">
<script rel="external" src="${toRoot(path)}${frameFiles.script}"></script>`;
}

/**
 * A page of Framework's, written without a frame, in its frame.
 * @param path as Framework calls the page, such as `/zh/chapters/c26`
 */
export function framed(html: string, path: string): string {
  const page = { title: null, path };
  const pieces: [before: RegExp, piece: string][] = [
    [/\n<script type="module">|\n?<\/head>/, `\n${head(page)}`],
    [/\n<main /, `\n<header id="observablehq-header">\n${header(page)}\n</header>`],
    [/\n<\/div>\n<\/body>/, `\n<footer id="observablehq-footer">\n<div>${footer(page)}</div>\n</footer>`],
  ];
  return pieces.reduce((text, [before, piece]) => {
    if (!before.test(text)) throw new Error(`${path}: Framework wrote a page without ${before}`);
    return text.replace(before, (at) => piece + at);
  }, html);
}

/** The file that a link to a page or a folder means. */
function fileOf(link: string): string {
  return link.endsWith("/") ? `${link}index.html` : `${link}.html`;
}

/** Language, way up to that language's root, and the same page in the other language; all relative to the page. */
export function place(path: string): { lang: "en" | "zh"; prefix: string; counterpart: string } {
  const parts = path.replace(/^\//, "").split("/");
  const lang = parts[0] === "zh" ? "zh" : "en";
  const inLanguage = lang === "zh" ? parts.slice(1) : parts;
  const page = inLanguage.join("/").replace(/(^|\/)index$/, "$1");
  return {
    lang,
    prefix: lang === "zh" ? `${toRoot(path)}zh/` : toRoot(path),
    counterpart: lang === "zh" ? toRoot(path) + page : `${toRoot(path)}zh/${page}`,
  };
}

function toRoot(path: string): string {
  return "../".repeat(path.replace(/^\//, "").split("/").length - 1) || "./";
}

function isCurrent(path: string, to: string): boolean {
  return path.replace(/^\/zh(?=\/)/, "").replace(/\/index$/, "/") === `/${to}`;
}
