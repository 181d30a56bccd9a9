/** Dead Simple Signing Envelope: https://github.com/secure-systems-lab/dsse (protocol and envelope, version 1). */
import * as z from "zod";
import { fromBase64, toBase64 } from "./base64.js";

export interface Envelope {
  payloadType: string;
  /** Base64 of the signed bytes. */
  payload: string;
  signatures: { keyid: string; sig: string }[];
}

const schema = z.strictObject({
  payloadType: z.string(),
  payload: z.string(),
  signatures: z.array(z.strictObject({ keyid: z.string(), sig: z.string() })).min(1),
});

/** Pre-authentication encoding: "DSSEv1" SP LEN(type) SP type SP LEN(body) SP body; lengths in bytes, as decimal ASCII. */
export function pae(type: string, body: Uint8Array): Uint8Array {
  const utf8 = new TextEncoder();
  const name = utf8.encode(type);
  const head = utf8.encode(`DSSEv1 ${name.length} `);
  const middle = utf8.encode(` ${body.length} `);
  const all = new Uint8Array(head.length + name.length + middle.length + body.length);
  let at = 0;
  for (const piece of [head, name, middle, body]) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** @param sign gives the signature of the bytes that it is given: 64 bytes for Ed25519 */
export function envelope(
  type: string,
  body: Uint8Array,
  keyid: string,
  sign: (message: Uint8Array) => Uint8Array,
): Envelope {
  return {
    payloadType: type,
    payload: toBase64(body),
    signatures: [{ keyid, sig: toBase64(sign(pae(type, body))) }],
  };
}

/** The one spelling of a stored envelope. */
export function envelopeText(one: Envelope): string {
  return `${JSON.stringify(one, null, 1)}\n`;
}

export interface OpenedEnvelope {
  payloadType: string;
  payload: Uint8Array;
  signatures: { keyid: string; sig: Uint8Array }[];
}

/** Reads a stored envelope; every byte of it counts. */
export function openEnvelope(bytes: Uint8Array): { envelope: OpenedEnvelope } | { fault: string } {
  let text: string;
  let json: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    json = JSON.parse(text);
  } catch (error) {
    return { fault: `is not JSON in UTF-8: ${(error as Error).message}` };
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { fault: `${issue!.path.join(".")}: ${issue!.message}` };
  }
  const { payloadType, payload, signatures } = json as Envelope;
  if (
    text !==
    envelopeText({ payloadType, payload, signatures: signatures.map(({ keyid, sig }) => ({ keyid, sig })) })
  )
    return { fault: "is not spelled as it was written" };
  const body = fromBase64(payload);
  if (!body) return { fault: "payload: is not base64" };
  const opened = signatures.map(({ keyid, sig }) => ({ keyid, sig: fromBase64(sig) }));
  const bad = opened.findIndex(({ sig }) => sig?.length !== 64);
  if (bad >= 0) return { fault: `signatures.${bad}.sig: is not the base64 of 64 bytes` };
  return {
    envelope: {
      payloadType,
      payload: body,
      signatures: opened.map(({ keyid, sig }) => ({ keyid, sig: sig! })),
    },
  };
}
