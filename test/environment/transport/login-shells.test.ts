import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { CommandRequest, Transport } from "../../../data-loaders/effects.js";
import { localTransport } from "../../../data-loaders/environment/transport/local.js";
import { sshTransport } from "../../../data-loaders/environment/transport/ssh.js";
import { noSshd, type Sshd, startSshd } from "../../support/sshd.js";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const shells = ["/bin/sh", "/bin/bash", "/usr/bin/zsh", "/usr/bin/fish", "/bin/tcsh"];
/** What the accounts' settings print and set: on both streams, without a line end, and on the shell's way out. */
const noise = {
  ".bashrc":
    "printf noise; echo noise >&2; trap 'echo bye' EXIT; cd /; export CDPATH=/ GREP_OPTIONS=-v; umask 077\n",
  ".zshenv":
    "printf noise; echo noise >&2; zshexit() { echo bye; }; TRAPEXIT() { echo bye; }; setopt NOMATCH RC_QUOTES\n",
  ".config/fish/config.fish":
    "printf noise; echo noise >&2; function bye --on-event fish_exit; echo bye; end; cd /\n",
  ".tcshrc": "set echo verbose; echo -n noise; set histchars='!^'; alias sh false; cd /\n",
};
const every = new Uint8Array(Array.from({ length: 256 * 40 }, (_, index) => index % 256));
/** What each command has to print and how it has to end, wherever it runs. */
const commands: [string, Pick<CommandRequest, "argv" | "stdin">][] = [
  ["nothing", { argv: ["true"] }],
  ["two backslashes", { argv: ["printf", "%s", "a\\\\b"] }],
  ["a quote", { argv: ["echo", "it's"] }],
  [
    "everything that a shell may take for its own",
    {
      argv: [
        "printf",
        "%s|",
        "a b",
        "$HOME",
        "`id`",
        "!!",
        "!x",
        "^a^b",
        "*",
        "~",
        "",
        "\n",
        "a\nb\n",
        "\t",
        '"',
        "\\'",
        "{a,b}",
        "#",
        "%s",
        "-n",
        "&&",
        ";",
        "=ls",
        "é中😀\u0081",
      ],
    },
  ],
  [
    "every letter of two bytes",
    {
      argv: ["printf", "%s", Array.from({ length: 0x780 }, (_, i) => String.fromCharCode(i + 0x80)).join("")],
    },
  ],
  ["a long argument", { argv: ["sh", "-c", 'printf %s "$1" | wc -c', "sh", "x".repeat(100_000)] }],
  ["an exit code", { argv: ["sh", "-c", "exit 7"] }],
  ["exit 255", { argv: ["sh", "-c", "echo out; echo err >&2; exit 255"] }],
  ["exit 143, which is no signal", { argv: ["sh", "-c", "exit 143"] }],
  ["an end by a signal", { argv: ["sh", "-c", "kill -SEGV $$"] }],
  [
    "a signal to its own group",
    { argv: ["sh", "-c", "trap 'echo got; exit 3' HUP; kill -HUP 0; sleep 1; exit 9"] },
  ],
  ["every byte in, its sum out", { argv: ["sha256sum"], stdin: every }],
  ["every byte in and out", { argv: ["cat"], stdin: every }],
  ["every byte on stderr", { argv: ["sh", "-c", "cat >&2"], stdin: every }],
  ["stdin that nobody reads", { argv: ["true"], stdin: every }],
  ["no stdin", { argv: ["cat"] }],
  ["a program that is not there", { argv: ["labbook-no-such-program", "x"] }],
  ["a builtin that is no program", { argv: ["cd", "/"] }],
  ["a file that is no program", { argv: ["/etc/passwd"] }],
  ["a name with an equals sign", { argv: ["a=b", "true"] }],
  [
    "its umask, its session and what is open",
    {
      argv: [
        "sh",
        "-c",
        "umask; for fd in 4 5; do [ -e /proc/$$/fd/$fd ] && echo open; done; set -- $(cat /proc/$$/stat); [ $1 = $6 ] && echo leads",
      ],
    },
  ],
];

const reason = noSshd();
if (reason) console.warn(`NOT_RUN  ssh into accounts with their own shells: ${reason}`);

describe.skipIf(reason !== undefined)("a real sshd", () => {
  let sshd: Sshd;
  const open: Transport[] = [];
  const connect = (account: string): Transport => {
    const transport = sshTransport(sshd.url(account), [sshd.config]);
    open.push(transport);
    return transport;
  };
  beforeAll(async () => {
    sshd = await startSshd();
  });
  afterAll(async () => {
    await Promise.all(open.map((transport) => transport.close()));
    await sshd?.stop();
  });

  describe.each(shells)("G17: %s as the login shell", (shell) => {
    const there = existsSync(shell);
    if (!there && !reason) console.warn(`NOT_RUN  ${shell} is not installed`);
    let vm: Transport;
    beforeAll(() => {
      if (there) vm = connect(sshd.account(shell, noise));
    });

    test.skipIf(!there).each(commands)("%s", async (_what, request) => {
      const [here, far] = await Promise.all([
        localTransport().run({ ...request, timeoutMs: 30_000 }),
        vm.run({ ...request, timeoutMs: 30_000 }),
      ]);
      const told = ({ argv, exitCode, signal, notStarted, transportEndedEarly, ...rest }: typeof here) => ({
        ...{ argv, exitCode, signal, transportEndedEarly, notStarted: notStarted?.code },
        ...{ out: sum(rest.stdout), err: sum(rest.stderr), lengths: [rest.stdoutBytes, rest.stderrBytes] },
      });
      expect(told(far)).toEqual(told(here));
    });
  });

  const sum = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
});
