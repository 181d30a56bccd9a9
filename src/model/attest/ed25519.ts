import { ed25519 } from "@noble/curves/ed25519";

/** Whether a signature (64 bytes) of a message is by the key (32 bytes). */
export type VerifySignature = (
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
) => Promise<boolean>;

/** By the library: RFC 8032 to the letter, without the leniency of ZIP 215. Works everywhere. */
export const verifyByLibrary: VerifySignature = async (publicKey, message, signature) => {
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false; // not a point of the curve, or not a signature's length
  }
};

/**
 * By the browser's or Node's own WebCrypto where it knows Ed25519, else by the library.
 * @returns which of the two it is, so that a page can say so
 */
export async function bestVerifier(): Promise<{
  name: "WebCrypto" | "@noble/curves";
  verify: VerifySignature;
}> {
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle || !(await knowsEd25519(subtle))) return { name: "@noble/curves", verify: verifyByLibrary };
  return {
    name: "WebCrypto",
    verify: async (publicKey, message, signature) => {
      try {
        const key = await subtle.importKey("raw", buffer(publicKey), "Ed25519", false, ["verify"]);
        return await subtle.verify("Ed25519", key, buffer(signature), buffer(message));
      } catch {
        return false; // not a key
      }
    },
  };
}

/** A name that is known is not yet an algorithm that works: the first test vector of RFC 8032 is verified. */
async function knowsEd25519(subtle: SubtleCrypto): Promise<boolean> {
  try {
    const key = await subtle.importKey("raw", buffer(bytes(VECTOR.publicKey)), "Ed25519", false, ["verify"]);
    return await subtle.verify("Ed25519", key, buffer(bytes(VECTOR.signature)), new ArrayBuffer(0));
  } catch {
    return false; // that is the answer
  }
}

/** RFC 8032, section 7.1, TEST 1: the empty message. */
const VECTOR = {
  publicKey: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
  signature:
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
};

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16));
}

/** A copy in a buffer of its own, as WebCrypto's types want it. */
function buffer(view: Uint8Array): ArrayBuffer {
  return Uint8Array.from(view).buffer;
}
