import { existsSync, readdirSync, readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { RunDocument } from "../../src/model/run.js";
import { parseRun, runJsonSchema } from "../../src/model/schema.js";

const recorded = JSON.parse(readFileSync("test/fixtures/evidence/c00/run.json", "utf8")) as RunDocument;
const changed = (change: (run: RunDocument & Record<string, unknown>) => void) => {
  const run = structuredClone(recorded) as RunDocument & Record<string, unknown>;
  change(run);
  return run;
};

describe("parseRun", () => {
  test("takes a recorded run as it is", () => {
    expect(parseRun(recorded).faults).toBeUndefined();
    expect(parseRun(recorded).run).toBe(recorded);
  });

  test.each([undefined, null, 7, [], {}, { schema: "labbook/run/v2" }])(
    "asserts the version first: %j",
    (json) => {
      expect(parseRun(json).faults).toEqual([
        { path: "schema", message: expect.stringMatching(/^expected labbook\/run\/v1, got /) },
      ]);
    },
  );

  test("says every fault at once, each with its path", () => {
    const { faults } = parseRun(
      changed((run) => {
        run.status = "DONE" as never;
        run.steps[0]!.stdout!.sha256 = "ABC";
        run.steps[1]!.startedAt = "2026-11-30 09:50";
        run.extra = 1;
        (run.observations[Object.keys(run.observations)[0]!] as { value?: unknown }).value = undefined;
      }),
    );
    const paths = faults!.map(({ path }) => path);
    expect(paths).toContain("status");
    expect(paths).toContain("steps.0.stdout.sha256");
    expect(paths).toContain("steps.1.startedAt");
    expect(
      paths.some((path) => path.startsWith(`observations.${Object.keys(recorded.observations)[0]}`)),
    ).toBe(true);
    expect(faults!.find(({ path }) => path === "")?.message).toMatch(/extra/);
  });

  test("an observation has a value or a reason, never both", () => {
    const name = Object.keys(recorded.observations)[0]!;
    const both = changed((run) =>
      Object.assign(run.observations[name]!, { missing: "NOT_RUN", reason: "no root" }),
    );
    expect(parseRun(both).faults).toBeDefined();
  });

  test("a chain's link has a value with a source or a break, never both, never neither", () => {
    const withLink = (link: Record<string, unknown>) =>
      parseRun(
        changed((run) => {
          run.chains = [
            {
              id: "normal",
              pod: { namespace: "n", name: "p", node: "w" },
              generation: null,
              tries: 1,
              steps: [],
              links: [{ id: "pod.uid", layer: "api", sources: [], ...link } as never],
            },
          ];
        }),
      ).faults?.map(({ path }) => path);
    const sources = [{ step: "s", stream: "stdout" }];
    expect(withLink({ value: "u", sources })).toBeUndefined();
    expect(withLink({ break: { code: "absent", reason: "none" } })).toBeUndefined();
    for (const link of [
      {},
      { value: "u" },
      { value: "u", sources, break: { code: "absent", reason: "none" } },
    ])
      expect(withLink(link)).toEqual(["chains.0.links.0"]);
  });
});

test("the JSON Schema accepts the recorded run and refuses a changed one", () => {
  const validate = new Ajv2020({ strict: false }).compile(runJsonSchema() as object);
  expect(validate(recorded)).toBe(true);
  expect(validate(changed((run) => (run.steps[0]!.argv = "ls" as never)))).toBe(false);
  expect(validate(changed((run) => (run.extra = 1)))).toBe(false);
});

test("the JSON Schema that lies beside the evidence is today's", () => {
  expect(JSON.parse(readFileSync("src/evidence/schema.json", "utf8"))).toEqual(
    JSON.parse(JSON.stringify(runJsonSchema())),
  );
});

test("every run that the project holds is to the schema", () => {
  const files = readdirSync("src/evidence").map((chapter) => `src/evidence/${chapter}/run.json`);
  const runs = files.filter((file) => existsSync(file));
  expect(runs.length).toBeGreaterThan(0);
  for (const file of runs)
    expect(parseRun(JSON.parse(readFileSync(file, "utf8"))).faults, file).toBeUndefined();
});
