/** How pictures write times: as many digits as a reader can use. */

/** Milliseconds as `42.7 s`, `1.24 s`, `130 ms` or `5 min 12 s`; with `signed`, `+42.7 s`. */
export function seconds(ms: number, signed = false): string {
  const size = Math.abs(ms);
  if (size < 0.5) return "0 s";
  const sign = ms < 0 ? "−" : signed ? "+" : "";
  return sign + unsigned(size);
}

function unsigned(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(2)} s`;
  if (ms < 180_000) return `${(ms / 1000).toFixed(1)} s`;
  const whole = Math.round(ms / 1000);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
