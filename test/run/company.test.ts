import { expect, test } from "vitest";
import { company } from "../../data-loaders/run/company.js";

test("runs meet when neither is over before the other begins, and both know it, also afterwards", () => {
  const together = company();
  const first = together.enter("c12");
  expect(first.met()).toEqual([]);
  const second = together.enter("c32");
  const third = together.enter("c00");
  second.leave();
  const late = together.enter("k09");
  expect(first.met()).toEqual(["c00", "c32", "k09"]);
  expect(second.met()).toEqual(["c00", "c12"]);
  expect(late.met()).toEqual(["c00", "c12"]);
  for (const stay of [first, third, late]) stay.leave();
  expect(together.enter("c26").met()).toEqual([]);
  expect(third.met()).toEqual(["c12", "c32", "k09"]);
});
