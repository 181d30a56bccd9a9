import { expect, test } from "vitest";
import type { Proof } from "../../src/model/answer/citation.js";
import { filledText } from "../../src/model/answer/text.js";
import type { Value } from "../../src/model/run.js";

const seen = (value: Value, unit?: string): Proof => ({
  kind: "observation",
  name: "seen",
  value,
  ...(unit !== undefined && { unit }),
  sources: [],
});
const filled = (value: Value, unit?: string) =>
  filledText({ en: "{{seen}}.", zh: "{{seen}}。" }, [seen(value, unit)]);

test.each<[Value, string | undefined, string, string]>([
  ["10.244.1.14", undefined, "10.244.1.14.", "10.244.1.14。"],
  [["Pulled", "Created", "Failed"], undefined, "Pulled, Created, Failed.", "Pulled、Created、Failed。"],
  [[], undefined, "[].", "[]。"],
  [[["a", 1]], undefined, '[["a",1]].', '[["a",1]]。'],
  [{ name: "eth0" }, undefined, '{"name":"eth0"}.', '{"name":"eth0"}。'],
  [134217728, "bytes", "134217728 bytes.", "134217728 bytes。"],
  [7.219478, "s", "7.219 s.", "7.219 s。"],
  [12.0004, "s", "12 s.", "12 s。"],
  [0.0121987, "s", "0.0122 s.", "0.0122 s。"],
  [0.005000000000000001, "ms", "0.005 ms.", "0.005 ms。"],
  [-0.5, undefined, "-0.5.", "-0.5。"],
  [null, undefined, "null.", "null。"],
])("%j %s reads in both languages", (value, unit, en, zh) => {
  expect(filled(value, unit)).toEqual({ en, zh });
});

test("a name that nothing proves stays as it is", () => {
  expect(filledText({ en: "{{other}}", zh: "{{other}} 值" }, [seen(1)])).toEqual({
    en: "{{other}}",
    zh: "{{other}} 值",
  });
});
