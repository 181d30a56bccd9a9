import { expect, test } from "vitest";
import { fillPlaceholders, MissingValue, placeholders } from "../../labs/vocabulary/placeholders.js";

const values: Record<string, string> = {
  "pod.ip": "fd00:10:244:1::7",
  "old.ip": "10.244.1.7",
  "one/network.podIPs": '["10.244.1.7","fd00:10:244:1::7"]',
  none: "[]",
  host: "registry:5000",
};
const fill = (name: string) => {
  if (values[name] === undefined) throw new Error(`asked for ${name}`);
  return values[name];
};

test("an address is a URL's host: IPv6 in brackets, IPv4 and names with a port as they are given", () => {
  expect(fillPlaceholders("http://{{url:pod.ip}}:8080/", fill)).toBe("http://[fd00:10:244:1::7]:8080/");
  expect(fillPlaceholders("http://{{url:old.ip}}:8080/", fill)).toBe("http://10.244.1.7:8080/");
  expect(fillPlaceholders("http://{{host}}/", fill)).toBe("http://registry:5000/");
});

test("ip(8) is told the family of an address or a block", () => {
  expect(fillPlaceholders(["ip", "{{family:pod.ip}}", "{{family:old.ip}}"], fill)).toEqual([
    "ip",
    "-6",
    "-4",
  ]);
});

test("an argument with each stands there once for each element, in its place", () => {
  const argv = ["curl", "http://{{each:url:one/network.podIPs}}:{{host}}/", "{{each:old.ip}}", "end"];
  expect(fillPlaceholders({ argv }, fill)).toEqual({
    argv: [
      "curl",
      "http://10.244.1.7:registry:5000/",
      "http://[fd00:10:244:1::7]:registry:5000/",
      "10.244.1.7",
      "end",
    ],
  });
});

test("of an empty list nothing can be asked: the step is blocked, not run without its arguments", () => {
  expect(() => fillPlaceholders(["ping", "{{each:none}}"], fill)).toThrow(MissingValue);
  expect(() => fillPlaceholders(["ping", "{{each:none}}"], fill)).toThrow(
    "{{none}} has no value: the list is empty",
  );
});

test("the names are those of the values, whatever form they are written in", () => {
  expect(placeholders(["{{each:url:one/network.podIPs}}", { on: "{{family:pod.ip}} {{host}}" }])).toEqual([
    "one/network.podIPs",
    "pod.ip",
    "host",
  ]);
});
