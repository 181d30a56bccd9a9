/** The bytes at an address, not from any cache. With `missing`, undefined where there is no such file. */
export async function fetchBytes(url: string): Promise<Uint8Array>;
export async function fetchBytes(url: string, options: { missing: true }): Promise<Uint8Array | undefined>;
export async function fetchBytes(url: string, options?: { missing: true }): Promise<Uint8Array | undefined> {
  const response = await fetch(url, { cache: "no-store" });
  if (options?.missing && response.status === 404) return undefined;
  if (!response.ok)
    throw new Error(`GET ${url}: expected 200, got ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}
