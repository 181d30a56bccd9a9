import { expect, test } from "vitest";
import { narrowed } from "../../data-loaders/commands/narrow.js";
import { defineLab, t, vm } from "../../labs/vocabulary/index.js";

const x = t("x", "x");
const one = (id: string, after?: string) => ({
  id,
  kind: "normal" as const,
  title: x,
  ...(after && { after }),
  steps: [vm(`step-${id}`, x, ["true"])],
});
const lab = defineLab({
  ...{ id: "c97", title: x, question: x, environment: "linux", needs: [], predictions: [] },
  cases: [one("first"), one("second", "first"), one("alone"), one("third", "second")],
});
const casesOf = (ids?: string[]) => {
  const { loaded, told } = narrowed({ lab, folder: "c97-x" }, ids);
  return { ids: loaded.lab.cases.map(({ id }) => id), told };
};

test("without --case every case runs", () => {
  expect(casesOf()).toEqual({ ids: ["first", "second", "alone", "third"], told: [] });
});

test("a case brings those that it comes after, in the sheet's order, and says so", () => {
  expect(casesOf(["third"])).toEqual({
    ids: ["first", "second", "third"],
    told: [
      "case second runs too: third begins where it ends",
      "case first runs too: second begins where it ends",
    ],
  });
  expect(casesOf(["alone"])).toEqual({ ids: ["alone"], told: [] });
  expect(casesOf(["second", "first"])).toEqual({ ids: ["first", "second"], told: [] });
});

test("a case that the lab does not have is refused with those it has", () => {
  expect(() => casesOf(["fourth"])).toThrow(/no case fourth; its cases are first, second, alone, third/);
});
