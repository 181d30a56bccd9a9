/** Careful reading of objects whose shape only the server knows. */

export type Json = string | number | boolean | null | undefined | Json[] | { [key: string]: Json };

/** A Kubernetes object as the API server wrote it. */
export type KubeObject = { [key: string]: Json };

/** The value under a path of keys, or undefined. */
export function at(value: Json, ...path: string[]): Json {
  let here = value;
  for (const key of path) {
    if (here === null || typeof here !== "object" || Array.isArray(here)) return undefined;
    here = here[key];
  }
  return here;
}

export function text(value: Json, ...path: string[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === "string" ? found : undefined;
}

export function number(value: Json, ...path: string[]): number | undefined {
  const found = at(value, ...path);
  return typeof found === "number" ? found : undefined;
}

export function objects(value: Json, ...path: string[]): KubeObject[] {
  const found = at(value, ...path);
  if (!Array.isArray(found)) return [];
  return found.filter(
    (item): item is KubeObject => item !== null && typeof item === "object" && !Array.isArray(item),
  );
}

/** Members of a list by the value that identifies them, in the list's order. */
export function byKey(list: KubeObject[], key: (item: KubeObject) => string): Map<string, KubeObject> {
  return new Map(list.map((item) => [key(item), item]));
}
