import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";

interface Semver {
  minVersion(range: string): { version: string } | null;
  satisfies(version: string, range: string): boolean;
}
const semver = createRequire(import.meta.url)("semver") as Semver;

interface Lock {
  packages: Record<string, { engines?: { node?: string } | string[] }>;
}
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as { engines: { node: string } };
const oldest = engines.node.split(" || ").map((range) => semver.minVersion(range)!.version);

/** Packages that name newer releases than they need here, and what shows it. */
const needLess = [
  // it compiles a chart's description and calls nothing of Node.js; test/site/charts.test.ts draws every chart with it
  "node_modules/vega-lite",
];

const nodeOf = (one: { engines?: { node?: string } | string[] }) =>
  Array.isArray(one.engines) ? undefined : one.engines?.node;

test("every locked package runs on the oldest releases of Node.js that package.json names", () => {
  expect(oldest).toEqual(["20.19.0", "22.13.0", "24.0.0"]);
  const tooNew = Object.entries(packages).filter(
    ([, one]) => !oldest.every((version) => semver.satisfies(version, nodeOf(one) ?? "*")),
  );
  expect(tooNew.map(([name]) => name)).toEqual(needLess);
});

test("and the release before each of them is not enough for one of the packages", () => {
  for (const before of ["20.18.3", "22.11.0", "23.4.0"]) {
    const others = Object.entries(packages).filter(([name]) => name !== "" && !needLess.includes(name));
    const refusing = others.filter(([, one]) => !semver.satisfies(before, nodeOf(one) ?? "*"));
    expect(refusing.length, before).toBeGreaterThan(0);
    expect(semver.satisfies(before, engines.node)).toBe(false);
  }
});

test("the README names these releases", () => {
  const named = oldest.map((version) => `${version.replace(/(\.0)+$/, "")}+`);
  expect(readFileSync("README.md", "utf8")).toContain(`Node.js ${named[0]}, ${named[1]} or ${named[2]}`);
  expect(readFileSync("README.zh.md", "utf8")).toContain(`Node.js ${named[0]}、${named[1]} 或 ${named[2]}`);
});
