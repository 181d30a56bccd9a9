/** How a measured number is written in prose: as fine as it was measured, and no finer than a reader needs. Pure. */

/** Three significant figures, never finer than the resolution; whole numbers as they are. */
export function rounded(value: number, resolution?: number, figures = 3): string {
  if (Number.isInteger(value)) return String(value);
  const magnitude = Math.floor(Math.log10(Math.abs(value)));
  const finest = resolution ? Math.max(0, Math.ceil(-Math.log10(resolution))) : 6;
  const digits = Math.min(finest, Math.max(0, figures - 1 - magnitude), decimalsOf(value));
  return value.toFixed(digits);
}

/** No more digits than the value has: 0.019 was not measured as 0.0190. */
function decimalsOf(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1]?.length ?? 0) - Number(exponent));
}

/** Time in the unit that reads best: below a second in milliseconds. */
export function inReadableUnit(value: number, unit: string | undefined): { value: number; unit?: string } {
  if (unit === "s" && value !== 0 && Math.abs(value) < 1) return { value: value * 1000, unit: "ms" };
  if (unit === "ms" && Math.abs(value) >= 1000) return { value: value / 1000, unit: "s" };
  return { value, unit };
}

const toSeconds: Record<string, number> = { ms: 0.001, s: 1, min: 60, h: 3600 };

/** Undefined when one of the units is no unit of time. */
export function convertTime(value: number, from: string | undefined, to: string): number | undefined {
  const a = toSeconds[from ?? ""];
  const b = toSeconds[to];
  return a === undefined || b === undefined ? undefined : (value * a) / b;
}

/** 268288 → `268 kB`: decimal prefixes, three significant figures. */
export function bytesInWords(value: number): { text: string; unit: string } {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let index = 0;
  let rest = value;
  while (Math.abs(rest) >= 1000 && index < units.length - 1) {
    rest /= 1000;
    index++;
  }
  return { text: index === 0 ? String(rest) : rest.toPrecision(3), unit: units[index]! };
}
