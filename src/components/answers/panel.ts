/** Entry of the script of an answer's page: the button that checks the answer in this browser. The page is whole without it. */
import type { Report } from "../../model/verify/types.js";
import { inWorker } from "../in-worker.js";
import { reportInLanguage } from "../recorded/checks.js";
import type { Lang } from "../text.js";
import { fetchPublished, type PublishedPlace } from "./fetch.js";
import { verifyPanel } from "./verify-panel.js";

/** The code that verifies: a module of its own beside this script, which a worker imports too. */
interface Verifier {
  address: string;
  verifyAnswer(files: Map<string, Uint8Array>): Promise<{ report: Report; by: string }>;
}

const script = (document.currentScript as HTMLScriptElement).src;

for (const place of document.querySelectorAll<HTMLElement>(".verify-panel[data-answer]")) {
  const published = JSON.parse(place.dataset.answer!) as PublishedPlace;
  const lang: Lang = place.lang === "zh-Hans" ? "zh" : "en";
  const panel = verifyPanel(lang, {
    fetch: async (progress) => fetchPublished(published, await siteRoot(), progress),
    verify: async (files) => {
      const verifier = (await import(new URL("./verify-answer.js", script).href)) as Verifier;
      const { report, by } = await inWorker(verifier, "verifyAnswer", files);
      return { report: reportInLanguage(report, lang), by };
    },
  });
  place.replaceChildren(...panel.childNodes);
}

/** A preview serves files of the source root below `_file/`, a built site below its own root. */
async function siteRoot(): Promise<string> {
  const root = new URL("../../../", script).href;
  const built = await fetch(`${root}answers/keys.json`, { cache: "no-store" });
  return built.ok ? root : `${root}_file/`;
}
