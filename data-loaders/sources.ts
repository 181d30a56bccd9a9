import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** Modules of the project that are loaded by name. The bundled command (bin/bundle.mjs) brings them along. */
interface Bundled {
  root: string;
  modules: Record<string, () => Promise<unknown>>;
}

/** A module of the project at `root`, by its path below it: a lab sheet, the list of the series. */
export async function importSource<T>(root: string, path: string): Promise<T> {
  const bundled = (globalThis as { labbookBundled?: Bundled }).labbookBundled;
  const known = bundled?.root === resolve(root) ? bundled.modules[path] : undefined;
  return (known ? await known() : await import(pathToFileURL(resolve(root, path)).href)) as T;
}
