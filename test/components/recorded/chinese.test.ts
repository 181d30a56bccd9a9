/** Everything that labbook itself recorded in words has a Chinese reading, in every run that is published. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { claimInChinese, inChinese } from "../../../src/components/recorded/chinese.js";
import { runInLanguage } from "../../../src/components/recorded/in-language.js";
import type { RunDocument } from "../../../src/model/run.js";
import { recordedRun } from "../../support/evidence.js";

const chinese = /[\u4e00-\u9fff]/;
const root = "src/evidence";
const chapters = readdirSync(root).filter((name) => existsSync(join(root, name, "run.json")));

/** Sentences of a run's own words: those of three words or more that no rule knows are English in a Chinese page. */
function sentencesOf(run: RunDocument): string[] {
  return [
    ...run.verdicts.map(({ explanation }) => explanation),
    ...Object.values(run.observations).flatMap((one) => (one.missing === undefined ? [] : [one.reason])),
    ...run.chains.flatMap(({ links }) => links.flatMap((link) => (link.break ? [link.break.reason] : []))),
    ...run.timelines.map(({ clock }) => clock),
  ];
}

describe.each(chapters)("%s", (chapter) => {
  const run = JSON.parse(readFileSync(join(root, chapter, "run.json"), "utf8")) as RunDocument;
  it("has a Chinese reading of every sentence that it recorded", () => {
    const left = sentencesOf(run).filter(
      // values that are compared, such as `a = b`, hold no words of labbook's own
      (text) => !/ [=≠] |^[^a-z]*$/.test(text) && !chinese.test(inChinese(text)),
    );
    expect([...new Set(left)]).toEqual([]);
  });

  it("has one of every claim", () => {
    expect(
      run.verdicts.map(({ expected }) => claimInChinese(expected)).filter((text) => !chinese.test(text)),
    ).toEqual([]);
  });
});

test.each([
  ["it is 525b7962-8378", "值为 525b7962-8378"],
  ["expected 1, got 2", "应为 1，实为 2"],
  [
    "host-port.after: case host-port did not succeed: step answer is BLOCKED",
    "host-port.after：情形 host-port 没有成功：步骤 answer 的状态是 BLOCKED",
  ],
  ["expected numbers, got x and [1]", "应为数字，实为 x 与 [1]"],
  ["9.5 is not within 40 ± 3 s", "9.5 不在 40 ± 3 s 之内"],
  ["9.5 is in 0 … 10", "9.5 在 0 … 10 之内"],
  ["1 is not before 2", "1 不先于 2"],
  ["unknown: no entry of timeline brief matches", "unknown：时间线 brief 中没有匹配的条目"],
  [
    "network.podIP: the Pod has no address: the Pod status gives no $['status']['podIP']",
    "network.podIP：Pod 没有地址：Pod status 没有给出 $['status']['podIP']",
  ],
  ["a: nothing at $.x; b: no match of /^x: y$/", "a：$.x 处没有内容；b：没有内容匹配 /^x: y$/"],
  ["x.id: the container has no process: CONTAINER_EXITED", "x.id：容器没有进程：CONTAINER_EXITED"],
  ['["a","b"] has b', '["a","b"] 含有 b'],
  ["control: the layer endpoints has no cause", "control：endpoints 层没有起因"],
  ["pid namespace: 1 ≠ 2", "pid 命名空间：1 ≠ 2"],
  ["taint x:NoExecute added", "污点 x:NoExecute 已添加"],
  ["curl: (6) Could not resolve host: nowhere", "curl: (6) Could not resolve host: nowhere"],
  ["a $1 that is printed is $2 in /x/", "a $1 that is printed is $2 in /x/"],
  ["it is $1", "值为 $1"],
])("%s", (english, expected) => expect(inChinese(english)).toBe(expected));

test.each([
  ["a.b, c/d: same net namespace", "a.b, c/d：同一个 net 命名空间"],
  ["node.updates before lease.updates", "node.updates 先于 lease.updates"],
  ["x within y (3) ± 2 s", "x 在 y (3) ± 2 s 之内"],
  ["a, b, c changed", "a, b, c 各不相同"],
  ["a, b unchanged", "a, b 相同"],
])("%s", (english, expected) => expect(claimInChinese(english)).toBe(expected));

it("changes words only: every value, source and status is as it was recorded", () => {
  const { run } = recordedRun();
  expect(runInLanguage(run, "en")).toEqual(run);
  const told = runInLanguage(run, "zh");
  const values = (one: RunDocument) => [
    Object.values(one.observations).map((o) =>
      o.missing === undefined ? [o.value, o.unit, o.source] : o.missing,
    ),
    one.verdicts.map(({ prediction, verdict, observed }) => [prediction, verdict, observed]),
    one.steps.map(({ id, argv, status, stdout, exitCode }) => [id, argv, status, stdout, exitCode]),
    one.predictions,
    one.cleanup.leftovers,
  ];
  expect(values(told)).toEqual(values(run));
  expect(told.verdicts.every(({ expected }) => chinese.test(expected))).toBe(true);
});
