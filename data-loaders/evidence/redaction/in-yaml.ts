import { type Finding, toByteString } from "./finding.js";
import { isCredentialField, isSecretName } from "./names.js";
import { isDescriptiveKey, isOrdinary } from "./ordinary.js";
import { scalarOf, type YamlLine, yamlLines } from "./yaml-lines.js";

/**
 * Secret values in YAML as kubectl prints it and as manifests are written: Secrets (alone or in a List), variables in
 * Pod specs and `kubectl describe`, credentials of a kubeconfig. Works line by line, so that an output that was cut
 * off, or YAML among other text, is read as well.
 */
export function findInYaml(text: string): Finding[] {
  const lines = yamlLines(text);
  const found: Finding[] = [];
  lines.forEach((line, i) => {
    if (line.key === "data" || line.key === "stringData") found.push(...secretData(text, lines, i));
    else found.push(...credential(text, line), ...variable(text, lines, i));
  });
  return found;
}

/** The lines below `data:`, when the object that they belong to is a Secret or does not get to say what it is. */
function secretData(text: string, lines: YamlLine[], at: number): Finding[] {
  const head = lines[at]!;
  const kind = siblingValue(text, lines, at, "kind");
  if (head.written !== "" || (kind !== undefined && kind !== "Secret")) return [];
  const found: Finding[] = [];
  for (let i = at + 1; i < lines.length && lines[i]!.indent > head.indent; i++) {
    const line = lines[i]!;
    const block = /^[|>]/.test(line.written) ? blockAt(text, line) : undefined;
    const [start, end] = block?.span ?? [line.start, line.end];
    const written = block?.content ?? scalarOf(text, line);
    if (start === end || /^\[masked:/.test(written)) continue;
    const value = head.key === "data" ? toByteString(Buffer.from(written, "base64")) : written;
    found.push({
      rule: "secret-data",
      span: [start, end],
      value: isDescriptiveKey(line.key) ? undefined : value,
    });
  }
  return found;
}

/** A block scalar (`|`, `>`): where its text stands, and the text without its indentation. */
function blockAt(text: string, line: YamlLine): { span: [number, number]; content: string } | undefined {
  const pattern = /[|>][^\n]*\n((?:[ ]+[^\n]*(?:\n|$)|[ \t\r]*\n)+)/y;
  pattern.lastIndex = line.start;
  const match = pattern.exec(text);
  if (!match) return undefined;
  const rows = match[1]!.split("\n");
  const depth = line.indent + 1;
  let length = 0;
  const kept: string[] = [];
  for (const row of rows) {
    if (row.trim() !== "" && row.search(/\S/) < depth) break;
    kept.push(row);
    length += row.length + 1;
  }
  const first = match.index + match[0].length - match[1]!.length;
  const from = first + Math.max(0, text.slice(first, first + length).search(/\S/));
  const to = first + text.slice(first, first + length).trimEnd().length;
  return from < to
    ? {
        span: [from, to],
        content: kept
          .map((row) => row.trim())
          .join("\n")
          .trim(),
      }
    : undefined;
}

/** The value of `key` in the mapping that the line at `at` belongs to. */
function siblingValue(text: string, lines: YamlLine[], at: number, key: string): string | undefined {
  const { indent } = lines[at]!;
  const from = lines[at]!.start;
  for (const step of [-1, 1]) {
    for (let i = at; i >= 0 && i < lines.length; i += step) {
      const line = lines[i]!;
      if (line.indent < indent) break;
      if (step > 0 && i !== at && line.item && line.indent === indent) break;
      const between = step < 0 ? text.slice(line.end, from) : text.slice(from, line.start);
      if (line.indent === indent && /^---/m.test(between)) break;
      if (line.indent === indent && line.key === key) return scalarOf(text, line);
      if (step < 0 && line.item && line.indent === indent) break;
    }
  }
  return undefined;
}

function credential(text: string, line: YamlLine): Finding[] {
  return isCredentialField(line.key) ? judged(text, line, "kubeconfig") : [];
}

/** `- name: DB_PASSWORD` with `value:` beside it; or `DB_PASSWORD: …` in a map and in `kubectl describe`. */
function variable(text: string, lines: YamlLine[], at: number): Finding[] {
  const line = lines[at]!;
  if (/^[A-Z_][A-Z0-9_]*$/.test(line.key) && isSecretName(line.key)) return judged(text, line, "env");
  const next = lines[at + 1];
  if ((line.key !== "name" && line.key !== "key") || next?.key !== "value" || next.indent !== line.indent)
    return [];
  return isSecretName(scalarOf(text, line)) ? judged(text, next, "env") : [];
}

function judged(text: string, line: YamlLine, rule: "env" | "kubeconfig"): Finding[] {
  const value = scalarOf(text, line);
  if (value === "" || /^[|>&*{[<"']/.test(value) || isOrdinary(value)) return [];
  return [{ rule, span: [line.start, line.end], value }];
}
