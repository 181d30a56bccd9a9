import type { Transport } from "../../effects.js";
import { must } from "../command.js";

/**
 * One small file out of a container, read by docker itself (`docker cp ID:PATH -`, a tar stream): it needs no process
 * in the container, so a stopped, paused or hung node answers too.
 * @throws MissingError when docker cannot read it.
 */
export async function containerFile(
  transport: Transport,
  containerId: string,
  path: string,
): Promise<Uint8Array> {
  const result = await must(
    transport,
    `reading ${path} from container ${containerId.slice(0, 12)}`,
    ["docker", "cp", `${containerId}:${path}`, "-"],
    { timeoutMs: 10_000 },
  );
  return firstFileOfTar(result.stdout);
}

/** The first regular file of a tar stream: name at 0, size in octal at 124, type at 156, data after 512 bytes. */
export function firstFileOfTar(tar: Uint8Array): Uint8Array {
  for (let at = 0; at + 512 <= tar.length; ) {
    const header = tar.subarray(at, at + 512);
    if (header[0] === 0) break;
    const size = Number.parseInt(text(header.subarray(124, 136)), 8);
    const type = text(header.subarray(156, 157));
    const data = tar.slice(at + 512, at + 512 + size);
    if (type === "0" || type === "") {
      if (data.length !== size) throw new Error(`the tar stream ends after ${data.length} of ${size} bytes`);
      return data;
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
  throw new Error("the tar stream holds no file");
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replace(/[\0 ]+$/, "");
}
