import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";

/** Some file systems count in whole or in two seconds: what changed so shortly before a look may change again unseen. */
const TICK_MS = 2500;

/**
 * Whether each file still has the content that was noted of it. Reading them all takes longer than many a command, so a
 * file is not read again while its inode, length, time of writing and time of change are those of a content that was
 * read. The time of change is the kernel's own: no program can set it back, as a checkout or an unpacker does with the
 * other. A file that is another by these is read: what it holds decides.
 * @param files path below root → { sha256, seen? }
 * @param learned called with the same, and what was seen of those that had to be read, when all are as noted
 */
export function isCurrent(files, root, learned) {
  const now = Date.now();
  const fresh = {};
  for (const [path, { sha256: noted, seen }] of Object.entries(files)) {
    const file = `${root}/${path}`;
    // before the content: what changes in between shows next time
    const { ino, size, mtimeMs, ctimeMs } = statSync(file);
    const found = [ino, size, mtimeMs, ctimeMs];
    const settled = ctimeMs < now - TICK_MS;
    if (settled && seen && found.every((value, i) => value === seen[i])) continue;
    if (sha256(readFileSync(file)) !== noted) return false;
    if (settled) fresh[path] = { sha256: noted, seen: found };
  }
  if (Object.keys(fresh).length > 0) learned({ ...files, ...fresh });
  return true;
}

export function sha256(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}
