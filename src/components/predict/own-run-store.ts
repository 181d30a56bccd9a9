/**
 * Where a reader's own run is kept, in this browser only: the file as it was dropped in, one a chapter. It is as good as any
 * other file when it comes back, and is verified again. Storage may be switched off or full: then the run stays on the page.
 */

/** A larger file is not kept; a browser may take a site's storage away when it grows. In bytes. */
export const MOST_KEPT = 64 * 1024 * 1024;

export interface KeptRun {
  /** Name of the file that it came in. */
  name: string;
  bytes: Uint8Array;
}

export interface RunStore {
  /** Undefined when none is kept. All three may throw, as the browser's database does. */
  read(chapter: string): Promise<KeptRun | undefined>;
  write(chapter: string, run: KeptRun): Promise<void>;
  remove(chapter: string): Promise<void>;
}

const DATABASE = "labbook";
const RUNS = "own-runs";

export const browserStore: RunStore = {
  read: (chapter) => ask<KeptRun | undefined>("readonly", (runs) => runs.get(chapter)),
  write: async (chapter, run) => {
    if (run.bytes.length > MOST_KEPT) throw new RangeError(`${run.bytes.length} > ${MOST_KEPT}`);
    await ask("readwrite", (runs) => runs.put(run, chapter));
  },
  remove: async (chapter) => {
    await ask("readwrite", (runs) => runs.delete(chapter));
  },
};

async function ask<T>(mode: IDBTransactionMode, request: (runs: IDBObjectStore) => IDBRequest): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(RUNS, mode);
      const asked = request(transaction.objectStore(RUNS));
      transaction.oncomplete = () => resolve(asked.result as T);
      transaction.onabort = () => reject(transaction.error ?? asked.error);
      transaction.onerror = () => reject(transaction.error ?? asked.error);
    });
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(RUNS);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
    opening.onblocked = () => reject(new Error("the database is in use by another version of this page"));
  });
}
