import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describe as tell } from "../../data-loaders/commands/diagnose.js";
import { LAYERS, type Layer, type Readings, walk } from "../../src/model/diagnose/index.js";
import { extract } from "../../src/model/extract/index.js";
import type { StepRecord } from "../../src/model/run.js";

const folder = new URL("../fixtures/diagnose/", import.meta.url);
const recorded = (name: string): Readings =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ""));

/** What a run of c32 saw of each Pod; behind them Pods on the node's own network and static Pods, as `lab diagnose` read them. */
const expected: Record<string, string> = {
  control: "none",
  "wrong-tag": "image-reference fails name not found",
  "lost-layer": "image-content fails blob missing",
  "other-platform": "image-content fails no such platform",
  "foreign-program": "process-start fails exec format error",
  "bad-mount": "container-create fails not a directory",
  "read-only": "process-alive fails ended with exit code 1",
  loopback: "listening fails loopback only",
  unready: "readiness fails probe answered 503",
  unselected: "endpoints not determined a Service without endpoints selects other labels",
  "no-configmap": 'container-create fails configmap "absent" not found',
  "registry-gone": "image-reference fails registry not reached",
  "host-network": "none",
  "host-other-program": "listening fails another program's socket",
  "host-loopback": "listening fails loopback only",
  "static-pod": "none",
  "static-host-loopback": "none",
};

test.each(Object.entries(expected))("%s: %s", (name, verdict) => {
  const { first, layers } = walk(recorded(name));
  expect(first ? `${first.id} ${first.state} ${first.cause}` : "none").toBe(verdict);
  const at = first ? LAYERS.indexOf(first.id) : LAYERS.length;
  for (const layer of layers.slice(0, at)) expect(["works", "not applicable"]).toContain(layer.state);
});

test("every proof is in the reading that it names, word for word or as the JSON value at its place", () => {
  for (const name of names) {
    const readings = recorded(name);
    for (const layer of walk(readings).layers)
      for (const proof of layer.proof) expectFound(readings, layer, proof);
  }
});

function expectFound(
  readings: Readings,
  layer: Layer,
  { reading, pointer, text }: Layer["proof"][number],
): void {
  const source = readings.readings.find((one) => one.name === reading);
  expect(source, `${layer.id}: ${reading}`).toBeDefined();
  if (pointer === undefined) {
    const said = `${source!.stdout}\n${source!.stderr}`.replaceAll(/ +/g, " ");
    expect(said).toContain(text.replaceAll(/ +/g, " "));
    return;
  }
  const bytes = new TextEncoder().encode(source!.stdout);
  const found = extract({ kind: "json", path: pointer }, bytes, {} as StepRecord);
  expect(found, `${layer.id}: ${reading} ${pointer}`).toHaveProperty("value");
}

test("a reading that is missing, failed or cut off never moves the first layer without proof further down", () => {
  for (const name of names) {
    const whole = recorded(name);
    const at = indexOfFirst(whole);
    for (const spoilt of whole.readings.map((one) => one.name)) {
      const without = { ...whole, readings: whole.readings.filter((one) => one.name !== spoilt) };
      const change = (more: object) => ({
        ...whole,
        readings: whole.readings.map((one) => (one.name === spoilt ? { ...one, ...more } : one)),
      });
      const json = !/^(log|sockets)\//.test(spoilt);
      const failed = change({ exitCode: 1, stdout: "", stderr: "no answer" });
      const cut = change({
        stdout: whole.readings.find((one) => one.name === spoilt)!.stdout.slice(0, -200),
      });
      for (const readings of [without, failed, ...(json ? [cut] : [])])
        expect(indexOfFirst(readings), `${name} without ${spoilt}`).toBeLessThanOrEqual(at);
    }
  }
}, 60_000);

function indexOfFirst(readings: Readings): number {
  const { first } = walk(readings);
  return first ? LAYERS.indexOf(first.id) : LAYERS.length;
}

test("an observation reads a layer out of a step's output, and says why when it has no such value", () => {
  const read = (name: string, layer: (typeof LAYERS)[number] | "first", field: "id" | "state" | "cause") =>
    extract(
      { kind: "layer", layer, field },
      new TextEncoder().encode(JSON.stringify(recorded(name))),
      {} as StepRecord,
    );
  expect(read("loopback", "first", "id")).toMatchObject({ value: "listening" });
  expect(read("loopback", "process-alive", "state")).toMatchObject({ value: "works" });
  expect(read("control", "first", "id")).toMatchObject({ value: "none" });
  expect(read("control", "first", "cause")).toHaveProperty("missing");
  const other = new TextEncoder().encode('{"schema":"x"}');
  expect(extract({ kind: "layer", layer: "api", field: "state" }, other, {} as StepRecord)).toMatchObject({
    unread: true,
  });
});

test("a person is told the first layer without proof, the raw words, and the command that printed them", () => {
  const text = tell(walk(recorded("lost-layer")), recorded("lost-layer"));
  expect(text).toMatch(/^Pod labbook-c32\/lost-layer\n/);
  expect(text).toMatch(/NO {2}image content and platform .*fails \(blob missing\)/);
  expect(text).toContain(
    "The first layer without proof is image content and platform: it fails (blob missing).",
  );
  expect(text).toMatch(/\$ kubectl .* get events /);
  expect(tell(walk(recorded("unselected")), recorded("unselected"))).toContain(
    "whether it works is not determined",
  );
});
