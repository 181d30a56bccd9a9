/** What a probe's command printed. */
export interface ProbeOutput {
  exitCode: number;
  /** stdout, and stderr where the probe is batched. */
  text: string;
}

/** One question to the VM or to a node, and how its answer is read. */
export interface Probe {
  /** The capability's name, as labs name it in `needs`. */
  name: string;
  /** As it can be pasted into a POSIX shell there. */
  argv: string[];
  /** What it takes over from its surroundings, as a command of its own (not in a batch). */
  inherits?: readonly string[];
  read(output: ProbeOutput): { present: boolean; found: string };
  /** The command or the setting that would supply it. */
  remedy: string;
}

/** Present when the command said 0; found is its first line. */
export function byExitCode(output: ProbeOutput): { present: boolean; found: string } {
  const first = output.text.trim().split("\n")[0] || `exit ${output.exitCode}`;
  return { present: output.exitCode === 0, found: first };
}

/** A program on the PATH. */
export function program(name: string, debianPackage: string): Probe {
  return {
    name,
    argv: ["command", "-v", name],
    read: (output) =>
      output.exitCode === 0
        ? { present: true, found: output.text.trim() }
        : { present: false, found: "no such program on the PATH" },
    remedy: `sudo apt-get install ${debianPackage}`,
  };
}
