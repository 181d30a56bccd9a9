/** "Verify in this browser": the same code that the command runs, on the bytes that this site serves. */
import type { Files } from "../../model/bundle/archive.js";
import type { Report } from "../../model/verify/types.js";
import { el } from "../element.js";
import { GivenUp } from "../in-worker.js";
import type { Lang } from "../text.js";
import { type AnswerWords, answerWords } from "./words.js";

/** What the panel needs from outside, so that it can be tried without a server. */
export interface VerifyEffects {
  fetch(progress: (done: number, all: number) => void): Promise<Files>;
  verify(files: Files): Promise<{ report: Report; by: string }>;
}

export function verifyPanel(lang: Lang, effects: VerifyEffects): HTMLElement {
  const t = answerWords[lang];
  const status = el("p", { class: "verify-status", role: "status" });
  const list = el("ol", { class: "verify-steps" });
  const button = el(
    "button",
    { type: "button", class: "verify-button", onclick: () => void run() },
    t.button,
  );
  async function run() {
    button.disabled = true;
    list.replaceChildren();
    status.className = "verify-status";
    try {
      const files = await effects.fetch((done, all) => {
        status.textContent = t.fetching(done, all);
      });
      status.textContent = t.computing;
      await painted();
      const { report, by } = await effects.verify(files);
      list.replaceChildren(...steps(report, by, t));
      status.textContent = report.ok ? `✓ ${t.good}` : `✗ ${t.bad}`;
      status.classList.add(report.ok ? "verify-good" : "verify-bad");
    } catch (error) {
      const why = error instanceof GivenUp ? t.givenUp(error.seconds) : (error as Error).message;
      status.textContent = `✗ ${t.failed} ${why}`;
      status.classList.add("verify-bad");
    }
    button.textContent = t.again;
    button.disabled = false;
  }
  return el("div", { class: "verify-panel" }, button, status, list);
}

function steps(report: Report, by: string, t: AnswerWords): HTMLElement[] {
  return report.checks.map(({ id, ok, detail, where }) =>
    el(
      "li",
      { class: ok ? "verify-ok" : "verify-fault", "data-check": id },
      el("span", { class: "verify-mark", "aria-hidden": "true" }, ok ? "✓" : "✗"),
      el("strong", null, t.steps[id]),
      id === "signature" && el("span", { class: "verify-by" }, t.signatureBy(by)),
      !ok && where && where.length > 1
        ? el(
            "ul",
            null,
            where.map((one) => el("li", null, one)),
          )
        : el("p", null, detail),
    ),
  );
}

/** Gives the browser time to show what was said last: the work that follows holds it up. */
function painted(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 30));
}
