/** A recorded argv as a person would type it. What ran, word for word, stays one look away. Pure. */
import { commandLine } from "../src/components/format.js";

export interface Typed {
  /** One line or a few. */
  text: string;
  /** The whole command, word for word. */
  whole: string;
  /** `text` leaves out a script, which is worth a look; otherwise only options that this site needs. */
  script: boolean;
}

/** A script inside a command is longer than a line; its place is the fold. In characters. */
const LONGEST = 160;

export function typed(argv: string[]): Typed {
  const whole = commandLine(argv);
  const script = argv.findIndex(
    (word, index) => argv[index - 1] === "-c" && (word.includes("\n") || word.length > LONGEST),
  );
  const shown = script < 0 ? argv : [...argv.slice(0, script), "…"];
  const text = shortened(shown);
  return { text, whole, script: script >= 0 };
}

/** Options that this site needs and a person at a terminal does not. */
function shortened(argv: string[]): string {
  const words: string[] = [];
  const isCurl = argv.includes("curl");
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index]!;
    if (word === "--kubeconfig") index++;
    else if (word === "--namespace" && argv.includes("kubectl")) words.push("-n");
    else if (isCurl && (word === "--silent" || word === "--show-error")) continue;
    else if (isCurl && word === "--max-time") index++;
    else if (isCurl && word === "--request" && argv[index + 1] === "GET") index++;
    else if (isCurl && word === "--include") words.push("-i");
    else words.push(word);
  }
  return commandLine(words).replaceAll("'…'", "…");
}
