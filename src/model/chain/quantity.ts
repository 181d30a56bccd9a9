/** Kubernetes resource quantities. */

const SUFFIXES: Record<string, bigint> = {
  "": 1n,
  k: 10n ** 3n,
  M: 10n ** 6n,
  G: 10n ** 9n,
  T: 10n ** 12n,
  P: 10n ** 15n,
  E: 10n ** 18n,
};
const BINARY = ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

/** A quantity in thousandths (`100m` → 100n, `64Mi` → 67108864000n), rounded up; undefined when it is none. */
export function milliunits(text: string): bigint | undefined {
  const match = /^([+-]?)(\d+)(?:\.(\d*))?(?:(m|u|n|k|M|G|T|P|E|[KMGTPE]i)|[eE]([+-]?\d+))?$/.exec(
    text.trim(),
  );
  if (!match) return undefined;
  const [, sign, whole, fraction = "", suffix = "", exponent = "0"] = match;
  let numerator = BigInt(whole! + fraction) * 1000n;
  let denominator = 10n ** BigInt(fraction.length);
  const small = { m: 1000n, u: 10n ** 6n, n: 10n ** 9n }[suffix];
  if (small) denominator *= small;
  else if (BINARY.includes(suffix)) numerator *= 1024n ** BigInt(BINARY.indexOf(suffix) + 1);
  else numerator *= SUFFIXES[suffix] ?? 1n;
  const power = Number(exponent);
  if (power >= 0) numerator *= 10n ** BigInt(power);
  else denominator *= 10n ** BigInt(-power);
  const up = (numerator + denominator - 1n) / denominator;
  return sign === "-" ? -up : up;
}
