import {
  accessSync,
  constants,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProcessIdentity, stateOf, thisProcess } from "../../process-identity.js";

const prefix = "labbook-ssh-";
/** Names the process whose folder it is. */
const owner = "owner.json";

/** A new folder for a connection's sockets and configuration. Whoever makes it removes it when the connection is over. */
export function socketFolder(parent = usualParent()): string {
  const folder = mkdtempSync(join(parent, prefix));
  writeFileSync(join(folder, owner), JSON.stringify(thisProcess()));
  return folder;
}

/**
 * Removes such folders of processes that were killed. Only what this user owns and what names a process that is certainly gone
 * is removed. Returns the folders.
 */
export function removeAbandoned(parent = usualParent()): string[] {
  const abandoned = readdirSync(parent)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(parent, name))
    .filter(isAbandoned);
  for (const folder of abandoned) rmSync(folder, { recursive: true, force: true });
  return abandoned;
}

function isAbandoned(folder: string): boolean {
  try {
    const entry = lstatSync(folder);
    if (!entry.isDirectory() || entry.uid !== process.getuid?.()) return false;
    return stateOf(JSON.parse(readFileSync(join(folder, owner), "utf8")) as ProcessIdentity) === "gone";
  } catch {
    return false; // removed meanwhile, or without a readable note: then nothing says that it may go
  }
}

/**
 * A socket's path is at most about 100 bytes long, and ssh reads `%` and `:` in it in ways of its own. A TMPDIR that is no folder
 * to write in is passed over.
 */
function usualParent(): string {
  const usual = tmpdir();
  return /^[\w/.-]{1,50}$/.test(usual) && isWritable(usual) ? usual : "/tmp";
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
