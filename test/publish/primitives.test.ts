import { describe, expect, test } from "vitest";
import { fromBase64, toBase64 } from "../../src/model/attest/base64.js";
import { envelope, envelopeText, openEnvelope, pae } from "../../src/model/attest/dsse.js";
import { bestVerifier, verifyByLibrary } from "../../src/model/attest/ed25519.js";

const utf8 = (text: string) => new TextEncoder().encode(text);
const hex = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));

describe("DSSE", () => {
  test("the pre-authentication encoding of the specification's own example", () => {
    expect(new TextDecoder().decode(pae("http://example.com/HelloWorld", utf8("hello world")))).toBe(
      "DSSEv1 29 http://example.com/HelloWorld 11 hello world",
    );
  });

  test("lengths are bytes, not characters", () => {
    expect(new TextDecoder().decode(pae("é", utf8("链")))).toBe("DSSEv1 2 é 3 链");
  });

  const sound = envelope("t", utf8("body"), "id", () => new Uint8Array(64));
  test("opens what it made", () => {
    expect(openEnvelope(utf8(envelopeText(sound)))).toEqual({
      envelope: {
        payloadType: "t",
        payload: utf8("body"),
        signatures: [{ keyid: "id", sig: new Uint8Array(64) }],
      },
    });
  });

  test.each([
    ["no signature", { ...sound, signatures: [] }, /signatures/],
    ["a signature too short", { ...sound, signatures: [{ keyid: "id", sig: "AAAA" }] }, /signatures\.0\.sig/],
    ["a payload that is no base64", { ...sound, payload: "Ym9keR==" }, /payload: is not base64/],
    ["a field too many", { ...sound, extra: 1 }, /extra/],
  ])("%s", (_, changed, message) => {
    const result = openEnvelope(utf8(`${JSON.stringify(changed, null, 1)}\n`));
    expect("fault" in result && result.fault).toMatch(message);
  });

  test("another spelling of the same envelope", () => {
    expect(openEnvelope(utf8(JSON.stringify(sound)))).toEqual({ fault: "is not spelled as it was written" });
  });
});

describe("base64", () => {
  test.each([0, 1, 2, 3, 63, 64, 65])("%i bytes, as Node writes and reads them", (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 37 + 11) & 255);
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
    expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  });

  test.each(["A", "AB", "AB=", "A===", "AB==C", "AB= =", "A-_=", "Zh==", "Zm9=", "Zg=="])("%s", (text) => {
    const decoded = Uint8Array.from(Buffer.from(text, "base64"));
    const only = Buffer.from(decoded).toString("base64") === text;
    expect(fromBase64(text)).toEqual(only ? decoded : undefined);
  });
});

describe("Ed25519", () => {
  // RFC 8032, section 7.1, TEST 3
  const key = hex("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025");
  const message = hex("af82");
  const signature = hex(
    "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
  );
  test.each(["library", "best"])("%s: a vector of RFC 8032, and nothing near it", async (which) => {
    const verify = which === "library" ? verifyByLibrary : (await bestVerifier()).verify;
    expect(await verify(key, message, signature)).toBe(true);
    for (const at of [0, 31, 32, 63]) {
      const changed = Uint8Array.from(signature);
      changed[at]! ^= 1;
      expect(await verify(key, message, changed)).toBe(false);
    }
    expect(await verify(key, hex("af83"), signature)).toBe(false);
    expect(await verify(key, message, signature.slice(0, 63))).toBe(false);
    expect(await verify(key.slice(0, 31), message, signature)).toBe(false);
  });

  test("where WebCrypto has no Ed25519 the library is taken", async () => {
    const { crypto } = globalThis;
    const without = { subtle: { importKey: () => Promise.reject(new Error("NotSupportedError")) } };
    Object.defineProperty(globalThis, "crypto", { value: without, configurable: true });
    try {
      const { name, verify } = await bestVerifier();
      expect(name).toBe("@noble/curves");
      expect(await verify(key, message, signature)).toBe(true);
    } finally {
      Object.defineProperty(globalThis, "crypto", { value: crypto, configurable: true });
    }
  });
});
