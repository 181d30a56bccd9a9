import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { loadAll } from "../../data-loaders/labs.js";
import { labDigests, MODEL_PARTS, READING_LIBRARIES } from "../../data-loaders/run/digests.js";

const MODEL = "src/model";
/** What `lab run` and `lab verify` call to get from bytes to values and verdicts. */
const ENTRIES = ["observe.ts", "predictions/judge.ts"];

describe("the digest of a lab covers every file that decides a value", () => {
  const { files, libraries } = reached(ENTRIES);

  test("each file of the model that is imported from the readers lies in a part", () => {
    expect(files.size).toBeGreaterThan(50);
    expect([...files].filter((file) => partsOf(file).length !== 1)).toEqual([]);
  });

  test("so does each package", () => {
    expect([...libraries].sort()).toEqual(READING_LIBRARIES);
  });

  test("a part that every lab has imports nothing of one that only some have, but to put readings together", () => {
    const shared = reached(["extract/index.ts", "predictions/judge.ts", "derive.ts"]).files;
    expect([...shared].filter((file) => /^(chain|timeline)\//.test(file))).toEqual([]);
  });

  test("every lab records the parts it is read with, and the versions of their packages", async () => {
    for (const { lab, folder } of await loadAll()) {
      const { labParts } = await labDigests(lab, folder);
      const own = Object.keys(labParts).filter((part) => part.startsWith("model/"));
      expect(own, lab.id).toEqual(
        expect.arrayContaining([
          "model/extract",
          "model/predictions",
          "model/reading",
          "model/libraries",
          ...(lab.timelines.length > 0 ? ["model/timeline"] : []),
        ]),
      );
    }
  }, 60_000);
});

/** Files of the model that the entries import for more than their types, and the packages that those import. */
function reached(entries: string[]): { files: Set<string>; libraries: Set<string> } {
  const files = new Set<string>();
  const libraries = new Set<string>();
  const queue = [...entries];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const name of imports(readFileSync(join(MODEL, file), "utf8"))) {
      if (name.startsWith(".")) queue.push(normalize(join(dirname(file), name.replace(/\.js$/, ".ts"))));
      else libraries.add(packageOf(name));
    }
  }
  return { files, libraries };
}

/** Specifiers of imports and exports from elsewhere; a type alone leaves nothing behind at run time. */
function imports(source: string): string[] {
  const found = [...source.matchAll(/^(?:import|export)\s+(?!type\b)([^;]*?)\s*from\s+"([^"]+)"/gms)];
  return found
    .filter(([, what]) => !/^\{(\s*type\s[^,}]*,?)+\s*\}$/.test(what!))
    .map(([, , specifier]) => specifier!);
}

/** `@scope/name/path` and `name/path` without the path. */
function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

function partsOf(file: string): string[] {
  return Object.entries(MODEL_PARTS).flatMap(([part, places]) =>
    places.some((place) => file === place || file.startsWith(`${place}/`)) ? [part] : [],
  );
}
