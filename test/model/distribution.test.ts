import { describe, expect, it } from "vitest";
import { distribution, rankTest } from "../../src/model/distribution.js";

describe("distribution", () => {
  it("sums up samples in any order", () => {
    const ten = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
    const found = distribution(ten);
    expect(found).toMatchObject({
      n: 10,
      min: 1,
      median: 5.5,
      max: 10,
      mean: 5.5,
      p25: 3.25,
      p75: 7.75,
      iqr: 4.5,
    });
    expect(found.p95).toBeCloseTo(9.55, 10);
    expect(distribution([7])).toEqual({
      n: 1,
      min: 7,
      p25: 7,
      median: 7,
      p75: 7,
      p95: 7,
      max: 7,
      mean: 7,
      iqr: 0,
    });
  });

  it("refuses to sum up nothing or what is no number", () => {
    expect(() => distribution([])).toThrow("no samples");
    expect(() => distribution([1, Number.NaN])).toThrow("NaN");
  });
});

describe("rankTest", () => {
  it("gives the statistic and p of an example worked by hand", () => {
    // U: pairs in which x is greater. p: erfc(z / sqrt 2) with z = (35 − 25 − 0.5) / sqrt(50 / 12 · 16).
    const x = [0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
    const y = [1.15, 0.88, 0.9, 0.74, 1.21];
    const { u, p, difference } = rankTest(x, y);
    expect(u).toBe(35);
    expect(p).toBeCloseTo(0.244624, 5);
    expect(difference).toBe("none");
  });

  it("claims a difference only when the samples show one, and says which is greater", () => {
    const [slow, fast] = [
      [11, 12, 13, 14, 15, 16],
      [1, 2, 3, 4, 5, 6],
    ];
    expect(rankTest(slow, fast).difference).toBe("a is greater");
    expect(rankTest(fast, slow).difference).toBe("b is greater");
    expect(rankTest(fast, slow).p).toBeCloseTo(rankTest(slow, fast).p, 12);
    expect(rankTest(fast, fast)).toMatchObject({ p: 1, difference: "none" });
    expect(rankTest([3, 3, 3, 3, 3], [3, 3, 3, 3, 3])).toMatchObject({ u: 12.5, p: 1, difference: "none" });
  });

  it("corrects for ties", () => {
    // Three values of four each. z = (18 − 10 − 0.5) / sqrt(36 / 12 · (13 − 3 · (4³ − 4) / (12 · 11))).
    const { u, p } = rankTest([1, 1, 1, 2, 2, 3], [1, 2, 2, 3, 3, 3]);
    expect(u).toBe(10);
    expect(p).toBeCloseTo(0.204305, 5);
  });

  it("says too few rather than none", () => {
    expect(rankTest([1, 2, 3, 4], [11, 12, 13, 14]).difference).toBe("too few samples");
    expect(rankTest([], [1]).difference).toBe("too few samples");
  });
});
