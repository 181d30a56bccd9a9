import { describe, expect, it } from "vitest";
import { LAYOUTS, laidOut } from "./layouts.js";

describe.each(LAYOUTS)("the layout %s", (layout) => {
  it("means the same, and looks different", () => {
    const text = '{\n  "a": {"b\\"": [1, 2.50, "x: {y}"], "c": {}},\n  "d": 18446744073709551615\n}\n';
    const changed = laidOut(text, layout)!;
    expect(JSON.parse(changed)).toEqual(JSON.parse(text));
    expect(changed).not.toBe(text);
    expect(changed).toContain("18446744073709551615");
  });

  it("keeps lines of JSON lines, and leaves text alone", () => {
    expect(laidOut('{"a":1,"b":2}\n{"a":3}\n', layout)!.trimEnd().split("\n")).toHaveLength(2);
    expect(laidOut("12\n", layout)).toBeUndefined();
    expect(laidOut("NAME AGE\n", layout)).toBeUndefined();
  });
});
