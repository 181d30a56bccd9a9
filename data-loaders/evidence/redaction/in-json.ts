import { jsonValuesIn } from "./embedded.js";
import { type Finding, toByteString } from "./finding.js";
import { decodeString } from "./json-string.js";
import type { Node } from "./json-text.js";
import { isCredentialField, isSecretName } from "./names.js";
import { isDescriptiveKey, isOrdinary } from "./ordinary.js";

type ObjectNode = Node & { kind: "object" };

/**
 * Secret values in JSON: data and stringData of Secrets (in a List, a SecretList or a watch event too), variables in
 * Pod specs and `crictl inspect` ({name, value}, {key, value}, "NAME=value"), credentials of a kubeconfig. JSON inside
 * a string (last-applied-configuration, a recorded line) is read in the same way, at any depth.
 */
export function findInJson(text: string): Finding[] {
  const found: Finding[] = [];
  for (const node of jsonValuesIn(text)) visit(text, node, undefined, found);
  return found;
}

function visit(text: string, node: Node, kindHint: string | undefined, found: Finding[]): void {
  if (node.kind === "string") visitString(text, node, found);
  if (node.kind === "array") for (const item of node.items) visit(text, item, kindHint, found);
  if (node.kind === "object") visitObject(text, node, kindHint, found);
}

function visitObject(text: string, node: ObjectNode, kindHint: string | undefined, found: Finding[]): void {
  const kind = fieldOf(text, node, "kind") ?? kindHint;
  if (isSecretObject(node, kind)) visitSecret(text, node, found);
  visitPair(text, node, found);
  const itemKind = kind?.endsWith("List") ? kind.slice(0, -4) || undefined : undefined;
  for (const { key, value } of node.members) {
    if (value.kind === "string" && (isCredentialField(key) || isSecretVariable(key)))
      add(text, value, isCredentialField(key) ? "kubeconfig" : "env", found);
    visit(text, value, key === "items" ? itemKind : undefined, found);
  }
}

/** A Secret; also an object that was cut off before it could say its kind. */
function isSecretObject(node: ObjectNode, kind: string | undefined): boolean {
  return kind === "Secret" || (node.open && kind === undefined);
}

function visitSecret(text: string, node: ObjectNode, found: Finding[]): void {
  for (const { key: part, value: map } of node.members) {
    if ((part !== "data" && part !== "stringData") || map.kind !== "object") continue;
    for (const { key, value } of map.members) {
      if (value.kind !== "string" || value.start === value.end) continue;
      const raw = decodeString(text, value.start, value.end).text;
      if (/^\[masked:/.test(raw)) continue;
      const secret = part === "data" ? toByteString(Buffer.from(raw, "base64")) : raw;
      found.push({
        rule: "secret-data",
        span: [value.start, value.end],
        value: isDescriptiveKey(key) ? undefined : secret,
      });
    }
  }
}

/** {name: DB_PASSWORD, value: …} of a Pod spec, {key: DB_PASSWORD, value: …} of the CRI. */
function visitPair(text: string, node: ObjectNode, found: Finding[]): void {
  const name = fieldOf(text, node, "name") ?? fieldOf(text, node, "key");
  if (name === undefined || !isSecretName(name)) return;
  const value = node.members.find((member) => member.key === "value")?.value;
  if (value?.kind === "string") add(text, value, "env", found);
}

function visitString(text: string, node: Node & { kind: "string" }, found: Finding[]): void {
  const variable = /^([A-Za-z_][\w.-]*)=/.exec(text.slice(node.start, Math.min(node.end, node.start + 200)));
  if (variable && isSecretName(variable[1]!)) {
    add(text, { ...node, start: node.start + variable[0].length }, "env", found);
    return;
  }
  if (text[node.start] !== "{" && text[node.start] !== "[") return;
  const inner = decodeString(text, node.start, node.end);
  for (const finding of findInJson(inner.text)) {
    const span = finding.span?.map((offset) => inner.map[offset]!) as [number, number] | undefined;
    found.push({ ...finding, span });
  }
}

function add(
  text: string,
  node: Node & { kind: "string" },
  rule: "env" | "kubeconfig",
  found: Finding[],
): void {
  const value = decodeString(text, node.start, node.end).text;
  if (value === "" || isOrdinary(value)) return;
  found.push({ rule, span: [node.start, node.end], value });
}

/** A key such as DB_PASSWORD in a map of variables or a ConfigMap; lower-case field names are not judged by name. */
function isSecretVariable(key: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(key) && isSecretName(key);
}

function fieldOf(text: string, node: ObjectNode, key: string): string | undefined {
  const value = node.members.find((member) => member.key === key)?.value;
  return value?.kind === "string" ? text.slice(value.start, value.end) : undefined;
}
