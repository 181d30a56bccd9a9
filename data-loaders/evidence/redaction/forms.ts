import { fromByteString, utf8 } from "./finding.js";

/** One spelling in which a secret may stand in an output. */
export interface Form {
  text: string;
  /** Base64 shares its outermost characters with its neighbours: how many more to mask on each side. */
  before?: number;
  after?: number;
}

/** Every spelling of a secret that is searched for. `value` is a byte string. */
export function formsOf(value: string): Form[] {
  const forms: Form[] = [{ text: value }, ...base64Forms(value)];
  const text = Buffer.from(value, "latin1").toString("utf8");
  for (const form of [...escapedForms(text), ...percentForms(value, text)]) forms.push({ text: form });
  const trimmed = value.trim();
  if (trimmed !== value && trimmed.length >= 6) forms.push(...formsOf(trimmed));
  const seen = new Set<string>();
  return forms.filter(({ text: form }) => form.length >= 6 && !seen.has(form) && seen.add(form));
}

/** As a JSON string, as Go's encoder writes it, as JSON within JSON (once and twice), as HTML, as YAML in single quotes. */
function escapedForms(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const go = json.replace(/[<>&\u2028\u2029]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
  const ascii = go.replace(/[\u007f-\uffff]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
  const nested = [json, go].flatMap((form) => {
    const once = JSON.stringify(form).slice(1, -1);
    return [once, JSON.stringify(once).slice(1, -1)];
  });
  const html = text.replace(/[&<>"']/g, (c) => entities[c]!);
  const yaml = text.replaceAll("'", "''");
  return [json, go, ascii, ...nested, html, yaml].map(utf8);
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Percent-encoded: as encodeURIComponent and as stricter encoders do, with + for a space, and every byte. */
function percentForms(value: string, text: string): string[] {
  const each = [...fromByteString(value)].map(
    (byte) => "%" + byte.toString(16).padStart(2, "0").toUpperCase(),
  );
  const strict = [...value].map((c, i) => (/[A-Za-z0-9_.~-]/.test(c) ? c : each[i]!)).join("");
  const usual = encodeURIComponent(text);
  const both = [strict, usual, each.join("")];
  both.push(...both.map((form) => form.replaceAll("%20", "+")));
  return [...both, ...both.map((form) => form.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()))];
}

/** Base64 in both alphabets, wherever in a group of three bytes the secret begins, and in lines of 76 or 64. */
function base64Forms(value: string): Form[] {
  const forms: Form[] = [];
  for (const offset of [0, 1, 2]) {
    const bytes = Buffer.from("\0".repeat(offset) + value, "latin1");
    const skipped = Math.ceil((offset * 8) / 6);
    const whole = Math.floor((bytes.length * 8) / 6);
    const core = bytes.toString("base64").slice(skipped, whole);
    forms.push({ text: core, before: offset ? 1 : 0, after: bytes.length % 3 ? 3 : 0 });
  }
  const full = Buffer.from(value, "latin1").toString("base64");
  for (const width of [76, 64]) {
    for (let at = 0; full.length > width && at < full.length; at += width) {
      const line = full.slice(at, at + width).replace(/=+$/, "");
      if (line.length >= 12) forms.push({ text: line, after: 3 });
    }
  }
  const url = forms.map((form) => ({ ...form, text: form.text.replaceAll("+", "-").replaceAll("/", "_") }));
  return [...forms, ...url];
}
