const PLACEHOLDER = /\{\{([^{}]+)\}\}/g;

/** How an address is written where it is used. */
const FORMS: Record<string, (address: string) => string> = {
  /** As the host of a URL: an IPv6 address stands in brackets (RFC 3986). */
  url: (address) => (isIPv6(address) ? `[${address}]` : address),
  /** The option of ip(8) that chooses the address's or the block's family. */
  family: (address) => (isIPv6(address) ? "-6" : "-4"),
};

/** A step needs a value that was not observed: it is BLOCKED, not tried with something else. */
export class MissingValue extends Error {
  constructor(name: string, reason: string) {
    super(`{{${name}}} has no value: ${reason}`);
  }
}

/** The names of all `{{…}}` in a value's strings; of a step, without those of its undo (they are steps of their own). */
export function placeholders(value: unknown): string[] {
  if (typeof value === "string") return [...value.matchAll(PLACEHOLDER)].map((m) => read(m[1]!).name);
  if (Array.isArray(value)) return value.flatMap(placeholders);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "undo" || key === "title" ? [] : placeholders(inner),
  );
}

/**
 * Fills every `{{name}}` in a value's strings, `{{url:name}}` and `{{family:name}}` in the form of that word. An
 * element of an array that holds `{{each:name}}` (or `{{each:url:name}}`) stands there once for each element of the
 * list. `fill` throws when a name has no value yet.
 */
export function fillPlaceholders<T>(value: T, fill: (name: string) => string): T {
  if (typeof value === "string") return fillText(value, fill) as T;
  if (Array.isArray(value)) return value.flatMap((element) => fillElement(element, fill)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([k, v]) => [k, k === "undo" || k === "title" ? v : fillPlaceholders(v, fill)]),
  ) as T;
}

function fillText(text: string, fill: (name: string) => string): string {
  return text.replace(PLACEHOLDER, (_, inner: string) => {
    const { name, form } = read(inner);
    return form(fill(name));
  });
}

function fillElement(element: unknown, fill: (name: string) => string): unknown[] {
  if (typeof element !== "string") return [fillPlaceholders(element, fill)];
  const list = [...element.matchAll(PLACEHOLDER)].map((m) => read(m[1]!)).find(({ each }) => each)?.name;
  if (list === undefined) return [fillText(element, fill)];
  const values = elements(fill(list));
  if (values.length === 0) throw new MissingValue(list, "the list is empty");
  return values.map((one) => fillText(element, (name) => (name === list ? one : fill(name))));
}

/** A list is filled in as JSON; whatever else is one value. */
function elements(text: string): string[] {
  return text.startsWith("[") ? (JSON.parse(text) as unknown[]).map(String) : [text];
}

function read(inner: string): { name: string; each: boolean; form: (text: string) => string } {
  const words = inner.trim().split(":");
  const each = words[0] === "each";
  if (each) words.shift();
  const form = words.length > 1 ? FORMS[words[0]!] : undefined;
  if (form) words.shift();
  return { name: words.join(":"), each, form: form ?? ((text) => text) };
}

function isIPv6(address: string): boolean {
  return address.includes(":");
}
