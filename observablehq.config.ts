/** Settings of Observable Framework. Nothing here may make a page ask another host for anything. */
import { footer, head, header } from "./data-loaders/site/frame.js";

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
  interpreters: { ".ts": ["node", "--import", "tsx"] },
  pages: [],
  head,
  header,
  footer,
};
