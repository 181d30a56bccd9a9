// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { Book } from "../../src/components/book.js";
import { renderEnvironments } from "../../src/components/environment-page.js";
import type { Capability } from "../../src/model/run.js";
import { sampleRun } from "../fixtures/site/sample.js";

const capability = (name: string, present = true): Capability => ({
  name,
  present,
  probe: name,
  found: "found",
});

function book(
  runs: [id: string, startedAt: string, docker: string | undefined, capabilities: Capability[]][],
) {
  const chapters = runs.map(([id, startedAt, docker, capabilities]) => ({
    id,
    title: { en: id, zh: id },
    run: {
      ...sampleRun,
      startedAt,
      environment: { ...sampleRun.environment, docker, kindVersion: undefined, capabilities },
    },
  }));
  return { series: [{ chapters }] } as unknown as Book;
}

test("what a run never asked for tells no places apart, and each place lists everything that was asked for there", () => {
  const page = renderEnvironments(
    book([
      ["c00", "2026-11-30T10:00:00.000Z", undefined, [capability("unshare")]],
      ["c10", "2026-11-30T09:00:00.000Z", "28.0", [capability("docker"), capability("nft", false)]],
      ["c12", "2026-11-30T08:00:00.000Z", "27.0", [capability("docker")]],
    ]),
    "en",
  );
  const places = [...page.querySelectorAll(".place")];
  expect(
    places.map((one) => [...one.querySelectorAll(".place-chapters a")].map((a) => a.textContent)),
  ).toEqual([["c00 c00", "c10 c10"], ["c12 c12"]]);
  const names = [...places[0]!.querySelectorAll(".capabilities td:first-child")].map(
    (one) => one.textContent,
  );
  expect(names).toEqual(["unshare", "docker", "nft"]);
});
