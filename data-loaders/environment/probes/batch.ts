import { pasteReady } from "../transport/quote.js";
import type { ProbeOutput } from "./probe.js";

/** All commands as one shell script: one process start on the VM or in a node answers them all. */
export function batchScript(commands: string[][]): string {
  return commands
    .map(
      (argv, index) =>
        `printf '\\n@@%s\\n' ${index}; ${pasteReady(argv)} </dev/null 2>&1; printf '\\n@=%s\\n' $?`,
    )
    .join("\n");
}

/** The outputs in the order of the commands; undefined where the script was cut off before the command's end. */
export function splitBatch(stdout: string, count: number): (ProbeOutput | undefined)[] {
  return Array.from({ length: count }, (_, index) => {
    const begin = stdout.indexOf(`\n@@${index}\n`);
    if (begin < 0) return undefined;
    const rest = stdout.slice(begin + `\n@@${index}\n`.length);
    const end = /\n@=(\d+)\n/.exec(rest);
    return end ? { text: rest.slice(0, end.index), exitCode: Number(end[1]) } : undefined;
  });
}
