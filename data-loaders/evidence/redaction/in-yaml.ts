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
  const { kind } = head.mapping;
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
  const rows: string[] = [];
  let at = text.indexOf("\n", line.end) + 1;
  let span: [number, number] | undefined;
  while (at > 0 && at < text.length) {
    const newline = text.indexOf("\n", at);
    const row = text.slice(at, newline < 0 ? text.length : newline);
    const column = row.search(/\S/);
    if (column >= 0 && column <= line.indent) break;
    if (column >= 0) span = [span?.[0] ?? at + column, at + row.trimEnd().length];
    rows.push(row.trim());
    at = newline < 0 ? text.length : newline + 1;
  }
  return span && { span, content: rows.join("\n").trim() };
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
