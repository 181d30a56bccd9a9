import type { EventPattern, TimelineEntry } from "./types.js";

/**
 * Finds each named point: name → index into entries. A point that is not found has no key. Throws when a pattern
 * is no regular expression, or follows (`after`) an event that is not declared before it.
 */
export function findEvents(
  entries: TimelineEntry[],
  patterns: EventPattern[],
  timeline: string,
): Record<string, number> {
  const found: Record<string, number> = {};
  const declared = new Set<string>();
  for (const pattern of patterns) {
    const index = findEvent(entries, pattern, found, declared, timeline);
    if (index !== undefined) found[pattern.name] = index;
    declared.add(pattern.name);
  }
  return found;
}

function findEvent(
  entries: TimelineEntry[],
  pattern: EventPattern,
  found: Record<string, number>,
  declared: Set<string>,
  timeline: string,
): number | undefined {
  const where = `timeline ${timeline}, event ${pattern.name}`;
  if (pattern.after !== undefined && !declared.has(pattern.after))
    throw new Error(`${where}: "after" names ${pattern.after}, which is not an event declared before it`);
  const start = pattern.after === undefined ? 0 : found[pattern.after];
  if (start === undefined) return undefined;
  const object = expression(pattern.object, `${where}, object`);
  const change = expression(pattern.change, `${where}, change`);
  const earliest = pattern.after === undefined ? Number.NEGATIVE_INFINITY : entries[start]!.offsetMs;
  const matches = entries.flatMap((entry, index) =>
    entry.offsetMs >= earliest && object.test(entry.object) && change.test(entry.change) ? [index] : [],
  );
  return matches.at(pattern.nth ?? 0);
}

function expression(source: string, where: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch (error) {
    throw new Error(`${where}: ${JSON.stringify(source)} is no regular expression`, { cause: error });
  }
}
