const PLACEHOLDER = /\{\{([^{}]+)\}\}/g;

/** The names of all `{{…}}` in a value's strings; of a step, without those of its undo (they are steps of their own). */
export function placeholders(value: unknown): string[] {
  if (typeof value === "string") return [...value.matchAll(PLACEHOLDER)].map((m) => m[1]!.trim());
  if (Array.isArray(value)) return value.flatMap(placeholders);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "undo" || key === "title" ? [] : placeholders(inner),
  );
}

/** Fills every `{{name}}` in a value's strings. `fill` throws when a name has no value yet. */
export function fillPlaceholders<T>(value: T, fill: (name: string) => string): T {
  if (typeof value === "string")
    return value.replace(PLACEHOLDER, (_, name: string) => fill(name.trim())) as T;
  if (Array.isArray(value)) return value.map((element) => fillPlaceholders(element, fill)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([k, v]) => [k, k === "undo" || k === "title" ? v : fillPlaceholders(v, fill)]),
  ) as T;
}
