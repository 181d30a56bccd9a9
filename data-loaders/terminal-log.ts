import type { Log } from "./effects.js";

/** What the log needs of standard error. */
export interface LogStream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

const SECOND = 1000;
/** Without a terminal that can rewrite a line, a step that takes long is named after so many milliseconds, … */
const FIRST_WORD_MS = 5 * SECOND;
/** … and again each time so many have passed. */
const AGAIN_MS = 30 * SECOND;

/**
 * Progress on standard error. What runs at the moment stands in one line at the bottom, with its time, and is rewritten
 * each second; where lines cannot be rewritten (a file, a pipe, TERM=dumb) it is said when it takes long.
 */
export function terminalLog(stream: LogStream, env: NodeJS.ProcessEnv = process.env): Log {
  const rewrites = stream.isTTY === true && env.TERM !== "dumb";
  const running = new Map<string, number>();
  let drawn = false;
  const clear = () => {
    if (drawn) stream.write("\r\u001b[2K");
    drawn = false;
  };
  const draw = () => {
    clear();
    const now = Date.now();
    const all = [...running].map(([what, since]) => `${what}  ${seconds(now - since)}`).join("   ");
    if (all === "") return;
    stream.write(`… ${all}`.slice(0, (stream.columns ?? 80) - 1));
    drawn = true;
  };
  const say = (line: string) => {
    clear();
    stream.write(`${line}\n`);
    if (rewrites) draw();
  };
  return {
    info: say,
    warn: (message) => say(`! ${message}`),
    running(what) {
      const since = Date.now();
      running.set(what, since);
      let next = FIRST_WORD_MS;
      const tick = () => {
        if (rewrites) return draw();
        const passed = Date.now() - since;
        if (passed < next) return;
        next = passed + AGAIN_MS;
        say(`running   ${what}  ${seconds(passed)}`);
      };
      if (rewrites) draw();
      const timer = setInterval(tick, SECOND);
      timer.unref();
      return () => {
        clearInterval(timer);
        running.delete(what);
        if (rewrites) draw();
      };
    },
  };
}

function seconds(ms: number): string {
  return `${Math.floor(ms / SECOND)} s`;
}
