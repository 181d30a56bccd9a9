/** ```` ```ask prediction ````: one question to the reader, answered by a number or a choice before reading on. */
import { z } from "zod";
import { judge } from "../src/model/predictions/judge.js";
import type { Claim, Prediction } from "../src/model/predictions/types.js";
import { faultBox, plain, tag } from "./html.js";
import { inlineText } from "./inline.js";
import { readOptions } from "./options.js";
import { show } from "./show.js";
import { fault, type Page } from "./types.js";
import { words } from "./words.js";

const meaning = z.union([z.string(), z.number(), z.boolean()]);

const schema = z
  .strictObject({
    question: z.string(),
    unit: z.string().optional(),
    /** `0..120`, or `0..1..0.1` with the step. */
    range: z
      .string()
      .regex(/^-?\d+(\.\d+)?\.\.-?\d+(\.\d+)?(\.\.\d+(\.\d+)?)?$/, "expected low..high, such as 0..120")
      .optional(),
    /** How far off still counts; a twentieth of the range unless it is given. */
    tolerance: z.number().positive().optional(),
    /** Which observation the number is about, where the prediction names several. */
    of: z.string().optional(),
    choices: z.record(z.string(), meaning).optional(),
  })
  .refine(({ range, choices }) => (range === undefined) !== (choices === undefined), {
    message: "give either range or choices",
  });

type Options = z.infer<typeof schema>;

/** `line` counts from 0 within the Markdown. */
export function renderAsk(id: string, source: string, page: Page, line: number): string {
  const { run, lab } = page.chapter;
  const read = readOptions(source, schema);
  if (read.faults) {
    for (const one of read.faults) fault(page, line + 1 + one.line, `ask ${id}: ${one.message}`);
    return faultBox(read.faults.map(({ message }) => message).join("; "));
  }
  const prediction =
    run?.predictions.find((one) => one.id === id) ?? lab?.predictions.find((one) => one.id === id);
  if (!prediction) return faultBox(fault(page, line, `ask ${id}: there is no prediction ${id}`));
  if (page.cited.asks.has(id)) return faultBox(fault(page, line, `ask ${id}: the page asks this already`));
  page.cited.asks.add(id);
  const body = read.options.range
    ? numberBody(read.options, prediction, page)
    : choiceBody(read.options, prediction, page, line);
  if ("fault" in body) return faultBox(fault(page, line, `ask ${id}: ${body.fault}`));
  return form(id, inlineText(read.options.question, page, line), body, page);
}

interface Body {
  html: string;
  attributes: Record<string, string | number | undefined>;
}

function form(id: string, question: string, { html, attributes }: Body, page: Page): string {
  const t = words[page.chapter.lang];
  return tag(
    "form",
    { class: "ask", id: `ask-${id}`, "data-prediction": id, ...attributes },
    [
      tag("p", { class: "ask-label" }, plain(t.ask)),
      tag("p", { class: "ask-question", id: `ask-${id}-question` }, question),
      html,
      `<p class="ask-actions"><button type="submit" class="ask-seal">${plain(t.seal)}</button> <button type="button" class="ask-read">${plain(t.justRead)}</button></p>`,
      `<p class="ask-result" role="status"></p>`,
    ].join("\n"),
  );
}

function numberBody(options: Options, prediction: Prediction, page: Page): Body | { fault: string } {
  const t = words[page.chapter.lang];
  const [low, high, step] = options.range!.split("..").map(Number) as [number, number, number?];
  if (low >= high) return { fault: `range: ${low} is not below ${high}` };
  const of = options.of ?? prediction.claim.of[0]!;
  const shown = show(of, page);
  if ("fault" in shown) return { fault: shown.fault };
  const unit = options.unit ?? prediction.claim.unit ?? shown.unit;
  const name = unit ? ` ${t.units[unit] ?? unit}` : "";
  const middle = low + (high - low) / 4;
  const by = step ?? (high - low > 20 ? 1 : (high - low) / 100);
  const claim: Claim = {
    op: "within",
    of: [of],
    to: { literal: 0 },
    tolerance: options.tolerance ?? (high - low) / 20,
    ...(unit && { unit }),
  };
  const slider = tag("input", {
    type: "range",
    min: low,
    max: high,
    step: by,
    value: Math.round(middle / by) * by,
    "aria-labelledby": `ask-${prediction.id}-question`,
  });
  return {
    html: `<p class="ask-body"><span>${low}${plain(name)}</span> ${slider} <span>${high}${plain(name)}</span> <output></output></p>`,
    attributes: {
      "data-kind": "number",
      "data-unit": unit && (t.units[unit] ?? unit),
      "data-claim": JSON.stringify(claim),
      "data-value": typeof shown.value === "number" ? shown.value : undefined,
      "data-observed": shown.missing ? undefined : shown.text,
    },
  };
}

function choiceBody(
  options: Options,
  prediction: Prediction,
  page: Page,
  line: number,
): Body | { fault: string } {
  const { run } = page.chapter;
  const entries = Object.entries(options.choices!);
  if (entries.length < 2) return { fault: "choices: two at least" };
  const made: { text: string; claim: Claim; holds: string }[] = [];
  for (const [text, means] of entries) {
    const claim = claimOf(means, prediction.claim);
    if (!claim)
      return { fault: `choices: ${means} has no opposite that can be judged; say which value it would be` };
    made.push({ text, claim, holds: run ? verdictOf(claim, prediction, page) : "NOT_RUN" });
  }
  const verdict = run?.verdicts.find((one) => one.prediction === prediction.id)?.verdict;
  if (verdict === "CONFIRMED" && !made.some(({ holds }) => holds === "CONFIRMED"))
    return { fault: "choices: none of them is what the recorded run shows" };
  const items = made.map(({ text, claim, holds }, index) =>
    tag(
      "label",
      { class: "ask-choice" },
      `${tag("input", { type: "radio", name: `ask-${prediction.id}`, value: index, "data-claim": JSON.stringify(claim), "data-holds": holds })} <span>${inlineText(text, page, line)}</span>`,
    ),
  );
  return {
    html: tag(
      "div",
      {
        class: "ask-body ask-choices",
        role: "radiogroup",
        "aria-labelledby": `ask-${prediction.id}-question`,
      },
      items.join("\n"),
    ),
    attributes: { "data-kind": "choice" },
  };
}

/** `holds` is the lab's own prediction, `fails` its opposite; an operator's name stands for itself; anything else is the value. */
function claimOf(means: string | number | boolean, claim: Claim): Claim | undefined {
  if (means === "holds") return claim;
  if (means === "fails") return opposite(claim);
  if (typeof means === "string" && ["changed", "unchanged", "absent"].includes(means))
    return { op: means, of: claim.of };
  const op = claim.op === "count" ? "count" : "equals";
  return { op, of: claim.of.slice(0, 1), to: { literal: means } };
}

function opposite(claim: Claim): Claim | undefined {
  const opposites: Record<string, string> = {
    changed: "unchanged",
    unchanged: "changed",
    sameNamespace: "differentNamespace",
    differentNamespace: "sameNamespace",
    absent: "present",
  };
  if (claim.op === "before") return { ...claim, of: [...claim.of].reverse() };
  const op = opposites[claim.op];
  return op ? { ...claim, op } : undefined;
}

function verdictOf(claim: Claim, prediction: Prediction, page: Page): string {
  const { run } = page.chapter;
  // there is no such operator: of what was looked for it says the opposite of `absent`
  if (claim.op === "present") {
    const [verdict] = judge([{ ...prediction, claim: { ...claim, op: "absent" } }], run!);
    return { CONFIRMED: "REFUTED", REFUTED: "CONFIRMED" }[verdict!.verdict as string] ?? verdict!.verdict;
  }
  return judge([{ ...prediction, claim }], run!)[0]!.verdict;
}
