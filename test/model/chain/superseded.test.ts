import { describe, expect, it } from "vitest";
import { isSuperseded } from "../../../src/model/chain/superseded.js";

describe("isSuperseded", () => {
  const chains = [{ id: "normal", tries: 3 }];
  it.each([
    ["normal.1.node", true],
    ["normal.2.pod-last", true],
    ["normal.3.node", false],
    ["normal", false],
    ["normal-two.1.node", false],
    ["other.1.node", false],
  ])("%s: %s", (id, expected) => {
    expect(isSuperseded({ id }, chains)).toBe(expected);
  });
});
