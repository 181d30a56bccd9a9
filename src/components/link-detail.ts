/** One link of a chain in full: value, the steps that proved it with their commands, agreements; or why it is a break. */
import type { Link } from "../model/chain/types.js";
import type { Source } from "../model/run.js";
import { command } from "./copy-button.js";
import { el } from "./element.js";
import { commandLine, formatMoment, formatValue } from "./format.js";
import { sourceLink } from "./observed-value.js";
import type { Page } from "./page.js";
import { say } from "./text.js";

export function linkDetail(link: Link, page: Page): HTMLElement {
  const { words } = page;
  return el(
    "div",
    null,
    el("p", { class: "link-id" }, `${words.layers[link.layer]} · ${link.id}`),
    link.break
      ? breakText(link.break, page)
      : el("p", { class: "link-full" }, el("code", { class: "value" }, formatValue(link.value!, link.unit))),
    link.sources.map((source) => proof(source, page)),
    (link.agrees ?? []).map(({ with: other, source }) => [
      el("p", { class: "agrees" }, `✓ ${words.agreesWith} `, el("code", null, other)),
      proof(source, page),
    ]),
  );
}

function breakText({ code, reason, remedy }: NonNullable<Link["break"]>, { words }: Page): HTMLElement {
  return el(
    "p",
    { class: "break-text" },
    el("strong", null, `✕ ${words.breakReason} (${code})`),
    ` ${reason}`,
    remedy && el("code", null, remedy),
  );
}

function proof(source: Source, page: Page): HTMLElement {
  const step = page.run.steps.find(({ id }) => id === source.step);
  const place = [source.stream, source.pointer, source.span && `[${source.span.join(", ")})`]
    .filter(Boolean)
    .join(" ");
  return el(
    "div",
    { class: "proof" },
    el(
      "p",
      null,
      `${page.words.source}: `,
      step ? say(step.title, page.lang) : source.step,
      " · ",
      sourceLink(page.words.openRaw, source, page),
      ` ${place}`,
      step?.startedAt && el("span", { class: "moment" }, ` · ${formatMoment(step.startedAt)}`),
    ),
    step && step.argv.length > 0 && command(commandLine(step.argv), page.words),
  );
}
