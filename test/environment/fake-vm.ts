import type { CommandRequest, CommandResult, KubeApi, Transport } from "../../data-loaders/effects.js";
import type { EnvironmentEffects } from "../../data-loaders/environment/effects.js";

export type Answer = Partial<Omit<CommandResult, "stdout" | "stderr">> & {
  stdout?: string | Uint8Array;
  stderr?: string;
};

/** A VM that answers from a function; what was asked is kept. */
export class FakeVm implements Transport {
  readonly name = "local";
  readonly asked: CommandRequest[] = [];
  readonly #answer: (argv: string[], request: CommandRequest) => Answer | undefined;

  constructor(answer: (argv: string[], request: CommandRequest) => Answer | undefined) {
    this.#answer = answer;
  }

  async run(request: CommandRequest): Promise<CommandResult> {
    this.asked.push(request);
    const answer = this.#answer(request.argv, request);
    if (!answer) throw new Error(`the test expected no such command: ${request.argv.join(" ")}`);
    const bytes = (text: string | Uint8Array | undefined): Uint8Array =>
      text instanceof Uint8Array ? text : new TextEncoder().encode(text ?? "");
    const [stdout, stderr] = [bytes(answer.stdout), bytes(answer.stderr)];
    return {
      argv: request.argv,
      startedAt: "2026-01-01T00:00:00.000Z",
      durationMs: 1,
      timedOut: false,
      ...(answer.notStarted || answer.timedOut ? {} : { exitCode: 0 }),
      ...answer,
      stdout,
      stderr,
      stdoutBytes: stdout.length,
      stderrBytes: stderr.length,
    };
  }

  start(): never {
    throw new Error("the test expected no background command");
  }
  forward = async (host: string, port: number) => ({ host, port });
  close = async () => {};

  /** Commands that would change something in docker, kind or the cluster. */
  get changes(): string[] {
    const changing = /^(kind (create|delete)|docker (start|rm|stop)|docker exec \S+ kubectl \S+ label)/;
    return this.asked.map((request) => request.argv.join(" ")).filter((line) => changing.test(line));
  }
}

export function fakeEffects(
  transport: Transport,
  more: Partial<EnvironmentEffects> = {},
): EnvironmentEffects & { said: string[]; printed: string[] } {
  const said: string[] = [];
  const printed: string[] = [];
  let now = 0;
  return {
    transport,
    clock: {
      now: () => new Date(now),
      monotonic: () => now,
      sleep: async (ms) => {
        now += ms;
      },
    },
    log: { info: (message) => said.push(message), warn: (message) => said.push(message) },
    settings: { cluster: "lab", registryImage: "registry:test" },
    stateDir: "/project/.labbook",
    connect: async () => {
      throw new Error("the test expected no connection to an API server");
    },
    output: (text) => printed.push(text),
    ask: async () => false,
    said,
    printed,
    ...more,
  };
}

/** An API server that answers from a table of paths. */
export function fakeApi(server: string, answers: Record<string, unknown>): KubeApi {
  return {
    server,
    async get(path) {
      const found = answers[path];
      return {
        status: found === undefined ? 404 : 200,
        body: new TextEncoder().encode(JSON.stringify(found ?? {})),
        startedAt: "2026-01-01T00:00:00.000Z",
        durationMs: 1,
      };
    },
    watch: async () => ({ reason: "closed by the server" }),
  };
}

/** One file as `docker cp CONTAINER:PATH -` sends it: a tar stream. */
export function tarOf(name: string, data: Uint8Array): Uint8Array {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(`${data.length.toString(8).padStart(11, "0")}\0`, 124);
  header.write("0", 156);
  const padding = Buffer.alloc((512 - (data.length % 512)) % 512);
  return new Uint8Array(Buffer.concat([header, data, padding, Buffer.alloc(1024)]));
}
