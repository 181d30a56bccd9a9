/** Points in time as other programs print them: compared on all their digits, kept in their original text. */

const RFC3339 = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/** Nanoseconds since 1970-01-01T00:00:00Z; undefined when the text is no RFC 3339 time. */
export function instant(text: string): bigint | undefined {
  const match = RFC3339.exec(text.trim());
  if (!match) return undefined;
  const [, date, time, fraction = "", sign, hours = "0", minutes = "0"] = match;
  const milliseconds = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(milliseconds)) return undefined;
  const offsetMinutes = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  return BigInt(milliseconds - offsetMinutes * 60_000) * 1_000_000n + BigInt(fraction.padEnd(9, "0"));
}

/** Whether the text means "has not happened yet": nothing, year 1, or the start of 1970. */
export function isNotYet(text: string | null | undefined): boolean {
  if (text === null || text === undefined || text.trim() === "") return true;
  const at = instant(text);
  return at === 0n || at === instant("0001-01-01T00:00:00Z");
}

/** a − b in nanoseconds. Throws when one of them is not a time or means "not yet". */
export function nanosecondsBetween(a: string, b: string): bigint {
  return point(a) - point(b);
}

/** -1, 0 or 1, on the full digits. Throws as nanosecondsBetween does. */
export function compareTimes(a: string, b: string): -1 | 0 | 1 {
  const difference = nanosecondsBetween(a, b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function point(text: string): bigint {
  const at = instant(text);
  if (at === undefined) throw new RangeError(`expected an RFC 3339 time, got ${JSON.stringify(text)}`);
  if (isNotYet(text)) throw new RangeError(`${JSON.stringify(text)} means "not yet", it is no point in time`);
  return at;
}
