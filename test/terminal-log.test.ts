import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { terminalLog } from "../data-loaders/terminal-log.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function stream(more: { isTTY?: boolean; columns?: number } = {}) {
  const written: string[] = [];
  return { ...more, written, write: (text: string) => written.push(text) };
}

test("in a terminal the running step stands below what was said, with its time, and goes when it ends", () => {
  const out = stream({ isTTY: true, columns: 40 });
  const log = terminalLog(out, { TERM: "xterm" });
  const done = log.running!("3/24  k07  outage/unknown");
  expect(out.written.at(-1)).toBe("… 3/24  k07  outage/unknown  0 s");
  vi.advanceTimersByTime(2000);
  log.info("OK        outage/stop 0.4 s");
  expect(out.written.slice(-3)).toEqual([
    "\r\u001b[2K",
    "OK        outage/stop 0.4 s\n",
    "… 3/24  k07  outage/unknown  2 s",
  ]);
  done();
  expect(out.written.at(-1)).toBe("\r\u001b[2K");
  vi.advanceTimersByTime(5000);
  expect(out.written.at(-1)).toBe("\r\u001b[2K");
});

test.each([
  [{ isTTY: true }, "dumb"],
  [{}, "xterm"],
])(
  "where a line cannot be rewritten a long step is named after 5 s and then each 30 s: %j TERM=%s",
  (kind, TERM) => {
    const out = stream(kind);
    const done = terminalLog(out, { TERM }).running!("3/24  k07  outage/unknown");
    vi.advanceTimersByTime(4000);
    expect(out.written).toEqual([]);
    vi.advanceTimersByTime(32_000);
    expect(out.written).toEqual([
      "running   3/24  k07  outage/unknown  5 s\n",
      "running   3/24  k07  outage/unknown  35 s\n",
    ]);
    done();
    vi.advanceTimersByTime(60_000);
    expect(out.written).toHaveLength(2);
  },
);
