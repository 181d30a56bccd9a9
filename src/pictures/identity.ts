/** A UID, a digest, a container ID: text whose equality is what counts. */
export function isIdentity(text: string): boolean {
  return /^(sha256:)?[0-9a-f]{64}$|^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
}
