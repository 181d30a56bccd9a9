import { describe, expect, it } from "vitest";
import { stateOf } from "../../data-loaders/site/state.js";
import { notRun, sampleRun } from "../fixtures/site/sample.js";

const now = {
  labDigest: sampleRun.labDigest,
  labParts: sampleRun.labParts,
  predictionsDigest: sampleRun.predictionsDigest,
};

describe("a page's state", () => {
  it("is NOT_RUN without a run, and with an attempt that could not run", () => {
    expect(stateOf(undefined, now).state).toBe("NOT_RUN");
    expect(stateOf(notRun, now).state).toBe("NOT_RUN");
  });

  it("is OBSERVED while the lab's digest is that of the run", () => {
    expect(stateOf(sampleRun, now)).toEqual({ state: "OBSERVED", changed: [], amended: false });
  });

  it("is STALE when the lab changed, and names the parts that did", () => {
    const changed = {
      ...now,
      labDigest: "ff".repeat(32),
      labParts: { spec: "ee".repeat(32), "manifests/pod.yaml": "dd".repeat(32) },
    };
    expect(stateOf(sampleRun, changed)).toEqual({
      state: "STALE",
      changed: ["manifests/pod.yaml", "spec"],
      amended: false,
    });
  });

  it("says that predictions were amended when their digest differs", () => {
    const amended = { ...now, labDigest: "ff".repeat(32), predictionsDigest: "ff".repeat(32) };
    expect(stateOf(sampleRun, amended)).toMatchObject({ state: "STALE", amended: true });
  });
});
