export interface Difference {
  path: string;
  left: string;
  right: string;
}

/** The first place where two plain JSON values differ. */
export function firstDifference(left: unknown, right: unknown, path = ""): Difference | undefined {
  if (Object.is(left, right)) return undefined;
  if (isTree(left) && isTree(right) && Array.isArray(left) === Array.isArray(right)) {
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const inner = firstDifference(left[key], right[key], path ? `${path}.${key}` : key);
      if (inner) return inner;
    }
    return undefined;
  }
  return { path, left: brief(left), right: brief(right) };
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function brief(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
