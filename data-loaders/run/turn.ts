import type { Clock, Log } from "../effects.js";
import { isAlive } from "./alive.js";
import type { Journal, JournalHead } from "./journal.js";
import { unfinished } from "./unfinished.js";

interface Announced {
  head: JournalHead;
  journal: Pick<Journal, "close">;
}

/**
 * Announces a run by its journal, and takes that back and waits while a run that was announced earlier is in its way: both have
 * one cluster, and one of them wants it for itself. So of two that come at one time the second sees the first.
 */
export async function ownTurn<T extends Announced>(
  announce: () => T,
  { clock, log, signal }: { clock: Clock; log: Log; signal: AbortSignal },
  root = ".",
): Promise<T> {
  let told: string | undefined;
  for (;;) {
    const own = announce();
    if (signal.aborted || !inTheWay(own.head, root)) return own;
    own.journal.close();
    for (let other = inTheWay(own.head, root); other && !signal.aborted; other = inTheWay(own.head, root)) {
      if (told !== other.run) log.info(`waiting   for ${other.run} of process ${other.pid} to end`);
      told = other.run;
      await clock.sleep(500);
    }
  }
}

function inTheWay(head: JournalHead, root: string): JournalHead | undefined {
  return unfinished(root)
    .map((journal) => journal.head)
    .find(
      (other) =>
        other.run < head.run &&
        other.cluster !== undefined &&
        other.cluster === head.cluster &&
        other.transport === head.transport &&
        (other.exclusive || head.exclusive) &&
        isAlive(other),
    );
}
