/** The side effects that the engine has, injected so that tests can feed recorded answers through them. */

export interface CommandRequest {
  /** As run on the VM; never a shell string. */
  argv: string[];
  stdin?: Uint8Array;
  timeoutMs: number;
  /** At most this much of each stream is kept; the rest is counted and dropped. Default 4 MiB. */
  maxBytes?: number;
  cwd?: string;
  /** Settings beside those that every command has (environment/transport/child-environment.ts). */
  env?: Record<string, string>;
  /** Names that this command takes over from its surroundings, beside those that every command does. */
  inherits?: readonly string[];
  signal?: AbortSignal;
}

/** Success and failure share one shape. */
export interface CommandResult {
  argv: string[];
  startedAt: string;
  durationMs: number;
  /** Absent when the command never started or was killed by a signal. */
  exitCode?: number;
  signal?: string;
  timedOut: boolean;
  stdout: Uint8Array;
  stderr: Uint8Array;
  /** Full lengths in bytes, before the bound. */
  stdoutBytes: number;
  stderrBytes: number;
  /** The command itself could not be run: no such program, no connection, no permission. Not an exit code. */
  notStarted?: { code: "ENOENT" | "EACCES" | "TRANSPORT"; message: string };
  /** The connection ended before the command did; whatever was printed until then is kept. */
  transportEndedEarly?: string;
}

/** A command that goes on in the background; each line of stdout is stamped when it arrives. */
export interface BackgroundCommand {
  argv: string[];
  startedAt: string;
  /** Resolves when it has ended by itself or by stop(). */
  ended: Promise<CommandResult>;
  /** Ends its whole process group. */
  stop(): Promise<CommandResult>;
}

export interface StampedLine {
  /** Milliseconds by the monotonic clock of this process (performance.now()), three decimals. */
  monotonicMs: number;
  /** UTC with milliseconds. */
  receivedAt: string;
  line: string;
}

/** The one way to the VM. */
export interface Transport {
  /** `local` or `ssh://user@host[:port]`. */
  readonly name: string;
  run(request: CommandRequest): Promise<CommandResult>;
  start(request: CommandRequest, onLine: (line: StampedLine) => void): Promise<BackgroundCommand>;
  /** A TCP endpoint on this machine that leads to host:port as seen from the VM. */
  forward(host: string, port: number): Promise<{ host: string; port: number }>;
  /** The docker daemon that commands reach, once one of them has asked for it; `resolveDocker` asks. */
  readonly dockerHost?: string | undefined;
  resolveDocker?(): Promise<string | undefined>;
  /** Names of variables that no command in this container is to have. */
  keepOut?(container: string, names: readonly string[]): void;
  close(): Promise<void>;
}

/** The dedicated cluster's API server, reached with the server, CA and user pinned for the whole run. */
export interface KubeApi {
  readonly server: string;
  /** One GET: the server's bytes as they are. */
  get(
    path: string,
    timeoutMs: number,
  ): Promise<{ status: number; body: Uint8Array; startedAt: string; durationMs: number }>;
  /** A watch: each line of the stream, stamped; resolves when the stream ends, with the reason. */
  watch(path: string, onLine: (line: StampedLine) => void, signal: AbortSignal): Promise<{ reason: string }>;
}

export interface Clock {
  now(): Date;
  /** Milliseconds, monotonic. */
  monotonic(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Log {
  /** Progress for a person, on stderr. */
  info(message: string): void;
  warn(message: string): void;
  /**
   * Says what is being waited for, until the returned function is called. Absent where nobody watches.
   * @param what in one line, such as `3/24  k07  outage/unknown`
   */
  running?(what: string): () => void;
}
