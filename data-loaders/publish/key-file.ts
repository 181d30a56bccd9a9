/** The committed file of public keys, and the key that signs now. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { toBase64 } from "../../src/model/attest/base64.js";
import { verifyByLibrary } from "../../src/model/attest/ed25519.js";
import {
  KEYS_SCHEMA,
  type KeyEntry,
  type KeyFile,
  keysText,
  readKeys,
  selfSigned,
} from "../../src/model/attest/keys.js";
import { LabError } from "../errors.js";
import { withLock } from "../evidence/lock.js";
import { writeWhole } from "../evidence/write-whole.js";
import { exit } from "../exit-codes.js";
import { makeKey, openKey, type Signer } from "./key-store.js";

/** How long a new key may sign. */
const VALID_DAYS = 730;

/** The bytes of a public key file; undefined where there is none yet. */
export function readKeyFile(file: string): Uint8Array | undefined {
  return existsSync(file) ? new Uint8Array(readFileSync(file)) : undefined;
}

/** @throws LabError when the stored file has faults */
export async function openKeyFile(file: string): Promise<KeyFile> {
  const bytes = readKeyFile(file);
  if (!bytes) return { schema: KEYS_SCHEMA, keys: [] };
  const read = await readKeys(bytes, verifyByLibrary);
  if (read.keys) return read.keys;
  throw new LabError(
    "BAD_KEYS",
    `${file} cannot be used:\n${read.faults.map((one) => `  ${one}`).join("\n")}`,
    {
      exitCode: exit.verificationFailed,
      remedy: `git checkout -- ${file}`,
    },
  );
}

/**
 * The key that signs at this time: the newest that is valid, not revoked and kept on this machine. Where there is none (a
 * first use, a key that expired, another machine's keys), one is made and its public half added to the file.
 * @param fresh make a new one in any case
 */
export async function signingKey(
  file: string,
  folder: string,
  now: string,
  fresh = false,
): Promise<{ signer: Signer; made: boolean }> {
  mkdirSync(dirname(file), { recursive: true });
  return withLock(`${file}.lock`, () => newestKey(file, folder, now, fresh));
}

/** Whether the folder of keys holds the private half of one that may sign now. */
export async function holdsKey(file: string, folder: string, now: string): Promise<boolean> {
  const { keys } = await openKeyFile(file);
  return validAt(keys, now).some(({ keyid }) => openKey(folder, keyid) !== undefined);
}

/** Newest first. */
function validAt(keys: KeyEntry[], now: string): KeyEntry[] {
  return keys
    .filter((key) => !key.revoked && key.validFrom <= now && now < key.validUntil)
    .sort((a, b) => (a.validFrom < b.validFrom ? 1 : -1));
}

async function newestKey(
  file: string,
  folder: string,
  now: string,
  fresh: boolean,
): Promise<{ signer: Signer; made: boolean }> {
  const keys = await openKeyFile(file);
  for (const { keyid } of fresh ? [] : validAt(keys.keys, now)) {
    const signer = openKey(folder, keyid);
    if (signer) return { signer, made: false };
  }
  const signer = makeKey(folder);
  const until = new Date(Date.parse(now) + VALID_DAYS * 86_400_000).toISOString();
  const entry = signedEntry(signer, { validFrom: now, validUntil: until });
  await writeWhole(file, keysText({ ...keys, keys: [...keys.keys, entry] }));
  return { signer, made: true };
}

/** Marks a key as revoked, signed by itself. Needs its private half: without it, take its entry out of the file. */
export async function revokeKey(
  file: string,
  folder: string,
  keyid: string,
  now: string,
  reason: string,
): Promise<void> {
  const keys = await openKeyFile(file);
  const key = keys.keys.find(
    (one) => one.keyid === keyid || (keyid.length >= 8 && one.keyid.startsWith(keyid)),
  );
  const refuse = (message: string, remedy?: string) =>
    new LabError("REVOKE", message, { exitCode: exit.usage, ...(remedy && { remedy }) });
  if (!key) throw refuse(`${file} has no key ${keyid}`);
  if (key.revoked) throw refuse(`the key ${keyid} was revoked at ${key.revoked.at} already`);
  const signer = openKey(folder, key.keyid);
  if (!signer) throw refuse(`this machine does not have the key ${keyid}`, `take its entry out of ${file}`);
  const { validFrom, validUntil } = key;
  const entry = signedEntry(signer, { validFrom, validUntil, revoked: { at: now, reason } });
  await writeWhole(file, keysText({ ...keys, keys: keys.keys.map((one) => (one === key ? entry : one)) }));
}

function signedEntry(signer: Signer, of: Pick<KeyEntry, "validFrom" | "validUntil" | "revoked">): KeyEntry {
  const publicKey = Buffer.from(signer.publicKey).toString("hex");
  const entry = { keyid: signer.keyid, algorithm: "Ed25519" as const, publicKey, ...of };
  return { ...entry, selfSignature: toBase64(signer.sign(selfSigned(entry))) };
}
