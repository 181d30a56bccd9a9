import {
  closeSync,
  fsync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Undo } from "../../labs/vocabulary/lab.js";
import { quote } from "../environment/transport/quote.js";
import { MissingError } from "../errors.js";
import type { ProcessIdentity } from "../process-identity.js";

export const JOURNALS = ".labbook/journal";

/** The first line of a journal: whose it is, and how the place is reached where its undos must run. */
export interface JournalHead extends ProcessIdentity {
  run: string;
  chapter: string;
  /** Left open on purpose (`--retain`): only `lab clean` finishes it. */
  retained?: true;
  startedAt: string;
  /** Its lab wants the cluster for itself. */
  exclusive?: true;
  /** The dedicated cluster's name, when the lab has one. */
  cluster?: string;
  /** UID of its Namespace kube-system: another cluster may have the name by now. */
  clusterUid?: string;
  /** The run's own kubeconfig of the proof, on the VM; it goes with the journal. */
  pinned?: string;
  transport: string;
  /** The docker daemon that its undos must reach; absent when the run never asked for one. */
  dockerHost?: string;
  namespace: string;
}

export type JournalLine = { head: JournalHead } | { undo: { id: string; undo: Undo } } | { undone: string };

/** What a run writes on disk before each destructive step, so that a crash can be mended by the next command. */
export interface Journal {
  /** Resolves when its first line is on disk: only then may the run act. */
  begun(): Promise<void>;
  /** Written and synced before the step acts; placeholders are filled in already. */
  declare(id: string, undo: Undo): void;
  /** The undo ran and its proof held. */
  undone(id: string): void;
  /** The run is over, and its undos are kept for `lab clean`. */
  retain(): void;
  /** The run is over and nothing is left to undo: the journal is removed. */
  close(): void;
  pending(): { id: string; undo: Undo }[];
}

/**
 * The journals on disk, oldest first.
 * @throws MissingError when another user's commands made the folder, who alone may look into it
 */
export function journalFiles(root = "."): string[] {
  return namesIn(join(root, JOURNALS))
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => join(root, JOURNALS, name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    if (code !== "EACCES") throw error;
    const state = resolve(folder, "..");
    throw new MissingError(
      "JOURNALS_OF_ANOTHER",
      `whether a run is unfinished cannot be told: ${resolve(folder)} is another user's (${state} belongs to user ID ${statSync(state).uid})`,
      `as that user: ./lab clean; or take the folder over: sudo chown -R "$(id -u)" ${quote(state)}`,
    );
  }
}

export function openJournal(head: JournalHead, root = "."): Journal {
  const file = join(root, JOURNALS, `${head.run}.jsonl`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // other commands read journals at any time: under its name it is never without its head
  const partial = `${file}.partial`;
  // an undo may hold a manifest with a secret in it: nobody else reads the journal
  const handle = openSync(partial, "wx", 0o600);
  const put = (line: JournalLine) => writeSync(handle, `${JSON.stringify(line)}\n`);
  const write = (line: JournalLine) => {
    put(line);
    fsyncSync(handle);
  };
  put({ head });
  renameSync(partial, file);
  let open: { id: string; undo: Undo }[] = [];
  return {
    begun: () => promisify(fsync)(handle),
    declare(id, undo) {
      write({ undo: { id, undo } });
      open.push({ id, undo });
    },
    undone(id) {
      write({ undone: id });
      open = open.filter((entry) => entry.id !== id);
    },
    retain() {
      write({ head: { ...head, retained: true } });
    },
    close() {
      closeSync(handle);
      if (open.length === 0) rmSync(file);
    },
    pending: () => [...open],
  };
}
