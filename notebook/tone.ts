/** The same colour for the same identifier everywhere on a page. */
import type { Page } from "./types.js";

/** How many colours there are; the stylesheet names them tone-0 … tone-7. */
export const TONES = 8;

const identifier =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?:sha256:|containerd:\/\/)?[0-9a-f]{64})$/;

/** A UID, a digest or the ID of a container or sandbox. */
export function isIdentifier(value: string): boolean {
  return identifier.test(value);
}

/** 0 to 7: by the order in which the page names its identifiers first. */
export function toneOf(page: Page, value: string): number {
  const bare = bareOf(value);
  const known = page.tones.get(bare);
  if (known !== undefined) return known % TONES;
  page.tones.set(bare, page.tones.size);
  return (page.tones.size - 1) % TONES;
}

/** The identifiers that the page has named so far: the forms in which output may hold them. */
export function knownIdentifiers(page: Page): string[] {
  return [...page.tones.keys()];
}

/** The first characters tell identifiers apart; a digest keeps its algorithm's name. */
export function shortForm(value: string): string {
  if (value.startsWith("sha256:")) return `sha256:${value.slice(7, 15)}…`;
  const bare = bareOf(value);
  if (isIdentifier(value)) return `${bare.slice(0, bare.includes("-") ? 8 : 12)}…`;
  return value.length > 24 ? `${value.slice(0, 16)}…${value.slice(-6)}` : value;
}

function bareOf(value: string): string {
  return value.replace(/^(?:sha256:|containerd:\/\/)/, "");
}
