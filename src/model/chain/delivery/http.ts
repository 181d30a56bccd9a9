/** An HTTP answer as `curl --include` prints it: status, headers, and a body whose bytes are kept. */
import type { Source } from "../../run.js";
import { type Broken, broken, type Fact } from "../facts.js";
import { parseJson } from "../json.js";
import type { Json, StepOutput } from "../readings.js";

export interface Answer {
  status: Fact<number>;
  /** A header's value; names in lower case. */
  header(name: string): Fact<string> | undefined;
  body: Uint8Array;
  bodySource: Source;
  /** The body as JSON. */
  json(): Json | Broken;
  /** The value of a header that was sent, from the command itself. */
  sent(name: string): string | undefined;
}

/** The answer in a step's output (an interim `100 Continue` comes before it), whole; or why there is none. */
export function httpAnswer({ record, stdout }: StepOutput): Answer | Broken {
  const url = record.argv.at(-1) ?? "";
  const none = (why: string) => broken("not-reachable", `${url} (step ${record.id}): ${why}`);
  const head = finalHead(latin1(stdout));
  const exitCode = record.exitCode ?? 0;
  if (!head) return none(record.reason ?? (exitCode ? curlEnd(exitCode) : "no answer"));
  const early = endedEarly(head, { record, stdout });
  if (early) return none(early);
  const start = head.index;
  const span = (from: number, to: number): Source => ({
    step: record.id,
    stream: "stdout",
    span: [from, to],
  });
  const bodyStart = start + head[0].length;
  const status = {
    value: Number(head[1]),
    source: span(start + head[0].indexOf(head[1]!), start + head[0].indexOf(head[1]!) + 3),
  };
  return {
    status,
    header(name) {
      const found = new RegExp(`^${name}:[ \\t]*(.*?)[ \\t]*\\r?$`, "imd").exec(head[0]);
      const [from, to] = found?.indices?.[1] ?? [];
      if (from === undefined || to === undefined) return undefined;
      return { value: found![1]!, source: span(start + from, start + to) };
    },
    body: stdout.subarray(bodyStart),
    bodySource: span(bodyStart, stdout.length),
    json() {
      try {
        const root = parseJson(stdout, bodyStart, stdout.length);
        return { root, source: (node) => ({ ...span(...node.span), pointer: node.pointer }) };
      } catch (error) {
        return broken(
          "field-missing",
          `the body of ${url} (step ${record.id}) is ${(error as Error).message}`,
        );
      }
    },
    sent(name) {
      const line = record.argv.find((word) => word.toLowerCase().startsWith(`${name}: `));
      return line?.slice(name.length + 2);
    },
  };
}

/** Status line and headers, up to and with the empty line, at one place only. */
const HEAD = /HTTP\/[\d.]+ (\d{3})[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n/y;

/** The head behind the interim ones (1xx). What looks like a head in a body is that body's content. */
function finalHead(text: string): RegExpExecArray | undefined {
  HEAD.lastIndex = 0;
  for (;;) {
    const head = HEAD.exec(text);
    if (!head || !head[1]!.startsWith("1")) return head ?? undefined;
  }
}

/** Half a body is no answer, and its digest would be that of nothing that was sent. Masked bytes have another length. */
function endedEarly(head: RegExpExecArray, { record, stdout }: StepOutput): string | undefined {
  const { exitCode = 0 } = record;
  if (record.stdout?.truncatedFrom !== undefined)
    return `the answer is longer than what is kept of it: ${stdout.length} of ${record.stdout.truncatedFrom} bytes`;
  // 22 is curl's word for a status of 400 and more
  if (exitCode !== 0 && exitCode !== 22) return `the answer ended early: ${curlEnd(exitCode)}`;
  const said = /^content-length:[ \t]*(\d+)/im.exec(head[0])?.[1];
  const got = stdout.length - head.index - head[0].length;
  const isWhole = said === undefined || Number(said) === got || exitCode === 22 || record.stdout?.redactions;
  return isWhole ? undefined : `the answer ended early: expected ${said} bytes, got ${got}`;
}

/** What curl(1) says that its exit code means, for those that tell where a connection ended. */
function curlEnd(code: number): string {
  const meaning = {
    6: "the name is not known",
    7: "no connection",
    18: "only a part came",
    28: "no answer in time",
    52: "an empty answer",
  }[code];
  return `curl ended with ${code}${meaning ? ` (${meaning})` : ""}`;
}

/** One character a byte. */
function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}
