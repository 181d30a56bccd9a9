/** Base64 (RFC 4648, section 4), with padding, in the one spelling that these bytes have. */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const group = [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63];
    const length = Math.min(3, bytes.length - at) + 1;
    text += group.map((digit, index) => (index < length ? ALPHABET[digit] : "=")).join("");
  }
  return text;
}

/** Undefined when the text is not the base64 of any bytes: decoders that let more pass would let a changed text pass too. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return undefined;
  const digits = text.replace(/=+$/, "");
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const digit of digits) {
    bits = (bits << 6) | ALPHABET.indexOf(digit);
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes[at++] = (bits >> held) & 255;
      bits &= (1 << held) - 1;
    }
  }
  return bits === 0 ? bytes : undefined;
}
