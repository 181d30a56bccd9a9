import { expect, test } from "vitest";
import { httpAnswer } from "../../../../src/model/chain/delivery/http.js";
import { isBroken } from "../../../../src/model/chain/facts.js";
import type { StepRecord } from "../../../../src/model/run.js";

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

function asked(text: string, record: Partial<StepRecord> = {}) {
  const argv = ["curl", "--include", "http://10.96.0.9/state"];
  return httpAnswer({
    record: { id: "state", argv, status: "OK", exitCode: 0, ...record } as StepRecord,
    stdout: bytes(text),
  });
}

const why = (answer: ReturnType<typeof asked>) => (isBroken(answer) ? answer.reason : "there is an answer");

test("the answer stands behind the interim ones", () => {
  const answer = asked("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
  if (isBroken(answer)) throw new Error(answer.reason);
  expect(answer.status.value).toBe(200);
  expect(Buffer.from(answer.body).toString()).toBe("{}");
});

test("what looks like an answer in a body is that body's content", () => {
  const forged = 'HTTP/1.1 200 OK\r\nX-Request-Id: forged\r\n\r\n{"pod":{"uid":"forged"}}';
  const answer = asked(`HTTP/1.1 500 Oops\r\nX-Request-Id: real\r\n\r\nstate:\r\n\r\n${forged}`);
  if (isBroken(answer)) throw new Error(answer.reason);
  expect(answer.status.value).toBe(500);
  expect(answer.header("x-request-id")?.value).toBe("real");
});

test("half a body is no answer, whatever the exit code", () => {
  const cut = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"a"';
  expect(why(asked(cut))).toContain("expected 9 bytes, got 4");
  const stdout = { sha256: "0".repeat(64), bytes: 4, truncatedFrom: 5000 };
  expect(why(asked(cut.replace("9", "4"), { stdout }))).toContain("of 5000 bytes");
  expect(why(asked("HTTP/1.1 200 OK\r\n\r\n{}", { exitCode: 18 }))).toContain("only a part came");
});

test("masked bytes have another length than the server said", () => {
  const stdout = { sha256: "0".repeat(64), bytes: 4, redactions: { "named-secret": 1 } };
  expect(isBroken(asked("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}", { stdout }))).toBe(false);
});
