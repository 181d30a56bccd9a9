import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes a file so that it is there whole or not at all: beside it, synced, then renamed into its place. */
export async function writeWhole(file: string, bytes: string | Uint8Array): Promise<void> {
  await replaceWhole(file, bytes);
  await syncFolder(dirname(file));
}

/** The same, when the caller syncs the folder after several files. */
export async function replaceWhole(file: string, bytes: string | Uint8Array): Promise<void> {
  const temporary = `${file}.${process.pid}.new`;
  const handle = await open(temporary, "w");
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}

/** What a crash may leave of a file that was being written. */
export const NEW = /\.\d+\.new$/;

/** Makes renames in a folder last. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}
