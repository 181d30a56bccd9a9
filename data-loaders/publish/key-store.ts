/**
 * Signing keys: private ones outside the repository, one file a key, readable by their owner alone. They are never printed
 * and never leave this module: it gives away a function that signs.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join, resolve, sep } from "node:path";
import { keyidOf } from "../../src/model/attest/keys.js";
import { LabError } from "../errors.js";
import { exit } from "../exit-codes.js";

export interface Signer {
  keyid: string;
  /** 32 bytes. */
  publicKey: Uint8Array;
  /** Ed25519, 64 bytes. */
  sign(message: Uint8Array): Uint8Array;
}

/** LABBOOK_KEYS, or labbook/ in the user's folder for settings. */
export function keyFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.LABBOOK_KEYS) return resolve(env.LABBOOK_CALLER ?? ".", env.LABBOOK_KEYS);
  return join(env.XDG_CONFIG_HOME || join(homedir(), ".config"), "labbook");
}

/** @throws LabError when the folder is inside the project, where keys could be committed */
export function makeKey(folder: string, project = "."): Signer {
  refuseInside(folder, project);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  refuseInside(folder, project); // a link may have led back
  const { privateKey } = generateKeyPairSync("ed25519");
  const signer = signerOf(privateKey);
  const file = fileOf(folder, signer.keyid);
  writeFileSync(`${file}.new`, privateKey.export({ type: "pkcs8", format: "pem" }), {
    mode: 0o600,
    flag: "wx",
  });
  renameSync(`${file}.new`, file);
  return signer;
}

/** The key of that ID when this machine has it. @throws LabError when others could read it, or when it is another key */
export function openKey(folder: string, keyid: string): Signer | undefined {
  const file = fileOf(folder, keyid);
  if (!existsSync(file)) return undefined;
  const stat = lstatSync(file);
  if (!stat.isFile() || (process.platform !== "win32" && (stat.mode & 0o077) !== 0)) {
    throw new LabError(
      "KEY_READABLE",
      `the signing key ${file} may be read by others: expected mode 600, got ${(stat.mode & 0o777).toString(8)}`,
      {
        exitCode: exit.usage,
        remedy: `chmod 600 ${file}`,
      },
    );
  }
  const signer = signerOf(createPrivateKey(readFileSync(file)));
  if (signer.keyid !== keyid) {
    throw new LabError("KEY_OTHER", `${file} holds another key than its name says`, { exitCode: exit.usage });
  }
  return signer;
}

function fileOf(folder: string, keyid: string): string {
  return join(folder, `${keyid}.pem`);
}

function signerOf(privateKey: KeyObject): Signer {
  const { x } = createPublicKey(privateKey).export({ format: "jwk" });
  const publicKey = new Uint8Array(Buffer.from(x!, "base64url"));
  return {
    keyid: keyidOf(publicKey),
    publicKey,
    sign: (message) => new Uint8Array(sign(null, message, privateKey)),
  };
}

function refuseInside(folder: string, project: string): void {
  const real = (path: string) => (existsSync(path) ? realpathSync(path) : resolve(path));
  const root = real(project);
  if (real(folder) !== root && !real(folder).startsWith(root + sep)) return;
  throw new LabError(
    "KEY_IN_PROJECT",
    `the folder for signing keys, ${folder}, is inside the project, where keys could be committed`,
    {
      exitCode: exit.usage,
      remedy: "set LABBOOK_KEYS to a folder outside of it",
    },
  );
}
