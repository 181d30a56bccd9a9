/** Settings of Observable Framework. Nothing here may make a page ask another host for anything. */
import type MarkdownIt from "markdown-it";
import { chapterOpener } from "./data-loaders/notebook/chapters.js";
import { BARE, footer, head, header } from "./data-loaders/site/frame.js";
import { notebook } from "./notebook/plugin.js";

const openChapter = await chapterOpener(process.cwd());

export default {
  root: "src",
  output: "dist",
  title: "labbook",
  style: "style.css",
  globalStylesheets: [],
  sidebar: false,
  toc: false,
  pager: false,
  linkify: false,
  // links name files, so that a host without rules of its own, or none at all, finds them
  preserveIndex: true,
  preserveExtension: true,
  interpreters: { ".ts": ["node", "--import", "tsx"] },
  pages: [],
  markdownIt: (md: MarkdownIt) => notebook(md, openChapter),
  ...(process.env[BARE] ? { footer: null } : { head, header, footer }),
};
