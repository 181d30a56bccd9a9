import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const SERVER = fileURLToPath(new URL("../../labs/probe-app/server.mjs", import.meta.url));

export interface Probe {
  child: ChildProcess;
  url: string;
  port: number;
  /** Sends a signal and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the probe application on a free port of the loopback interface and waits until it listens. */
export async function startProbe(args: string[], env: Record<string, string> = {}): Promise<Probe> {
  const child = spawn(process.execPath, [SERVER, "--listen", "127.0.0.1:0", ...args], {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit") as Promise<[number | null]>;
  const [line] = (await once(createInterface({ input: child.stdout! }), "line")) as [string];
  const { port } = JSON.parse(line) as { port: number };
  return {
    child,
    port,
    url: `http://127.0.0.1:${port}`,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      return (await exited)[0];
    },
  };
}

/** Sends raw bytes over TCP and resolves with everything that came back until the server hung up. */
export function rawRequest(port: number, bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("end", () => socket.end());
    socket.on("close", () => resolve(answer));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ECONNRESET" && error.code !== "EPIPE") reject(error);
    });
  });
}
