/**
 * The reader's notebook of a chapter in the browser's storage. Storage may be switched off, full, or hold what another
 * version wrote: then what the reader did stays in memory, the fault is said, and nothing stored is overwritten.
 */
import { hashOf } from "./seal.js";
import { type Notebook, READER, type StoredNotebook } from "./types.js";

/** Where notebooks are kept; both may throw, as localStorage does. */
export interface Shelf {
  read(key: string): string | null;
  write(key: string, text: string): void;
}

/** unavailable: switched off. full: no room. unreadable, newer: what is stored is not ours to overwrite. */
export interface StorageFault {
  kind: "unavailable" | "full" | "unreadable" | "newer";
  detail: string;
}

export interface Kept {
  notebook: Notebook;
  fault?: StorageFault;
}

export const browserShelf: Shelf = {
  read: (key) => localStorage.getItem(key),
  write: (key, text) => localStorage.setItem(key, text),
};

export function keyOf(chapter: string): string {
  return `labbook/predictions/v1/${chapter}`;
}

export function emptyNotebook(): Notebook {
  return { sealed: new Map(), seen: new Map(), drafts: new Map() };
}

export function openNotebook(chapter: string, shelf: Shelf): Kept {
  let text: string | null;
  try {
    text = shelf.read(keyOf(chapter));
  } catch (error) {
    return { notebook: emptyNotebook(), fault: { kind: "unavailable", detail: messageOf(error) } };
  }
  return text === null ? { notebook: emptyNotebook() } : parse(text, chapter);
}

/**
 * Writes what is in memory together with what another tab may have stored meanwhile. A sealed prediction that is
 * stored stays; `replace` names those that the reader chose to give up.
 */
export function saveNotebook(chapter: string, memory: Notebook, shelf: Shelf, replace?: Set<string>): Kept {
  const stored = openNotebook(chapter, shelf);
  if (stored.fault) return { notebook: memory, fault: stored.fault };
  const notebook = union(stored.notebook, memory, replace);
  for (const id of notebook.sealed.keys()) notebook.drafts.delete(id);
  try {
    shelf.write(keyOf(chapter), JSON.stringify(toStored(chapter, notebook)));
    return { notebook };
  } catch (error) {
    return { notebook, fault: { kind: "full", detail: messageOf(error) } };
  }
}

/** Removes everything that is stored for the chapter, whatever it is: the reader asked for that. */
export function forgetNotebook(chapter: string, shelf: Shelf): Kept {
  const notebook = emptyNotebook();
  try {
    shelf.write(keyOf(chapter), JSON.stringify(toStored(chapter, notebook)));
    return { notebook };
  } catch (error) {
    return { notebook, fault: { kind: "unavailable", detail: messageOf(error) } };
  }
}

/** Whether another tab began the chapter again: the notebook is stored, and nothing is in it. */
export function wasForgotten(chapter: string, shelf: Shelf): boolean {
  const { notebook, fault } = openNotebook(chapter, shelf);
  if (fault || shelf.read(keyOf(chapter)) === null) return false;
  return notebook.sealed.size + notebook.seen.size + notebook.drafts.size === 0;
}

/** The first seal and the first showing of each prediction count; of drafts the one in hand. */
export function union(stored: Notebook, memory: Notebook, replace: Set<string> = new Set()): Notebook {
  const sealed = new Map(memory.sealed);
  for (const [id, one] of stored.sealed) if (!replace.has(id)) sealed.set(id, one);
  const seen = new Map(memory.seen);
  for (const [id, one] of stored.seen) {
    const other = seen.get(id);
    if (!other || one.at < other.at) seen.set(id, one);
  }
  return { sealed, seen, drafts: new Map([...stored.drafts, ...memory.drafts]) };
}

/** IDs of sealed predictions whose content is no longer what was sealed. */
export function brokenSeals(notebook: Notebook): Set<string> {
  return new Set([...notebook.sealed].filter(([, one]) => hashOf(one) !== one.hash).map(([id]) => id));
}

export function toStored(chapter: string, { sealed, seen, drafts }: Notebook): StoredNotebook {
  return {
    schema: READER,
    chapter,
    sealed: [...sealed.values()],
    seen: [...seen.values()],
    drafts: [...drafts].map(([prediction, fields]) => ({ prediction, fields })),
  };
}

function parse(text: string, chapter: string): Kept {
  const unreadable = (detail: string): Kept => ({
    notebook: emptyNotebook(),
    fault: { kind: "unreadable", detail },
  });
  try {
    const stored = JSON.parse(text) as StoredNotebook;
    if (stored.schema !== READER) {
      const other = String(stored.schema);
      if (other.startsWith("labbook/reader-predictions/"))
        return { notebook: emptyNotebook(), fault: { kind: "newer", detail: other } };
      return unreadable(`expected schema ${READER}, got ${other.slice(0, 80)}`);
    }
    if (stored.chapter !== chapter) return unreadable(`expected chapter ${chapter}`);
    const wrong = stored.sealed.find(
      (one) => typeof one.prediction !== "string" || !Array.isArray(one.claim.of),
    );
    if (wrong) return unreadable("a sealed prediction has no claim");
    return {
      notebook: {
        sealed: new Map(stored.sealed.map((one) => [one.prediction, one])),
        seen: new Map(stored.seen.map((one) => [one.prediction, one])),
        drafts: new Map(stored.drafts.map(({ prediction, fields }) => [prediction, fields])),
      },
    };
  } catch (error) {
    return unreadable(messageOf(error));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
