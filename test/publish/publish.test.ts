import { createPublicKey, verify as verifyByNode } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { verify as verifyCommand } from "../../data-loaders/commands/verify.js";
import { packPublished, publishedFiles } from "../../data-loaders/publish/published.js";
import { verifyWhole, verifyWholeFiles } from "../../src/model/attest/bundle.js";
import { openEnvelope, pae } from "../../src/model/attest/dsse.js";
import { bestVerifier } from "../../src/model/attest/ed25519.js";
import type { Statement } from "../../src/model/attest/statement.js";
import { verifyPublished } from "../../src/model/attest/verify.js";
import type { Files } from "../../src/model/bundle/archive.js";
import { sha256Hex } from "../../src/model/hash.js";
import type { RunDocument } from "../../src/model/run.js";
import { clone, SIGNED_AT, soundAnswer } from "../support/answer.js";
import { recordedRun, temporaryFolder } from "../support/evidence.js";

let keys: ReturnType<typeof temporaryFolder>;
let one: Awaited<ReturnType<typeof clone>>;
const made: { remove(): void }[] = [];
beforeEach(async () => {
  keys = temporaryFolder();
  one = await clone(keys.path);
  made.push(keys, one);
});
afterEach(() => {
  for (const folder of made.splice(0)) folder.remove();
});

const filesOf = async (of = one) => (await publishedFiles(of.roots, "c00", "1"))!.files;
const bundleOf = async (of = one) => packPublished((await publishedFiles(of.roots, "c00", "1"))!);
const payloadOf = (file: string) => {
  const opened = openEnvelope(new Uint8Array(readFileSync(file)));
  if ("fault" in opened) throw new Error(opened.fault);
  return opened.envelope;
};
const faultsOf = async (files: Files) => (await verifyPublished(files)).checks.filter(({ ok }) => !ok);

/** Numbers from 0 below n, the same in every run of the test. */
function dice(seed: number) {
  let state = seed;
  return (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

describe("what is published", () => {
  test("verifies by library and by WebCrypto, packed and unpacked, and by the command", async () => {
    expect(await one.publish()).toMatchObject({ outcome: "PUBLISHED", status: "VERIFIED" });
    const report = await verifyPublished(await filesOf());
    expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(report.checks.map(({ id }) => id).slice(-4)).toEqual([
      "answer",
      "record",
      "attestation",
      "signature",
    ]);
    const { verify } = await bestVerifier();
    expect((await verifyPublished(await filesOf(), { verify })).ok).toBe(true);
    const bundle = await bundleOf();
    expect((await verifyWhole(bundle)).ok).toBe(true);
    const file = join(one.root, "answer.labbook.tar");
    writeFileSync(file, bundle);
    // all but the signature stands: the project's own file of keys does not know the key that was made for this test
    const printed: string[] = [];
    expect(await verifyCommand(file, { json: true }, { print: (line) => printed.push(line) })).toBe(7);
    const [told] = JSON.parse(printed.join("\n")) as [Awaited<ReturnType<typeof verifyPublished>>];
    expect(told.checks.filter(({ ok }) => !ok).map(({ id }) => id)).toEqual(["signature"]);
  });

  test("is an in-toto Statement about every file, in a DSSE envelope that another implementation verifies", async () => {
    await one.publish();
    const { payload, payloadType, signatures } = payloadOf(one.paths.attestation);
    const statement = JSON.parse(new TextDecoder().decode(payload)) as Statement;
    expect(statement).toMatchObject({
      _type: "https://in-toto.io/Statement/v1",
      predicate: { signedAt: SIGNED_AT },
    });
    expect(payloadType).toBe("application/vnd.in-toto+json");
    const files = await filesOf();
    const wanted = [...files].filter(([name]) => !/^(attestation|keys)\.json$/.test(name));
    expect(statement.subject).toEqual(
      wanted
        .map(([name, bytes]) => ({ name, digest: { sha256: sha256Hex(bytes) } }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    );
    const [key] = JSON.parse(readFileSync(one.keyFile, "utf8")).keys;
    const x = Buffer.from(key.publicKey, "hex").toString("base64url");
    const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    expect(verifyByNode(null, pae(payloadType, payload), publicKey, signatures[0]!.sig)).toBe(true);
    expect(signatures[0]!.keyid).toBe(key.keyid);
  });

  test("is the same in two clones: all bytes at the same time, all but the signature's time at another", async () => {
    const two = await clone(keys.path);
    made.push(two);
    await one.publish();
    writeFileSync(two.keyFile, readFileSync(one.keyFile)); // as committed
    await two.publish();
    expect(await bundleOf(two)).toEqual(await bundleOf());

    const three = await clone(keys.path);
    made.push(three);
    writeFileSync(three.keyFile, readFileSync(one.keyFile));
    await three.publish("2026-12-02T00:00:00.000Z");
    const [left, right] = [await filesOf(), await filesOf(three)];
    const differing = [...left.keys()].filter(
      (name) => sha256Hex(left.get(name)!) !== sha256Hex(right.get(name)!),
    );
    expect(differing).toEqual(["attestation.json"]);
    const texts = [one, three].map(({ paths }) =>
      new TextDecoder().decode(payloadOf(paths.attestation).payload),
    );
    expect(texts[0]!.replace(SIGNED_AT, "")).toBe(texts[1]!.replace("2026-12-02T00:00:00.000Z", ""));
  });

  test("is left alone when it verifies already", async () => {
    await one.publish();
    const before = readFileSync(one.paths.attestation);
    expect(await one.publish("2026-12-05T00:00:00.000Z")).toMatchObject({ outcome: "UNCHANGED" });
    expect(readFileSync(one.paths.attestation)).toEqual(before);
  });

  test("is withdrawn when the answer has faults, all of which are said", async () => {
    await one.publish();
    const answer = soundAnswer();
    answer.claims[0]!.evidence = [];
    answer.cannotConclude[0]!.zh = "";
    writeFileSync(one.paths.answer, stringify(answer));
    const outcome = await one.publish();
    expect(outcome).toMatchObject({
      outcome: "REFUSED",
      faults: expect.arrayContaining([expect.stringContaining("claims.0")]),
    });
    expect(outcome.faults!.length).toBe(2);
    expect([one.paths.attestation, one.paths.record].filter((file) => existsSync(file))).toEqual([]);
  });

  test("with a NOT_RUN part it is published so marked", async () => {
    const partial = recordedRun((run) => {
      run.status = "PARTIAL";
      const step = run.steps.find(({ id }) => id === "old-proc-says")!;
      for (const field of ["stdout", "stderr", "exitCode"] as const) delete step[field];
      Object.assign(step, { status: "NOT_RUN", reason: "unshare is missing" });
      for (const [name, observation] of Object.entries(run.observations)) {
        if (observation.source?.step !== "old-proc-says") continue;
        run.observations[name] = {
          missing: "NOT_RUN",
          reason: "unshare is missing",
          source: { step: "old-proc-says", stream: "stdout" },
        };
      }
    });
    const again = await rejudged(partial);
    const two = await clone(keys.path, { ...soundAnswer(), notRun: ["step old-proc-says"] }, again);
    made.push(two);
    expect(await two.publish()).toMatchObject({
      outcome: "PUBLISHED",
      status: "VERIFIED_WITH_NOT_RUN",
      notRun: ["step old-proc-says"],
    });
    expect((await verifyPublished(await filesOf(two))).ok).toBe(true);
    const { predicate } = JSON.parse(
      new TextDecoder().decode(payloadOf(two.paths.attestation).payload),
    ) as Statement;
    expect(predicate).toMatchObject({ status: "VERIFIED_WITH_NOT_RUN", notRun: ["step old-proc-says"] });
  });

  test("a run whose raw output was changed is not published", async () => {
    const raw = join(one.roots.evidence, "c00", "raw");
    const [name] = readdirSync(raw).filter((file) => statSync(join(raw, file)).size > 10);
    const bytes = readFileSync(join(raw, name!));
    bytes[3]! ^= 1;
    writeFileSync(join(raw, name!), bytes);
    expect(await one.publish()).toMatchObject({
      outcome: "REFUSED",
      faults: expect.arrayContaining([
        expect.stringMatching(/digests: raw\/.*at least one of its \d+ bytes changed/),
      ]),
    });
  });
});

describe("a single changed byte of a published answer", () => {
  test("a thousand random ones: outputs, run document, answer, record, envelope, key file", {
    timeout: 600_000,
  }, async () => {
    await one.publish();
    const files = await filesOf();
    const raw = [...files.keys()].filter((name) => name.startsWith("raw/") && files.get(name)!.length > 0);
    const others = ["run.json", "answer.yaml", "record.json", "attestation.json", "keys.json"];
    const random = dice(20261201);
    const seen = new Map<string, number>();
    for (let round = 0; round < 1000; round++) {
      const name = [...others, raw[random(raw.length)]!][round % 6]!;
      const bytes = Uint8Array.from(files.get(name)!);
      const at = random(bytes.length);
      bytes[at] = (bytes[at]! + 1 + random(255)) & 255;
      const faults = await faultsOf(new Map([...files, [name, bytes]]));
      expect(faults.length, `${name} at ${at}`).toBeGreaterThan(0);
      for (const { id } of faults) seen.set(id, (seen.get(id) ?? 0) + 1);
    }
    // each of these is what finds some of them
    expect([...seen.keys()]).toEqual(
      expect.arrayContaining(["digests", "answer", "record", "attestation", "signature"]),
    );
  });

  test("every single bit of the envelope's signature and of the key file's entry", {
    timeout: 600_000,
  }, async () => {
    await one.publish();
    const files = await filesOf();
    for (const name of ["keys.json", "attestation.json"]) {
      const whole = files.get(name)!;
      const from = name === "keys.json" ? 0 : whole.length - 130;
      for (let at = from; at < whole.length; at += 5) {
        const bytes = Uint8Array.from(whole);
        bytes[at]! ^= 1 << (at % 8);
        expect(
          (await faultsOf(new Map([...files, [name, bytes]]))).length,
          `${name} at ${at}`,
        ).toBeGreaterThan(0);
      }
    }
  });

  test("of the bundle as one file", { timeout: 600_000 }, async () => {
    await one.publish();
    const bundle = await bundleOf();
    const random = dice(7);
    for (let round = 0; round < 100; round++) {
      const bytes = Uint8Array.from(bundle);
      const at = random(bytes.length);
      bytes[at] = (bytes[at]! + 1 + random(255)) & 255;
      expect((await verifyWhole(bytes)).ok, `byte ${at}`).toBe(false);
    }
  });

  test("says where: the output and its steps, the field of the run, of the record, of the answer", async () => {
    await one.publish();
    const files = await filesOf();
    const changed = async (name: string, change: (text: string) => string) => {
      const text = change(new TextDecoder().decode(files.get(name)!));
      const faults = await faultsOf(new Map([...files, [name, new TextEncoder().encode(text)]]));
      return faults.map(({ id, detail }) => `${id}: ${detail}`).join("\n");
    };
    expect(await changed("answer.yaml", (text) => text.replace("value: vm", "value: vn"))).toMatch(
      /answer: answer\.yaml claims\.0\.evidence\.1: hostname\.outside\.after: the run observed "vm", the answer says "vn"/,
    );
    expect(await changed("answer.yaml", (text) => text.replace("Inside it was", "Inside it is "))).toMatch(
      /record: record\.json: answer\.sha256|record: .*claims\.0\.text\.en/,
    );
    expect(await changed("record.json", (text) => text.replace('"VERIFIED"', '"VERIFIEF"'))).toMatch(
      /record: record\.json: status: it says "VERIFIEF", what follows from answer and run is "VERIFIED" \(from character \d+ on\)/,
    );
    expect(await changed("run.json", (text) => text.replace('"cpus": ', '"cpus": 1'))).toMatch(
      /run\.sha256|run\.json has the digest [0-9a-f]+, signed was [0-9a-f]+/,
    );
    expect(
      await changed("keys.json", (text) => text.replace('"validUntil": "2028', '"validUntil": "2029')),
    ).toMatch(/signature: keys\.json keys\.0\.selfSignature: is not the key's own: the entry was changed/);
    expect(
      await changed("attestation.json", (text) => text.replace("vnd.in-toto+json", "vnd.in-toto+jso1")),
    ).toMatch(/payloadType: expected application\/vnd\.in-toto\+json/);
  });
});

describe("keys", () => {
  test("are made on first use, outside the project, for their owner alone, and never shown", async () => {
    await one.publish();
    const [name, ...more] = readdirSync(keys.path);
    expect(more).toEqual([]);
    expect(statSync(join(keys.path, name!)).mode & 0o777).toBe(0o600);
    const secret = readFileSync(join(keys.path, name!), "utf8").split("\n")[1]!;
    for (const file of [one.keyFile, one.paths.record, one.paths.attestation, one.paths.answer]) {
      expect(readFileSync(file, "utf8")).not.toContain(secret);
      expect(readFileSync(file, "utf8")).not.toContain(
        Buffer.from(secret, "base64").subarray(-32).toString("base64"),
      );
    }
  });

  test("an expired key signs no more: the next takes its place, and what the old one signed stays good", async () => {
    await one.publish("2026-12-01T00:00:00.000Z");
    const before = await filesOf();
    const { publish, keyFile } = one;
    expect((await publish("2029-01-01T00:00:00.000Z", { again: true })).outcome).toBe("PUBLISHED");
    expect(JSON.parse(readFileSync(keyFile, "utf8")).keys).toHaveLength(2);
    expect((await verifyPublished(await filesOf())).ok).toBe(true);
    const old = new Map([...before, ["keys.json", (await filesOf()).get("keys.json")!] as const]);
    expect((await verifyPublished(old)).ok).toBe(true);
  });

  test("the first answer is signed with a key that is made on the way, however long that takes", async () => {
    const { signingKey } = await import("../../data-loaders/publish/key-file.js");
    const { publishAnswer } = await import("../../data-loaders/publish/publish-answer.js");
    let ms = Date.parse(SIGNED_AT);
    const clock = () => new Date(ms++).toISOString();
    const fresh = temporaryFolder();
    made.push(fresh);
    const signer = async () => (await signingKey(one.keyFile, fresh.path, clock())).signer;
    expect((await publishAnswer(one.roots, "c00", "1", signer, clock)).outcome).toBe("PUBLISHED");
    expect((await verifyPublished(await filesOf())).ok).toBe(true);
  });

  test("a time outside of the key's is refused, and so is a revoked or an unknown key", async () => {
    const { signingKey, revokeKey } = await import("../../data-loaders/publish/key-file.js");
    const { publishAnswer } = await import("../../data-loaders/publish/publish-answer.js");
    await one.publish();
    const sign = (signedAt: string) =>
      publishAnswer(
        one.roots,
        "c00",
        "1",
        async () => (await signingKey(one.keyFile, keys.path, SIGNED_AT)).signer,
        () => signedAt,
        { again: true },
      );
    await expect(sign("2026-11-30T23:59:59.999Z")).rejects.toThrow(/before the key became valid/);
    await expect(sign("2028-12-01T00:00:00.000Z")).rejects.toThrow(/after the key expired/);

    const foreign = temporaryFolder();
    const other = await clone(foreign.path);
    made.push(foreign, other);
    await other.publish();
    const files = await filesOf();
    const trusted = await verifyPublished(files, { keys: (await filesOf(other)).get("keys.json")! });
    expect(trusted.checks.at(-1)).toMatchObject({
      id: "signature",
      ok: false,
      detail: expect.stringMatching(/there is no key/),
    });

    const { keyid } = JSON.parse(readFileSync(one.keyFile, "utf8")).keys[0];
    await revokeKey(one.keyFile, keys.path, keyid, "2026-12-03T00:00:00.000Z", "lost laptop");
    expect((await faultsOf(await filesOf())).map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/the key .* was revoked at 2026-12-03T00:00:00\.000Z: lost laptop/),
    ]);
    expect(await one.publish("2026-12-04T00:00:00.000Z")).toMatchObject({ outcome: "PUBLISHED" });
    expect((await verifyPublished(await filesOf())).ok).toBe(true);
  });

  test("nobody signed before there was something to sign", async () => {
    await one.publish();
    const early = "2020-01-01T00:00:00.000Z";
    expect(await one.publish(early, { again: true })).toMatchObject({
      outcome: "REFUSED",
      faults: [expect.stringMatching(/before run .* ended at .*clock of this machine/)],
    });
    // what was published stays, and nothing was made on the way
    expect((await verifyPublished(await filesOf())).ok).toBe(true);
    expect(JSON.parse(readFileSync(one.keyFile, "utf8")).keys).toHaveLength(1);

    // the holder of a key can date as they like: what the files say bounds it
    const { signingKey } = await import("../../data-loaders/publish/key-file.js");
    const { envelope, envelopeText } = await import("../../src/model/attest/dsse.js");
    const { signer } = await signingKey(one.keyFile, keys.path, early);
    const forged = async (signedAt: string) => {
      const { payload, payloadType } = payloadOf(one.paths.attestation);
      const text = new TextDecoder().decode(payload).replace(SIGNED_AT, signedAt);
      const signed = envelope(payloadType, new TextEncoder().encode(text), signer.keyid, signer.sign);
      const files = await filesOf();
      files.set("attestation.json", new TextEncoder().encode(envelopeText(signed)));
      return (await faultsOf(files)).map(({ detail }) => detail).join();
    };
    expect(await forged("2020-06-01T00:00:00.000Z")).toMatch(/^attestation.json signed at .* before run/);
    expect(await forged("2020-13-01T00:00:00.000Z")).toMatch(/names no time of signing/);
  });

  test("an entry that somebody else extends is not believed", async () => {
    await one.publish();
    const text = readFileSync(one.keyFile, "utf8").replace(/"validUntil": "2028/, '"validUntil": "2098');
    writeFileSync(one.keyFile, text);
    expect((await faultsOf(await filesOf()))[0]!.detail).toMatch(/selfSignature/);
    await expect(one.publish(SIGNED_AT, { again: true })).rejects.toMatchObject({ exitCode: 7 });
  });

  test("a key that others may read is not used; a folder in the project is refused", async () => {
    const { chmodSync } = await import("node:fs");
    const { makeKey } = await import("../../data-loaders/publish/key-store.js");
    await one.publish();
    chmodSync(join(keys.path, readdirSync(keys.path)[0]!), 0o644);
    await expect(one.publish(SIGNED_AT, { again: true })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/expected mode 600, got 644/),
    });
    expect(() => makeKey("src/answers/keys")).toThrow(/inside the project/);
    expect(existsSync("src/answers/keys")).toBe(false);
  });
});

describe("a crash while publishing", () => {
  test.each(["withdrawn", "record", "attestation"])(
    "after %s: nothing half stands, and the next publish finishes",
    async (point) => {
      await one.publish();
      const died = await execa(
        "node",
        [
          "--import",
          "tsx",
          "test/publish/publish-and-die.ts",
          one.roots.evidence,
          one.roots.answers,
          keys.path,
          point,
        ],
        { reject: false },
      );
      expect(died.signal).toBe("SIGKILL");
      const files = await filesOf();
      const published = files.has("attestation.json");
      expect(published).toBe(point === "attestation");
      if (published) expect((await verifyPublished(files)).ok).toBe(true);
      expect((await one.publish()).outcome).toBe(published ? "UNCHANGED" : "PUBLISHED");
      expect((await verifyWholeFiles(await unpacked())).ok).toBe(true);
    },
  );

  const unpacked = async () => {
    const { readBundle } = await import("../../src/model/bundle/bundle.js");
    return readBundle(await bundleOf()).files!;
  };
});

/** The verdicts of a changed run, as they come out of what it still has. */
async function rejudged(of: { run: RunDocument; raw: Map<string, Uint8Array> }) {
  const { observe } = await import("../../src/model/observe.js");
  const { judge } = await import("../../src/model/predictions/judge.js");
  Object.assign(of.run, JSON.parse(JSON.stringify(observe(of.run, (sha256) => of.raw.get(sha256)))));
  of.run.verdicts = JSON.parse(JSON.stringify(judge(of.run.predictions, of.run)));
  return of;
}
