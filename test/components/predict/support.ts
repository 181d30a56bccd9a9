/** A shelf in memory that can be made to fail as browsers' storage does. */
import type { Shelf } from "../../../src/components/predict/notebook.js";

export interface TestShelf extends Shelf {
  kept: Map<string, string>;
  /** Set to make reading or writing throw. */
  readFault?: Error;
  writeFault?: Error;
}

export function testShelf(): TestShelf {
  const shelf: TestShelf = {
    kept: new Map(),
    read(key) {
      if (shelf.readFault) throw shelf.readFault;
      return shelf.kept.get(key) ?? null;
    },
    write(key, text) {
      if (shelf.writeFault) throw shelf.writeFault;
      shelf.kept.set(key, text);
    },
  };
  return shelf;
}

/** A clock that goes on by one second at each look. */
export function testClock(start = "2026-11-02T10:00:00.000Z"): () => Date {
  let time = Date.parse(start) - 1000;
  return () => {
    time += 1000;
    return new Date(time);
  };
}
