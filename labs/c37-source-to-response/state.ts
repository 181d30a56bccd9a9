import { createHash } from "node:crypto";

/** 128 lines of 32 bytes: 4096 bytes, the most that /state takes. Synthetic, the same in every run. */
export const STATE = Array.from({ length: 128 }, (_, line) =>
  `synthetic state, line ${String(line + 1).padStart(3, "0")} `.padEnd(31, ".").concat("\n"),
).join("");

/** The checksum of exactly these bytes, so that what is read back can be compared with what the sheet says. */
export const STATE_SHA256 = `sha256:${createHash("sha256").update(STATE).digest("hex")}`;
