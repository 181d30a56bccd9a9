import { describe, expect, test } from "vitest";
import { chainFrom } from "../../../../src/model/chain/chain.js";
import { breaks, changed, failed, linkOf, recordedDelivery, without } from "./recorded.js";

const served = recordedDelivery("c37-served");
const again = recordedDelivery("c37-again");
const flip = (digit: string) => (digit === "0" ? "1" : "0");

describe("a served response, as it was recorded", () => {
  const chain = chainFrom(served);
  const value = (id: string) => linkOf(chain, id).value;

  test("has no break", () => {
    expect(breaks(served)).toEqual({});
    expect(breaks(again)).toEqual({});
  });

  test("joins each element to the one before it", () => {
    expect(value("request.source")).toBe(value("source.archive"));
    expect(value("registry.manifest")).toBe(value("build.manifest"));
    expect(value("container.app.image.ref")).toBe(value("registry.ref"));
    expect(value("container.app.image.manifestDigest")).toBe(value("registry.manifest"));
    expect(value("request.podUid")).toBe(value("pod.uid"));
    expect(value("service.endpoint")).toBe(`${value("network.podIP")}:8080`);
    expect(value("volume.sha256")).toBe(value("state.written"));
    expect(value("state.sha256")).toBe(value("state.written"));
  });

  test("runs from cause to effect", () => {
    const ids = chain.links.map(({ id }) => id);
    const order = [
      "source.archive",
      "build.base",
      "build.manifest",
      "registry.push",
      "registry.manifest",
      "pod.uid",
    ];
    order.push(
      "volume.claim",
      "volume.node",
      "sandbox.id",
      "container.app.id",
      "network.podIP",
      "service.endpoint",
    );
    order.push("volume.mount", "volume.file", "request.id", "state.sha256");
    const places = order.map((id) => ids.indexOf(id));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test("points at the bytes that say the value", () => {
    const text = (step: string, [from, to]: [number, number]) =>
      Buffer.from(
        served.steps.find(({ record }) => record.id === step)!.stdout.subarray(from, to),
      ).toString();
    const own = /^(source|build|registry|service|volume|request|state)\./;
    const checked = chain.links.filter(({ id, value: v }) => own.test(id) && typeof v === "string");
    expect(checked.length).toBeGreaterThan(20);
    for (const link of checked) {
      const said = link.sources.map(({ step, span }) => text(step, span!));
      if (/^(registry\.manifest|state\.sha256)$/.test(link.id)) continue; // hashed here, from those bytes
      const parts = /^service\.(address|endpoint)$/.test(link.id)
        ? String(link.value).split(":")
        : [String(link.value)];
      for (const part of parts)
        expect(said.join(" "), link.id).toContain(part.replace(/^sha256:(?=[0-9a-f]{64}$)/, ""));
    }
  });

  test("of the same name is another process on the same volume after a recreation", () => {
    const second = chainFrom(again);
    for (const id of ["pod.uid", "container.app.id", "request.podUid", "request.startTicks"])
      expect(linkOf(second, id).value, id).not.toEqual(value(id));
    for (const id of [
      "source.archive",
      "registry.manifest",
      "volume.directory",
      "volume.file",
      "state.sha256",
    ])
      expect(linkOf(second, id).value, id).toEqual(value(id));
  });
});

describe("taking one element away breaks exactly its links", () => {
  test.each([
    ["source", ["source.archive"]],
    ["build", ["build.base", "build.config", "build.manifest"]],
    ["push", ["registry.push", "registry.ref"]],
    ["manifest", ["registry.manifest"]],
    ["service", ["service.address"]],
    ["endpoints", ["service.endpoint"]],
    ["claim", ["volume.claim"]],
    ["volume", ["volume.name"]],
    ["files", ["volume.directory", "volume.file"]],
    ["identity", ["request.id"]],
    ["state", ["state.sha256"]],
    ["written", ["state.written"]],
  ] as const)("%s", (role, links) => {
    const got = breaks(without(served, role));
    expect(Object.keys(got).sort()).toEqual([...links].sort());
    for (const link of chainFrom(without(served, role)).links)
      if (link.break) expect(link.break.reason).not.toBe("");
  });

  test("the node's reading: what the API and earlier steps say still stands", () => {
    const chain = chainFrom(without(served, "node"));
    for (const id of ["source.archive", "build.manifest", "registry.ref", "volume.claim", "volume.node"])
      expect(linkOf(chain, id).break, id).toBeUndefined();
    expect(linkOf(chain, "container.app.pid.node").break).toBeDefined();
  });

  test("the registry: down, or without the manifest", () => {
    const down = failed(served, "manifest", { exitCode: 7 });
    expect(breaks(down)).toEqual({ "registry.manifest": "not-reachable" });
    expect(linkOf(chainFrom(down), "registry.manifest").break!.reason).toContain("no connection");
    const lost = changed(served, "manifest", (text) => text.replace(" 200 ", " 404 "));
    expect(breaks(lost)).toEqual({ "registry.manifest": "absent" });
  });

  test("the connection: the process listens on loopback only", () => {
    expect(breaks(failed(served, "identity", { exitCode: 7 }))).toEqual({ "request.id": "not-reachable" });
  });

  test("the mount: the files are in the writable layer", () => {
    const bare = changed(served, "node", (text) => text.replaceAll(/^\d+ \d+ \S+ \S+ \/state .*\n/gm, ""));
    expect(breaks(bare)).toMatchObject({ "volume.mount": "absent" });
    expect(linkOf(chainFrom(bare), "volume.mount").break!.reason).toContain("overlay");
  });

  test("the state file, and then the state", () => {
    const elsewhere = changed(served, "files", (text) =>
      text.replaceAll(/^(--\w+ (?:in|out)side\/(?:file|sum))\n[^\n]*\n\n(--\w+)\. 0\n/gm, (_, head, mark) => {
        return `${head}\n\n${mark}. 1\n${head}/stderr\nstat: cannot statx 'x': No such file or directory\n\n${mark}. 0\n`;
      }),
    );
    expect(breaks(elsewhere)).toEqual({ "volume.file": "absent" });
    const gone = changed(elsewhere, "state", (text) => text.replace(" 200 ", " 404 "));
    expect(breaks(gone)).toEqual({ "volume.file": "absent", "state.sha256": "absent" });
  });
});

describe("an element that says something else breaks its own link", () => {
  const digest = /[0-9a-f](?=[0-9a-f]{63}\b)/;
  test.each([
    ["the archive's checksum", "source", (text: string) => text.replace(digest, flip), "source.archive"],
    [
      "one byte of the manifest",
      "manifest",
      (text: string) => text.replace(/"size":(\d)/, '"size":9$1'),
      "registry.manifest",
    ],
    [
      "the registry's header",
      "manifest",
      (text: string) => text.replace(/(docker-content-digest: sha256:)(.)/i, (_, a, b) => a + flip(b)),
      "registry.manifest",
    ],
    [
      "a selector",
      "service",
      (text: string) => text.replace(/("selector":\s*\{\s*"app":\s*")served/, "$1other"),
      "service.selector",
    ],
    [
      "another Pod's endpoint",
      "endpoints",
      (text: string) => text.replace(/("targetRef":[^}]*"uid":\s*")./, "$1x"),
      "service.endpoint",
    ],
    [
      "an endpoint that is not ready",
      "endpoints",
      (text: string) => text.replace(/"ready":\s*true/, '"ready":false'),
      "service.endpoint",
    ],
    [
      "an unbound claim",
      "claim",
      (text: string) => text.replace(/"phase":\s*"Bound"/, '"phase":"Pending"'),
      "volume.claim",
    ],
    [
      "a volume of another claim",
      "volume",
      (text: string) => text.replace(/("claimRef":[^}]*"uid":\s*")./, "$1x"),
      "volume.claim",
    ],
    [
      "a volume on another node",
      "volume",
      (text: string) => text.replace(/("values":\s*\[\s*")[^"]+/, "$1elsewhere"),
      "volume.node",
    ],
    [
      "another directory",
      "files",
      (text: string) => text.replace(/(inside\/dir\n\d+ )\d/, "$19"),
      "volume.directory",
    ],
    ["another file", "files", (text: string) => text.replace(/(inside\/file\n\d+ )\d/, "$19"), "volume.file"],
    [
      "another process",
      "identity",
      (text: string) => text.replace(/"startTicks":"\d/, '"startTicks":"x'),
      "request.startTicks",
    ],
    [
      "another Pod's answer",
      "identity",
      (text: string) => text.replace(/("pod":\{"uid":")./, "$1x"),
      "request.podUid",
    ],
    [
      "another request's answer",
      "identity",
      (text: string) => text.replace(/(x-request-id: )./i, "$1x"),
      "request.id",
    ],
    [
      "one byte of the state",
      "state",
      (text: string) => text.replace("line 001", "line 100"),
      "state.sha256",
    ],
  ] as const)("%s", (_, role, change, link) => {
    expect(Object.keys(breaks(changed(served, role, change)))).toEqual([link]);
  });
});
