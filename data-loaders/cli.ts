import { readFileSync } from "node:fs";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { describeError, LabError } from "./errors.js";
import { exit } from "./exit-codes.js";
import { recoverBefore } from "./run/recover-before.js";
import { openSession, type Session } from "./session.js";
import { requireWritable } from "./writable.js";

type Handler = (session: Session) => Promise<number>;

// `lab list | head -1` closes the pipe before everything is written: whoever reads has what they wanted
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });

const program = new Command("lab")
  .description("Reproducible labs on containers and Kubernetes: predict, run, observe, judge, publish")
  .version(version(), "--version", "print labbook's version")
  .exitOverride()
  .configureOutput({
    writeOut: (text) => process.stdout.write(text),
    writeErr: (text) => process.stderr.write(text),
    outputError: (text, write) => write(text.replace(/^error:/, "lab:")),
  })
  .showHelpAfterError()
  .addOption(new Option("--on <vm>", "where the VM is: local, or ssh://user@host[:port]").default("local"))
  .option("--json", "results as JSON on stdout")
  .option("--no-color", "no colour");

/** Adds one command; its handler is imported only when it is called. */
function command(
  usage: string,
  description: string,
  handle: (args: string[], options: Record<string, unknown>) => Promise<Handler>,
) {
  return program
    .command(usage)
    .description(description)
    .action(async (...actionArgs: unknown[]) => {
      const self = actionArgs.at(-1) as Command;
      const handler = await handle(self.args, self.opts());
      requireWritable(self.name(), self.optsWithGlobals());
      const session = openSession(program.opts());
      try {
        const name = self.name();
        // whatever is left of a cluster goes with it
        const recovered = name === "down" || (await recoverBefore(name, session));
        process.exitCode = await handler(session);
        // what could not be undone without a cluster
        if (!recovered && (name === "up" || name === "adopt")) await recoverBefore(name, session);
      } finally {
        await session.transport.close();
      }
    });
}

command("list", "chapters, the environment each needs, newest run, state and age", async () => {
  const { list } = await import("./commands/list.js");
  return (session) => list(session);
});
command(
  "doctor",
  "probes every capability and version, and says what would supply what is missing",
  async () => {
    const { doctor } = await import("./commands/doctor.js");
    return (session) => doctor(jsonOf(session), session);
  },
);
command("up", "makes the dedicated kind cluster", async (_, options) => {
  const { up } = await import("./commands/up.js");
  const { workers, ...rest } = options as { workers?: string };
  // without the option the kind configuration says how many there are
  const given = workers === undefined ? {} : { workers: Number(workers) };
  return (session) => up({ ...rest, ...given, ...jsonOf(session) }, session);
})
  .option("--workers <n>", "worker nodes (without it, as many as the kind configuration has)", wholeNumber)
  .option("--image <ref>", "node image")
  .option("--kind-config <file>", "kind configuration to use instead of the default one")
  .option("--retain", "keep what a failed creation left");
command("down", "removes the dedicated kind cluster", async () => {
  const { down } = await import("./commands/down.js");
  return (session) => down(jsonOf(session), session);
});
command(
  "adopt <cluster>",
  "declares an existing kind cluster dedicated, after saying what that means",
  async ([cluster], options) => {
    const { adopt } = await import("./commands/adopt.js");
    const { yes } = options as { yes?: boolean };
    return (session) =>
      adopt({ cluster: cluster!, ...jsonOf(session) }, yes ? { ...session, ask: async () => true } : session);
  },
).option("--yes", "do not ask");
command("plan [chapters...]", "the whole run on paper; touches nothing", async (chapters) => {
  const { plan } = await import("./commands/plan.js");
  return (session) => plan(chapters, session);
});
command("run [chapters...]", "runs labs and records evidence", async (chapters, options) => {
  const { run } = await import("./commands/run.js");
  return (session) => run(chapters, options, session);
})
  .option("--all", "every chapter")
  .option("--changed", "every chapter that is STALE or was never run")
  .option("--case <ids...>", "only these cases (recorded as an attempt, never as the chapter's evidence)")
  .option("--jobs <n>", "how many chapters may share the cluster at once", wholeNumber, "1")
  .option("--timeout <seconds>", "an upper bound for the whole run of a chapter", wholeNumber)
  .option("--retain", "leave the lab's objects for looking at; `lab clean` undoes them")
  .option("--junit <file>", "verdicts as a JUnit report")
  .option("--strict", "exit 6 when a prediction is REFUTED");
command("diff <chapter> [runs...]", "observations and verdicts of two runs", async ([chapter, ...runs]) => {
  const { diff } = await import("./commands/diff.js");
  return (session) => diff(chapter!, runs, jsonOf(session), session);
});
command(
  "verify [target]",
  "from raw bytes up, of a chapter, a bundle, a published answer or a folder: digests, extraction, verdicts, signatures",
  async ([target], options) => {
    const { verify } = await import("./commands/verify.js");
    return (session) => verify(target, { ...options, ...jsonOf(session) }, session);
  },
)
  .option("--all", "every chapter and answer (the same as no target)")
  .option("--verbose", "every check, not only those that failed");
command(
  "export <chapter> [run]",
  "one run as one file, with everything that verifying it takes",
  async ([chapter, run], options) => {
    const { exportRun } = await import("./commands/export.js");
    return (session) => exportRun(chapter!, run, { ...options, ...jsonOf(session) }, session);
  },
).option("-o, --output <file>", "the file (default: <run>.labbook.tar)");
command("import <files...>", "lands runs of other machines; nothing unverified gets in", async (files) => {
  const { importRuns } = await import("./commands/import.js");
  return (session) => importRuns(files, jsonOf(session), session);
});
command(
  "answer <subject...>",
  "starts your answer to an exercise (chapter, exercise), or checks one",
  async (subject, options) => {
    const { answer } = await import("./commands/answer.js");
    return (session) => answer(subject, { ...options, ...jsonOf(session) }, session);
  },
)
  .option("--check", "list every fault of the answer at once, or of all answers of a chapter")
  .option("--cite [text]", "print what can be cited; with a text, where it stands in the run's outputs")
  .option(
    "--prediction <file>",
    "what you predict: the file that the chapter's page exported, or a list of statements",
  )
  .option("--questions", "print what the exercise asks, as such a list to fill in")
  .option("--run [id]", "let the answer stand on this run, or on the chapter's newest")
  .option("--book", "the book's own answer, which predicts what the lab sheet does (src/answers)")
  .option("--not-seen", "declare that the recorded runs were not looked at");
command(
  "publish [chapters...]",
  "verifies answers from raw bytes, then signs and publishes them",
  async (chapters, options) => {
    const { publish } = await import("./commands/publish.js");
    return (session) => publish(chapters, { ...options, ...jsonOf(session) }, session);
  },
)
  .option("--all", "every chapter that has answers")
  .option("--book", "the book's own answers (src/answers), though you have answers of your own")
  .option("--new-key", "make a new signing key and sign with it")
  .option("--revoke <keyid>", "revoke a key: none of its signatures counts any more")
  .option("--reason <text>", "why it is revoked");
command(
  "clean [chapters...]",
  "finishes unfinished journals; removes this tool's leftovers, and nothing else",
  async (chapters, options) => {
    if (options.runs) {
      const { cleanRuns } = await import("./commands/clean-runs.js");
      const { yes } = options as { yes?: boolean };
      return (session) => cleanRuns(chapters, yes ? { ...session, ask: async () => true } : session);
    }
    if (chapters.length > 0)
      throw new LabError("USAGE", `lab clean ${chapters.join(" ")}: chapters are named with --runs only`, {
        exitCode: exit.usage,
        remedy: `./lab clean --runs ${chapters.join(" ")}`,
      });
    const { clean } = await import("./commands/clean.js");
    return (session) => clean(session);
  },
)
  .option("--runs", "list the old runs of the chapters, of all without a name, and remove them after a yes")
  .option("--yes", "do not ask");
command("image", "verifies the probe application's source and builds its image", async (_, options) => {
  const { image } = await import("./commands/image.js");
  return (session) => image(options, session);
})
  .option("--source <archive>", "an archive of the source instead of labs/probe-app")
  .option("--sha256 <hex>", "what that archive must be; another one is refused")
  .option("--save <file>", "also write the source archive")
  .option("--label <text>", "one more label, as a lab pushes it: another image of the same layers")
  .option("--source-only", "build nothing");
command(
  "diagnose <pod>",
  "walks a Pod's layers and names the first one without proof that it works",
  async ([pod], options) => {
    const { diagnose } = await import("./commands/diagnose.js");
    const { namespace } = options as { namespace: string };
    return (session) => diagnose({ pod: pod!, namespace, ...jsonOf(session) }, session);
  },
).option("-n, --namespace <name>", "the Pod's Kubernetes Namespace", "default");
command("build", "builds the static site into dist/", async () => {
  const { build } = await import("./commands/serve.js");
  return () => build();
});
command("serve", "serves the built site and prints its address", async (_, options) => {
  const { serve } = await import("./commands/serve.js");
  return (session) => serve(options, session);
})
  .option("--fresh", "first run every chapter that needs no cluster, and build the site")
  .option("--port <n>", "port (default: 4173, or any free one when that is taken)", wholeNumber);

function version(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

function wholeNumber(text: string): string {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError("Expected a whole number, 1 or more.");
  return text;
}

function jsonOf(session: Session): { json?: boolean } {
  return session.options.json ? { json: true } : {};
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

/** Every error ends here: what failed, what to do, and the exit code that says which kind it was. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exit.done : exit.usage;
  if (error instanceof LabError) {
    process.stderr.write(`lab: ${describeError(error)}\n`);
    return error.exitCode;
  }
  if (error instanceof Error && "exitCode" in error && typeof error.exitCode === "number") {
    process.stderr.write(`lab: ${error.message}\n`);
    return error.exitCode;
  }
  process.stderr.write(`lab: internal error: ${error instanceof Error ? error.stack : String(error)}\n`);
  return exit.fault;
}
