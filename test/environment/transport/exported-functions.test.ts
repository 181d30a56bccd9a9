import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { launchLine, programLine } from "../../../data-loaders/environment/transport/login-shell.js";
import { remoteProgram } from "../../../data-loaders/environment/transport/remote-program.js";

const bash = spawnSync("bash", ["--version"]).status === 0;
if (!bash) console.warn("NOT_RUN  functions that an account exports: there is no bash");

test.skipIf(!bash).each(["cat", "cd", "command", "echo", "env", "printf", "read", "setsid", "umask"])(
  "an account that exports a function %s, where /bin/sh is bash, changes nothing",
  (name) => {
    const line = launchLine("id1").replace("exec /bin/sh", "exec bash --posix");
    const program = remoteProgram({ argv: ["printf", "%s", "a b"], timeoutMs: 1000 }, "nonce");
    const done = spawnSync("bash", ["-c", line], {
      input: programLine(program),
      env: {
        PATH: process.env.PATH,
        HOME: "/",
        [`BASH_FUNC_${name}%%`]: "() { builtin echo not this; exit 1; }",
      },
    });
    expect(done.stdout.toString()).toBe("labbook-ready-id1\nnonce start\na b");
    expect(done.stderr.toString()).toMatch(/^nonce start \d+\nnonce end 0\n$/);
  },
);
