import type { Lab } from "../lab.js";

/** Every text exists in both languages: any object with `en` or `zh` must have both, not empty. */
export function textFaults(lab: Lab): string[] {
  const faults: string[] = [];
  walk(lab, "", faults);
  return faults;
}

function walk(value: unknown, path: string, faults: string[]): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const [i, element] of value.entries()) walk(element, `${path}[${i}]`, faults);
    return;
  }
  if ("en" in value || "zh" in value) {
    for (const language of ["en", "zh"]) {
      const text = (value as Record<string, unknown>)[language];
      if (typeof text !== "string" || text.trim() === "")
        faults.push(`${path}.${language}: the text is missing`);
    }
    return;
  }
  for (const [key, element] of Object.entries(value)) walk(element, path ? `${path}.${key}` : key, faults);
}
