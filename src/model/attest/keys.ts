/** The public keys that answers are signed with: `src/answers/keys.json`, committed, read by pages and by `lab verify`. */
import { hexToBytes } from "@noble/hashes/utils";
import * as z from "zod";
import { canonical, sha256Hex } from "../hash.js";
import { sha256, time } from "../schema/shared.js";
import { fromBase64 } from "./base64.js";
import { pae } from "./dsse.js";
import type { VerifySignature } from "./ed25519.js";

export const KEYS_SCHEMA = "labbook/keys/v1";

export interface KeyEntry {
  /** SHA-256 of the public key's 32 bytes. */
  keyid: string;
  algorithm: "Ed25519";
  /** 32 bytes as 64 lower-case hex digits. */
  publicKey: string;
  /** A signature counts when its time is within [validFrom, validUntil). */
  validFrom: string;
  validUntil: string;
  /** None of its signatures counts any more: whoever has the key can date them as they like. */
  revoked?: { at: string; reason: string };
  /** Base64 of the key's own signature over the rest of the entry, so that nobody else can prolong or extend it. */
  selfSignature: string;
}

export interface KeyFile {
  schema: typeof KEYS_SCHEMA;
  keys: KeyEntry[];
}

const entry = z.strictObject({
  keyid: sha256,
  algorithm: z.literal("Ed25519"),
  publicKey: z.string().regex(/^[0-9a-f]{64}$/),
  validFrom: time,
  validUntil: time,
  revoked: z.strictObject({ at: time, reason: z.string() }).optional(),
  selfSignature: z.string(),
});
const keyFile = z.strictObject({ schema: z.literal(KEYS_SCHEMA), keys: z.array(entry) });

/** The one spelling of a key file. */
export function keysText(file: KeyFile): string {
  return `${JSON.stringify(file, null, 1)}\n`;
}

export function keyidOf(publicKey: Uint8Array): string {
  return sha256Hex(publicKey);
}

/** What a key signs of its own entry. */
export function selfSigned(of: Omit<KeyEntry, "selfSignature">): Uint8Array {
  const { keyid, algorithm, publicKey, validFrom, validUntil, revoked } = of;
  const body = canonical({ keyid, algorithm, publicKey, validFrom, validUntil, ...(revoked && { revoked }) });
  return pae("application/vnd.labbook.key+json", new TextEncoder().encode(body));
}

/** Reads a stored key file: schema, spelling, each key's ID and its own signature. Faults name the field. */
export async function readKeys(
  bytes: Uint8Array,
  verify: VerifySignature,
): Promise<{ keys: KeyFile; faults?: undefined } | { keys?: undefined; faults: string[] }> {
  let text: string;
  let json: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    json = JSON.parse(text);
  } catch (error) {
    return { faults: [`is not JSON in UTF-8: ${(error as Error).message}`] };
  }
  const parsed = keyFile.safeParse(json);
  if (!parsed.success)
    return { faults: parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) };
  const keys = json as KeyFile;
  const faults = text === keysText(keys) ? [] : ["is not spelled as it was written"];
  for (const [index, key] of keys.keys.entries()) {
    const fault = await entryFault(key, verify);
    if (fault) faults.push(`keys.${index}.${fault}`);
    if (keys.keys.findIndex(({ keyid }) => keyid === key.keyid) !== index)
      faults.push(`keys.${index}.keyid: is there twice`);
  }
  return faults.length > 0 ? { faults } : { keys };
}

async function entryFault(key: KeyEntry, verify: VerifySignature): Promise<string | undefined> {
  const publicKey = hexToBytes(key.publicKey);
  if (keyidOf(publicKey) !== key.keyid) return "keyid: is not the digest of the public key";
  const signature = fromBase64(key.selfSignature);
  if (signature?.length !== 64) return "selfSignature: is not the base64 of 64 bytes";
  return (await verify(publicKey, selfSigned(key), signature))
    ? undefined
    : "selfSignature: is not the key's own: the entry was changed";
}

/** Why a signature of that time by that key does not count; undefined when it does. */
export function keyFault(keys: KeyFile, keyid: string, signedAt: string): string | undefined {
  const key = keys.keys.find((one) => one.keyid === keyid);
  if (!key) return `there is no key ${keyid} in keys.json`;
  if (key.revoked) return `the key ${keyid} was revoked at ${key.revoked.at}: ${key.revoked.reason}`;
  if (signedAt < key.validFrom)
    return `was signed at ${signedAt}, before the key became valid at ${key.validFrom}`;
  if (signedAt >= key.validUntil)
    return `was signed at ${signedAt}, after the key expired at ${key.validUntil}`;
  return undefined;
}
