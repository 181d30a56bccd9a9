import { findCookies } from "./redaction/cookies.js";
import { Copies } from "./redaction/copies.js";
import { type Finding, fromByteString, type Rule, toByteString, utf8 } from "./redaction/finding.js";
import { findInJson } from "./redaction/in-json.js";
import { findInSettings } from "./redaction/in-settings.js";
import { findInVariables } from "./redaction/in-variables.js";
import { findInYaml } from "./redaction/in-yaml.js";
import { keepJson } from "./redaction/keep-json.js";
import { findLogins } from "./redaction/logins.js";
import { findOptions } from "./redaction/options.js";
import { findPrivateKeys } from "./redaction/private-keys.js";
import { added, type Masked, mask, type Span } from "./redaction/spans.js";
import { findBearerTokens, findSignedTokens } from "./redaction/tokens.js";

export interface Redacted {
  bytes: Uint8Array;
  /** Named rule → how many spans it masked. Empty when nothing was masked. */
  redactions: Record<string, number>;
}

export interface Redactor {
  /** Takes note of the secrets in an output (or a manifest), so that their copies are found in every other one. */
  learn(bytes: Uint8Array): void;
  /** The same for a command line: `--token X`, `--from-literal=password=X`, `NAME=X`. */
  learnArgv(argv: string[]): void;
  /** Masks an output. `cutOff`: it was cut at its bound, so half a secret at its end is masked too. */
  redact(bytes: Uint8Array, options?: { cutOff?: boolean }): Redacted;
  /** Masks one text: an argument, a reason, an error message. */
  redactText(text: string): string;
  /** Masks the arguments of a command line; a secret is told by the option before it, so they are read together. */
  redactArgv(argv: string[]): string[];
  /** Masks every string of a JSON value; keys and structure stay. */
  redactValue<T>(value: T): T;
}

const rules: Rule[] = [
  findInJson,
  findInYaml,
  findInVariables,
  findInSettings,
  findBearerTokens,
  findSignedTokens,
  findPrivateKeys,
  findOptions,
  findLogins,
  findCookies,
];

/**
 * Masks secrets by named rules, in memory, before anything is stored. Used in two passes: learn() from every output of a
 * run, then redact() each, since a secret may be printed before the Secret object that tells what it is.
 * @param known secrets that are known beforehand
 */
export function createRedactor(known: string[] = []): Redactor {
  const copies = new Copies();
  for (const value of known) copies.add(utf8(value));

  const learnText = (text: string, depth = 0): void => {
    for (const { value } of findAll(text)) {
      if (value === undefined) continue;
      copies.add(value);
      if (depth < 3 && value.length >= 12 && /[\n{=]/.test(value)) learnText(value, depth + 1);
    }
  };

  // Where a secret is declared it is masked by position, whatever it is; then its copies are searched for.
  const redactString = (text: string, cutOff: boolean): Masked => {
    const declared: Span[] = [];
    for (const { rule, span } of findAll(text))
      if (span) declared.push({ rule, start: span[0], end: span[1] });
    const first = mask(text, declared);
    const second = maskCopies(first.text, cutOff);
    return { text: second.text, counts: added(first.counts, second.counts) };
  };

  const maskCopies = (text: string, cutOff: boolean): Masked => {
    const spans = copies.find(text, cutOff);
    return spans.length === 0
      ? { text, counts: {} }
      : keepJson(text, mask(text, spans), (part) => maskCopies(part, false));
  };

  const redactText = (text: string): string =>
    Buffer.from(redactString(utf8(text), false).text, "latin1").toString("utf8");

  return {
    learn: (bytes) => learnText(toByteString(bytes)),
    learnArgv: (argv) => learnText(utf8(argv.join("\0") + "\0")),
    redact(bytes, { cutOff = false } = {}) {
      const { text, counts } = redactString(toByteString(bytes), cutOff);
      const masked = Object.keys(counts).length > 0;
      return { bytes: masked ? fromByteString(text) : bytes, redactions: counts };
    },
    redactText,
    redactArgv: (argv) =>
      redactText(
        mapStrings(argv, redactText)
          .map((a) => `${a}\0`)
          .join(""),
      )
        .split("\0")
        .slice(0, -1),
    redactValue: (value) => mapStrings(value, redactText),
  };
}

function findAll(text: string): Finding[] {
  return rules.flatMap((rule) => rule(text));
}

function mapStrings<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change)) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)])) as T;
}
